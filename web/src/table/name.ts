import { words } from '../words/words.svelte.ts'

const key = 'rollmops.name'

/** The name this browser's person used last; a friendly one for somebody new. */
export function keptName(): string {
  try {
    return localStorage.getItem(key) || words().setup.you
  } catch {
    return words().setup.you
  }
}

export function keepName(name: string): void {
  try {
    localStorage.setItem(key, name)
  } catch {
    // Next time we ask again, that is all.
  }
}
