import type { Line, TableState } from '../wire.ts'

/** A finished game as this device remembers it. */
export interface Played {
  code: string
  game: string
  /** The day it was set, as the table says it. */
  date: string
  players: number
  /** Against how many people, those at this device not counted. */
  people: number
  won: boolean
  /** The most points of a seat of this device. */
  points: number
  /** The best single catch of a seat of this device: soles brought home, fish at once, a cast's total, and what was caught. */
  catch?: number
  fish?: string
}

interface Kept {
  games: Played[]
  /** When everything was deleted; older games that are opened again are not counted anew. */
  since?: number
}

export const key = 'rollmops.statistics'
/** The oldest are forgotten. */
const most = 2000

export function readAll(): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Kept>
    const games = (Array.isArray(kept.games) ? kept.games : []).filter((one) => typeof one?.code === 'string' && typeof one?.game === 'string' && typeof one?.players === 'number')
    return { games, ...(typeof kept.since === 'number' ? { since: kept.since } : {}) }
  } catch {
    return { games: [] }
  }
}

function write(kept: Kept): void {
  try {
    localStorage.setItem(key, JSON.stringify(kept))
  } catch {
    // A private window forgets.
  }
}

/** The best single catch among the entries, by what they led to. */
export function bestCatch(lines: readonly Line[], mine: readonly string[]): { catch?: number; fish?: string } {
  let best: { catch?: number; fish?: string } = {}
  for (const line of lines) {
    for (const news of line.news ?? []) {
      const [what = '', a = '', b = '', , d = ''] = news.split(' ')
      const total = Number(news.split(' ').at(-1))
      const found =
        what === 'home' && mine.includes(line.seat)
          ? { catch: Number(a) }
          : what === 'fish' && mine.includes(d)
            ? { catch: Number(b) }
            : what === 'catch' && mine.includes(a)
              ? { catch: total, fish: b }
              : undefined
      if (found && found.catch > (best.catch ?? 0)) best = found
    }
  }
  return best
}

/** Note a game that is over, once; one that was not seen to end here only if nothing was ever deleted. */
export function noteGame(table: TableState, lines: readonly Line[], mine: readonly string[], endedHere: boolean): void {
  const result = table.result
  const kept = readAll()
  if (!result || !mine.length || kept.games.some((one) => one.code === table.code) || (kept.since && !endedHere)) return
  const played: Played = {
    code: table.code,
    game: table.game,
    date: table.date,
    players: table.seats.length,
    people: table.seats.filter((seat) => seat.kind !== 'bot' && !mine.includes(seat.seat)).length,
    won: mine.some((letter) => result.winners.includes(letter)),
    points: Math.max(...mine.map((letter) => result.points[letter] ?? 0)),
    ...bestCatch(lines, mine),
  }
  write({ ...kept, games: [...kept.games, played].slice(-most) })
}

export function deleteAll(): void {
  write({ games: [], since: Date.now() })
}

/** A game, or a game at tables of one size: how many, how many were won, and the best of each. */
export interface Sum {
  games: number
  wins: number
  points: number
  catch: number
  fish: string
}

export function sumOf(games: readonly Played[]): Sum {
  const best = games.reduce<Played | undefined>((one, other) => ((other.catch ?? 0) > (one?.catch ?? 0) ? other : one), undefined)
  return {
    games: games.length,
    wins: games.filter((one) => one.won).length,
    points: Math.max(0, ...games.map((one) => one.points)),
    catch: best?.catch ?? 0,
    fish: best?.fish ?? '',
  }
}
