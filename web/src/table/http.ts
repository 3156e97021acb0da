import type { Games, NewTable, Problem, Proof, Replay, ReplayAsk, TableMade, TableState } from '../wire.ts'

/** The server said no, in words meant for the person who reads them. */
export class Refused extends Error {
  readonly problem: Problem | undefined

  constructor(message: string, problem?: Problem) {
    super(message)
    this.problem = problem
  }
}

/** Ask the server for something; with a body it is a POST, with a secret it is asked as whoever has it. */
export async function ask<T>(path: string, body?: unknown, signal?: AbortSignal, secret = ''): Promise<T> {
  const headers = { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...(secret ? { authorization: `Bearer ${secret}` } : {}) }
  const answer = await fetch(path, { signal: signal ?? null, headers, ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }) })
  if (answer.ok) return (await answer.json()) as T
  let problem: Problem | undefined
  try {
    problem = (await answer.json()) as Problem
  } catch {
    // A proxy may answer in its own words.
  }
  throw new Refused(problem?.message ?? `${answer.status} ${answer.statusText}`, problem)
}

/** A game's rules as its folder tells them. */
export async function rulesText(game: string): Promise<string> {
  const answer = await fetch(`api/games/${encodeURIComponent(game)}/rules`)
  if (!answer.ok) throw new Refused(`${answer.status} ${answer.statusText}`)
  return answer.text()
}
export const games = (): Promise<Games> => ask('api/games')
export const openTable = (table: NewTable): Promise<TableMade> => ask('api/tables', table)
export const tableAt = (code: string): Promise<TableState> => ask(`api/tables/${encodeURIComponent(code)}`)
export const proofOf = (code: string): Promise<Proof> => ask(`api/tables/${encodeURIComponent(code)}/proof`)
export const replay = (what: ReplayAsk): Promise<Replay> => whole((start) => ask('api/replay', { ...what, start }))

/** The text of a table's logbook. */
export async function recordOf(code: string): Promise<string> {
  const answer = await fetch(`api/tables/${encodeURIComponent(code)}/record`)
  if (!answer.ok) throw new Refused(`${answer.status} ${answer.statusText}`)
  return answer.text()
}

export const replayOf = (code: string): Promise<Replay> => whole((start) => ask(`api/tables/${encodeURIComponent(code)}/replay?start=${start}`))

/** A long game comes in several answers. */
async function whole(from: (start: number) => Promise<Replay>): Promise<Replay> {
  const first = await from(0)
  const steps = [...first.steps]
  for (let next = first.next; next !== null; ) {
    const more: Replay = await from(next)
    steps.push(...more.steps)
    next = more.next
  }
  return { ...first, steps, next: null }
}
