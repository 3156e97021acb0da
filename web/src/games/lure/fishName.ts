import { words } from '../../words/words.svelte.ts'

/** A fish in the language of the page; cards of somebody's own box are called as they were typed. */
export function fishName(name: string): string {
  const known = words().lure.fish
  return (Object.hasOwn(known, name) ? known[name] : undefined) ?? name
}
