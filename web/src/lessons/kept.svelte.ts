/** How far somebody has come in a lesson; kept in this browser only. */
export interface Progress {
  /** Of the lesson: in another one the same step would be elsewhere. */
  digest: string
  step: number
}

interface Kept {
  progress?: Progress
  /** Played to the end, or not wanted: it is not offered again. */
  settled?: boolean
}

const key = 'rollmops.lessons'

function read(): Record<string, Kept> {
  try {
    const all = JSON.parse(localStorage.getItem(key) ?? '{}') as unknown
    return all && typeof all === 'object' && !Array.isArray(all) ? (all as Record<string, Kept>) : {}
  } catch {
    return {} // a private window may have no storage
  }
}

const kept: { all: Record<string, Kept> } = $state({ all: read() })

function write(game: string, now: Kept): void {
  kept.all = { ...read(), ...kept.all, [game]: now }
  try {
    localStorage.setItem(key, JSON.stringify(kept.all))
  } catch {
    // It begins anew next time, that is all.
  }
}

/** Whether a game's card still offers its lesson. */
export const isOffered = (game: string): boolean => !kept.all[game]?.settled
export const isBegun = (game: string): boolean => (kept.all[game]?.progress?.step ?? 0) > 0

/** The step to go on with. */
export function stepIn(game: string, digest: string, steps: number): number {
  const at = kept.all[game]?.progress
  return at && at.digest === digest && Number.isInteger(at.step) && at.step > 0 && at.step < steps ? at.step : 0
}

export function keepStep(game: string, progress: Progress): void {
  write(game, { ...kept.all[game], progress })
}

/** Done, or not wanted. */
export function settle(game: string): void {
  write(game, { settled: true })
}
