import { ask } from '../table/http.ts'
import type { DealMade, DealState, DealtScore, DealtTable, GroupTable, NewEvening, TableMade } from '../wire.ts'

const at = (code: string): string => `api/deals/${encodeURIComponent(code)}`
export const dealAt = (code: string, table: string, host: string): Promise<DealState> => ask(`${at(code)}${table ? `?table=${encodeURIComponent(table)}` : ''}`, undefined, undefined, host)
export const groupAt = (code: string, secret: string): Promise<GroupTable> => ask(`${at(code)}/group`, undefined, undefined, secret)
export const challenge = (table: string): Promise<DealMade> => ask(`api/tables/${encodeURIComponent(table)}/challenge`, {})
export const playDeal = (code: string): Promise<TableMade> => ask(`${at(code)}/tables`, {})
export const newEvening = (evening: NewEvening): Promise<DealMade> => ask('api/deals', evening)

/** Somebody who has finished: which table, which seat, and what they made of it. */
export interface Place {
  readonly table: DealtTable
  readonly seat: string
  readonly name: string
  readonly points: number
  readonly score: DealtScore | undefined
}

/** Everybody who is no bot and has finished, the best first; who is not reckoned yet comes last. */
export function places(deal: DealState): Place[] {
  const people = deal.seats.filter((seat) => seat.kind !== 'bot').map((seat) => seat.seat)
  const all = deal.tables.flatMap((table) =>
    people.flatMap((seat) => (table.result ? [{ table, seat, name: table.names[seat] ?? seat, points: table.result.points[seat] ?? 0, score: table.scores?.[seat] }] : [])),
  )
  return all.toSorted((a, b) => (b.score?.score ?? -2) - (a.score?.score ?? -2) || b.points - a.points)
}

const figure = (place: Place): number => Math.round(1000 * (place.score?.score ?? -2))

/** The place on the ladder; whose figures are told as the same share one. */
export const rank = (all: readonly Place[], one: Place): number => 1 + all.filter((other) => figure(other) > figure(one)).length

/** Whether something may still change by itself. */
export const isMoving = (deal: DealState): boolean => deal.kind === 'challenge' || deal.tables.some((table) => table.reckoning || table.state === 'door' || table.state === 'play')

const key = 'rollmops.deals'

/** What this browser remembers of shared dice: where it plays a challenge, and the evenings it hosts. */
export interface KeptDeal {
  readonly code: string
  readonly game: string
  readonly date: string
  readonly table?: string
  readonly host?: string
}

export function keptDeals(): KeptDeal[] {
  try {
    const all = JSON.parse(localStorage.getItem(key) ?? '[]') as unknown
    return Array.isArray(all) ? all.filter((one): one is KeptDeal => typeof one?.code === 'string') : []
  } catch {
    return []
  }
}

export function keepDeal(deal: KeptDeal): void {
  try {
    localStorage.setItem(key, JSON.stringify([deal, ...keptDeals().filter((one) => one.code !== deal.code)].slice(0, 40)))
  } catch {
    // A private window forgets when it closes.
  }
}
