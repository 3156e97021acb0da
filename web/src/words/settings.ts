import type { Language } from './words.svelte.ts'

const en = {
  parts: { play: 'At the table', sound: 'Sounds and notices', look: 'Look and language' },
  sound: 'Sounds',
  volume: 'Volume',
  haptics: 'Short buzzes on phones that can',
  roll: 'Begin my turns with a press on “Roll”',
  speed: 'Speed',
  speeds: { calm: 'Calm', normal: 'Normal', brisk: 'Brisk', once: 'At once' },
  motion: 'Movement',
  motionFull: 'Lively',
  motionStill: 'Still',
  motionSystem: 'As this device wishes',
  theme: 'Light',
  themeLight: 'Day',
  themeDark: 'Night',
  themeSystem: 'As this device wishes',
  language: 'Language',
  odds: 'Show the odds',
  level: 'Bots when you just play',
  chatter: 'Bots have a rare word to say',
}

const de: typeof en = {
  parts: { play: 'Am Tisch', sound: 'Töne und Nachrichten', look: 'Aussehen und Sprache' },
  sound: 'Geräusche',
  volume: 'Lautstärke',
  haptics: 'Kurzes Brummen auf Handys, die das können',
  roll: 'Meine Züge mit „Würfeln“ beginnen',
  speed: 'Tempo',
  speeds: { calm: 'Gemütlich', normal: 'Normal', brisk: 'Flott', once: 'Sofort' },
  motion: 'Bewegung',
  motionFull: 'Lebhaft',
  motionStill: 'Ruhig',
  motionSystem: 'Wie das Gerät es möchte',
  theme: 'Licht',
  themeLight: 'Tag',
  themeDark: 'Nacht',
  themeSystem: 'Wie das Gerät es möchte',
  language: 'Sprache',
  odds: 'Chancen zeigen',
  level: 'Bots, wenn du einfach spielst',
  chatter: 'Bots sagen selten auch etwas',
}

export const settingsWords: Record<Language, typeof en> = { en, de }
