/** What somebody answered on a day: the lines, and what each gave away. Five of them are a whole day. */
export interface KeptDay {
  lines: readonly string[]
  lost: readonly number[]
}

export const DECISIONS = 5
const key = 'rollmops.daily'
const aDay = 86_400_000

function isDay(kept: unknown): kept is KeptDay {
  const day = kept as KeptDay | undefined
  return Array.isArray(day?.lines) && Array.isArray(day.lost) && day.lines.length === day.lost.length && day.lost.every((part) => typeof part === 'number')
}

function read(): Record<string, KeptDay> {
  try {
    const all = JSON.parse(localStorage.getItem(key) ?? '{}') as unknown
    if (!all || typeof all !== 'object') return {}
    return Object.fromEntries(Object.entries(all as Record<string, unknown>).filter((entry): entry is [string, KeptDay] => isDay(entry[1])))
  } catch {
    return {} // a private window may have no storage
  }
}

/** All days that were played here; kept in this browser only. */
export const kept: { days: Record<string, KeptDay> } = $state({ days: read() })

export function keepDay(date: string, day: KeptDay): void {
  kept.days = { ...read(), ...kept.days, [date]: day }
  try {
    localStorage.setItem(key, JSON.stringify(kept.days))
  } catch {
    // It is forgotten with this window, that is all.
  }
}

/** The day of the catch: it changes at midnight UTC, everywhere at once. */
export const today = (): string => new Date().toISOString().slice(0, 10)
export const dayBefore = (date: string): string => new Date(Date.parse(date) - aDay).toISOString().slice(0, 10)
export const isDone = (date: string): boolean => (kept.days[date]?.lost.length ?? 0) >= DECISIONS
export const total = (day: KeptDay): number => day.lost.reduce((sum, part) => sum + part, 0)

/** Whole days in a row, up to today or yesterday. */
export function streak(now = today()): number {
  let count = 0
  for (let date = isDone(now) ? now : dayBefore(now); isDone(date); date = dayBefore(date)) count += 1
  return count
}

/** The dates of whole days, the latest first. */
export const history = (): string[] => Object.keys(kept.days).filter(isDone).toSorted().toReversed()

/** The least that was given away on a whole day. */
export function best(): number | undefined {
  const all = history().flatMap((date) => kept.days[date] ?? [])
  return all.length ? Math.min(...all.map(total)) : undefined
}
