import { words } from '../words/words.svelte.ts'

const key = 'rollmops.name'

/** The name this browser's person used last; for somebody new, or where it is taken, a friendly one that nobody has. */
export function keptName(taken: readonly string[] = []): string {
  const free = (name: string): boolean => !taken.includes(name)
  const last = lastName()
  if (last && free(last)) return last
  const crew = words().setup.crew
  return crew.find(free) ?? crew[0] ?? ''
}

function lastName(): string {
  try {
    return localStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

export function keepName(name: string): void {
  try {
    localStorage.setItem(key, name)
  } catch {
    // Next time we ask again, that is all.
  }
}
