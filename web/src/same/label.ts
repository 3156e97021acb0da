import type { Language } from '../words/words.svelte.ts'

/** What stands on the way to a challenge, at the end of a game. */
export const labels: Readonly<Record<Language, { beat: string; beside: string }>> = {
  en: { beat: 'Beat my game', beside: 'Side by side' },
  de: { beat: 'Schlag mein Spiel', beside: 'Vergleichen' },
}
