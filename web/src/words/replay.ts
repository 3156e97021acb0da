import type { Language } from './words.svelte.ts'

const en = {
  whatIf: 'What if …?',
  title: 'Replay',
  open: 'Open a logbook file',
  openHelp: 'A .rollmops file from this or any other server.',
  components: 'Its component file',
  componentsHelp: 'Needed only if the game was played elsewhere with other faces or cards than ours.',
  first: 'To the start',
  back: 'One step back',
  play: 'Play',
  pause: 'Pause',
  forward: 'One step on',
  last: 'To the end',
  timeline: 'Timeline',
  step: (n: number, of: number): string => `Entry ${n} of ${of}`,
  keys: 'Arrow keys step, Home and End jump, Space plays.',
  refused: 'This file cannot be replayed.',
  refusedTable: 'This game cannot be replayed.',
  openFile: 'Choose a logbook',
  start: 'The table is laid.',
}

const de: typeof en = {
  whatIf: 'Was wäre, wenn …?',
  title: 'Abspielen',
  open: 'Logbuchdatei öffnen',
  openHelp: 'Eine .rollmops-Datei von diesem oder einem anderen Server.',
  components: 'Die Materialdatei dazu',
  componentsHelp: 'Nur nötig, wenn anderswo mit anderen Würfelseiten oder Karten als unseren gespielt wurde.',
  first: 'An den Anfang',
  back: 'Ein Schritt zurück',
  play: 'Abspielen',
  pause: 'Anhalten',
  forward: 'Ein Schritt weiter',
  last: 'Ans Ende',
  timeline: 'Zeitleiste',
  step: (n, of) => `Eintrag ${n} von ${of}`,
  keys: 'Pfeiltasten gehen Schritt für Schritt, Pos1 und Ende springen, die Leertaste spielt ab.',
  refused: 'Diese Datei lässt sich nicht abspielen.',
  refusedTable: 'Dieses Spiel lässt sich nicht abspielen.',
  openFile: 'Logbuch wählen',
  start: 'Der Tisch ist gedeckt.',
}

/** The texts of the replay page; only it loads them. */
export const replayWords: Readonly<Record<Language, typeof en>> = { en, de }
