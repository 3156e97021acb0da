import type { Language } from '../words/words.svelte.ts'

const en = {
  offline: 'You are offline. Rules, lessons and games kept on this device still open; tables and bots need the server.',
  shelf: 'Games kept on this device',
  shelfHelp: 'Games that ended here and logbooks opened here. They open without the network too.',
  forget: (game: string): string => `Forget ${game}`,
  noGame: 'This game is not kept on this device; without the server it cannot be opened.',
  noFile: 'To read a logbook for the first time the server is needed. Once opened here it opens without it.',
  noServer: 'This table goes on as soon as the server can be reached again; nothing is lost.',
  install: 'Rollmops as an app',
  installHelp: 'With its own icon, and open without the network for rules, lessons and kept games.',
  installNow: 'Install',
  installApple: 'Tap Share, then “Add to Home Screen”.',
  notNow: 'No, thanks',
  notices: 'When it is my turn',
  ways: { off: 'Title and sound only', page: 'A notice while this page is in the background', push: 'A push notice, even when the page is closed' },
  thirdParty: 'Push notices come by way of your browser’s push service, which is a third party (Google, Mozilla, Apple or Microsoft). What they say is encrypted; it learns that one comes from here, and when.',
  noticesSecure: 'Your browser shows notices only for pages that are opened by https.',
  noticesRefused: 'Your browser shows no notices of this page. Allow them in its settings, then choose again.',
  pushFailed: 'Your browser’s push service could not be asked.',
  turn: (game: string): string => `Your turn: ${game}`,
  with: (names: string): string => `With ${names}`,
}

const de: typeof en = {
  offline: 'Du bist offline. Regeln, Lektionen und auf diesem Gerät behaltene Partien gehen auf; Tische und Bots brauchen den Server.',
  shelf: 'Auf diesem Gerät behaltene Partien',
  shelfHelp: 'Partien, die hier zu Ende gingen, und hier geöffnete Logbücher. Sie gehen auch ohne Netz auf.',
  forget: (game) => `${game} vergessen`,
  noGame: 'Diese Partie ist auf diesem Gerät nicht behalten; ohne den Server geht sie nicht auf.',
  noFile: 'Um ein Logbuch zum ersten Mal zu lesen, braucht es den Server. Einmal hier geöffnet, geht es ohne ihn auf.',
  noServer: 'Der Tisch geht weiter, sobald der Server wieder zu erreichen ist; nichts geht verloren.',
  install: 'Rollmops als App',
  installHelp: 'Mit eigenem Symbol, und Regeln, Lektionen und behaltene Partien gehen auch ohne Netz auf.',
  installNow: 'Installieren',
  installApple: 'Tippe auf „Teilen“, dann auf „Zum Home-Bildschirm“.',
  notNow: 'Nein, danke',
  notices: 'Wenn ich dran bin',
  ways: { off: 'Nur Titel und Ton', page: 'Eine Nachricht, während diese Seite im Hintergrund ist', push: 'Eine Push-Nachricht, auch bei geschlossener Seite' },
  thirdParty: 'Push-Nachrichten kommen über den Push-Dienst deines Browsers, also über Dritte (Google, Mozilla, Apple oder Microsoft). Ihr Inhalt ist verschlüsselt; der Dienst erfährt, dass eine von hier kommt, und wann.',
  noticesSecure: 'Dein Browser zeigt Nachrichten nur für Seiten, die per https geöffnet sind.',
  noticesRefused: 'Dein Browser zeigt keine Nachrichten dieser Seite. Erlaube sie in seinen Einstellungen, dann wähle noch einmal.',
  pushFailed: 'Der Push-Dienst deines Browsers ließ sich nicht fragen.',
  turn: (game) => `Du bist dran: ${game}`,
  with: (names) => `Mit ${names}`,
}

export const awayWords: Record<Language, typeof en> = { en, de }
