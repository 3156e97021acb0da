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

export async function speak(language: Language): Promise<void> {
  current = language === 'de' ? (await import('./de.ts')).de : (await import('./en.ts')).en
  document.documentElement.lang = language
}
