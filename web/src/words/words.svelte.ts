import type { Words } from './en.ts'

export type { Words } from './en.ts'
export const languages = ['en', 'de'] as const
export type Language = (typeof languages)[number]

let current = $state.raw<Words>()

/** The catalogue in the language of this page. `speak` has run before anything is drawn. */
export function words(): Words {
  if (!current) throw new Error('words asked for before speak() had loaded them')
  return current
}

let spoken: Language = 'en'
const followers: ((language: Language) => Promise<void>)[] = []

export async function speak(language: Language): Promise<void> {
  spoken = language
  const [found] = await Promise.all([language === 'de' ? import('./de.ts').then(({ de }) => de) : import('./en.ts').then(({ en }) => en), ...followers.map((load) => load(language))])
  current = found
  document.documentElement.lang = language
}

/** Texts that come with a part of the page: loaded now, and again whenever the language changes. */
export function follow(load: (language: Language) => Promise<void>): Promise<void> {
  followers.push(load)
  return load(spoken)
}
