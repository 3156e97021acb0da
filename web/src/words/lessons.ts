import type { Language } from './words.svelte.ts'

const en = {
  title: (game: string): string => `Lesson: ${game}`,
  teacher: 'The lesson',
  next: 'Go on',
  skip: 'Skip the lesson',
  again: 'Back to the start',
  place: (n: number, of: number): string => `Step ${n} of ${of}`,
  moods: { says: '', task: 'Your move:', right: '', wrong: 'Not yet:' },
  play: 'Play now against bots',
  rules: 'Rules',
  home: 'Home',
  missing: 'This lesson cannot be shown.',
  tryIt: 'Try it on a board',
  tryLabel: (section: string): string => `Try it on a board: ${section}`,
  small: (section: string): string => `A small board: ${section}`,
  close: 'Close the board',
  ended: 'That is it.',
  turnOver: 'That was your turn.',
  another: 'Another turn',
}

const de: typeof en = {
  title: (game) => `Lektion: ${game}`,
  teacher: 'Die Lektion',
  next: 'Weiter',
  skip: 'Lektion überspringen',
  again: 'Zurück an den Anfang',
  place: (n, of) => `Schritt ${n} von ${of}`,
  moods: { says: '', task: 'Dein Zug:', right: '', wrong: 'Noch nicht:' },
  play: 'Sofort gegen Bots spielen',
  rules: 'Regeln',
  home: 'Startseite',
  missing: 'Diese Lektion lässt sich nicht zeigen.',
  tryIt: 'Auf einem Brett ausprobieren',
  tryLabel: (section) => `Auf einem Brett ausprobieren: ${section}`,
  small: (section) => `Ein kleines Brett: ${section}`,
  close: 'Brett schließen',
  ended: 'Das war es.',
  turnOver: 'Das war dein Zug.',
  another: 'Noch ein Zug',
}

/** Asked on a board where everything that may be done is right. */
export const freeTask = { en: 'What may you do? All that can be pressed is allowed: try it.', de: 'Was darfst du tun? Alles, was sich drücken lässt, ist erlaubt: Probier es aus.' }

/** The texts of lessons; only they load them. */
export const lessonWords: Readonly<Record<Language, typeof en>> = { en, de }
