import type { Problem } from '../wire.ts'
import { words } from '../words/words.svelte.ts'
import { Refused } from './http.ts'

/** What went wrong, in the language of the page, and what the server itself said about it. */
export interface Trouble {
  text: string
  detail: string
}

export const plainly = (text: string): Trouble => ({ text, detail: '' })

/** A problem by its kind, with the line or the field that is to blame. */
export function inWords(problem: Problem): Trouble {
  const text = words().problems
  const where = problem.line !== null ? text.line(problem.line) : problem.field !== null ? text.field(problem.field) : ''
  return { text: [text.kinds[problem.kind], where].filter(Boolean).join(' '), detail: problem.message }
}

export function troubleOf(error: unknown): Trouble {
  if (error instanceof Refused && error.problem) return inWords(error.problem)
  return { text: words().problems.silent, detail: error instanceof Error ? error.message : String(error) }
}
