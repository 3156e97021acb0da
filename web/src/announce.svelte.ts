import { untrack } from 'svelte'

/** What a screen reader says next. Kept as a short list so that nothing is swallowed when much happens at once. */
export const spoken: { lines: { id: number; text: string }[] } = $state({ lines: [] })
let next = 0

export function announce(text: string): void {
  if (!text) return
  // Whoever speaks does not listen: an effect that announces must not run again because of it.
  untrack(() => {
    spoken.lines = [...spoken.lines.slice(-4), { id: next++, text }]
  })
}
