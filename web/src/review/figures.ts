import { words } from '../words/words.svelte.ts'

/** A decision that gave away more than this is worth another try, and so much is forgiven in it. */
export const THRESHOLD = 0.01

const minus = '\u2212'

/** A share of the win with one decimal. */
export function share(part: number): string {
  const rounded = Math.abs(part) < 0.0005 ? 0 : part
  return `${rounded < 0 ? minus : ''}${words().number(Math.abs(rounded) * 100)}\u00a0%`
}

/** How far off a figure may be, beside it; nothing where it is known. */
export function margin(error: number | null | undefined): string {
  return error ? `\u00a0±\u00a0${share(1.96 * error)}` : ''
}

/** A change of it, with its sign. */
export function change(part: number): string {
  return Math.abs(part) < 0.0005 ? share(0) : part > 0 ? `+${share(part)}` : share(part)
}

/** Dice that lie alike make lines that read alike: one of those is enough, the one that was played if it is among them. */
export function unlike(lines: readonly string[], label: (line: string) => string, played: string): string[] {
  const shown = new Map<string, string>()
  for (const line of lines) if (!shown.has(label(line)) || line === played) shown.set(label(line), line)
  return [...shown.values()]
}
