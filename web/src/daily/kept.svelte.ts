import { bestOf, dayOf, daysBehind, historyOf, isWhole, laterBy, readDays, streakOf, type KeptDay } from './days.ts'

const key = 'rollmops.daily'

function read(): Record<string, KeptDay> {
  try {
    return readDays(localStorage.getItem(key))
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

/** Days that this device's clock is behind; a clock that is wrong shall cost nobody a day. */
const clock = $state({ behind: 0 })

/** Today is that day, as the server says. */
export function setClock(today: string): void {
  clock.behind = daysBehind(dayOf(Date.now()), today)
}

export const today = (): string => dayOf(laterBy(Date.now(), clock.behind))
export const isDone = (date: string): boolean => isWhole(kept.days[date])
export const streak = (): number => streakOf(kept.days, today())
export const history = (): string[] => historyOf(kept.days)
export const best = (): number | undefined => bestOf(kept.days)
