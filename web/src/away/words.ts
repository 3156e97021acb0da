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
}

export const awayWords: Record<Language, typeof en> = { en, de }
