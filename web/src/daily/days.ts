/** What somebody answered on a day: the lines, and what each gave away. Five of them are a whole day. */
export interface KeptDay {
  lines: readonly string[]
  lost: readonly number[]
}
/** Days by their dates. */
export type KeptDays = Readonly<Record<string, KeptDay>>

export const DECISIONS = 5
const aDay = 86_400_000

/** A moment's day of the catch: it changes at midnight UTC, everywhere at once, whatever the clocks around it say. */
export const dayOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10)
export const dayBefore = (date: string): string => dayOf(Date.parse(date) - aDay)
/** How many days a clock that shows `shown` is behind one that shows `right`. */
export const daysBehind = (shown: string, right: string): number => Math.round((Date.parse(right) - Date.parse(shown)) / aDay)
export const laterBy = (moment: number, days: number): number => moment + days * aDay

/** Days as they were written down; what is none is left out. */
export function readDays(text: string | null): Record<string, KeptDay> {
  try {
    const all = JSON.parse(text ?? '{}') as unknown
    if (!all || typeof all !== 'object') return {}
    return Object.fromEntries(Object.entries(all as Record<string, unknown>).filter((entry): entry is [string, KeptDay] => isDay(entry[1])))
  } catch {
    return {}
  }
}
function isDay(kept: unknown): kept is KeptDay {
  const day = kept as KeptDay | undefined
  return Array.isArray(day?.lines) && Array.isArray(day.lost) && day.lines.length === day.lost.length && day.lost.every((part) => typeof part === 'number')
}

export const isWhole = (day: KeptDay | undefined): boolean => (day?.lost.length ?? 0) >= DECISIONS
export const total = (day: KeptDay): number => day.lost.reduce((sum, part) => sum + part, 0)

/** Whole days in a row, up to this day or the one before. */
export function streakOf(days: KeptDays, now: string): number {
  let count = 0
  for (let date = isWhole(days[now]) ? now : dayBefore(now); isWhole(days[date]); date = dayBefore(date)) count += 1
  return count
}

/** The dates of whole days, the latest first. */
export const historyOf = (days: KeptDays): string[] => Object.keys(days).filter((date) => isWhole(days[date])).toSorted().toReversed()

/** The least that was given away on a whole day. */
export function bestOf(days: KeptDays): number | undefined {
  const all = historyOf(days).flatMap((date) => days[date] ?? [])
  return all.length ? Math.min(...all.map(total)) : undefined
}
