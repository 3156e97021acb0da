import { follow } from '../../words/words.svelte.ts'
import type { FloeWords } from '../../words/floe.en.ts'

let current = $state.raw() as FloeWords

await follow(async (language) => {
  current = language === 'de' ? (await import('../../words/floe.de.ts')).floe : (await import('../../words/floe.en.ts')).floe
})

/** The floe's own texts in the language of this page. */
export const floeWords = (): FloeWords => current
