import { isGame, type GameName } from '../games/games.ts'

/** The tables this browser holds seats at, newest first. Tokens stay in this browser. */
export interface KeptSeat {
  code: string
  game: GameName
  /** One token for each seat played on this device, by its letter. */
  tokens: Record<string, string>
  /** Links given to others, by seat letter, while they may still be needed. */
  links: Record<string, string>
  /** Names under which seats of this device sit down by themselves. */
  names: Record<string, string>
}

const key = 'rollmops.seats'

function read(): KeptSeat[] {
  try {
    const all = JSON.parse(localStorage.getItem(key) ?? '[]') as unknown
    if (!Array.isArray(all)) return []
    return all.filter((one): one is KeptSeat => typeof one?.code === 'string' && typeof one?.game === 'string' && isGame(one.game) && typeof one?.tokens === 'object' && typeof one?.links === 'object' && typeof one?.names === 'object')
  } catch {
    return []
  }
}

export const keptSeats: { all: KeptSeat[] } = $state({ all: read() })

function write(): void {
  try {
    localStorage.setItem(key, JSON.stringify(keptSeats.all))
  } catch {
    // A private window forgets when it closes.
  }
}

export function keptAt(code: string): KeptSeat | undefined {
  return keptSeats.all.find((one) => one.code === code)
}

export function keepSeat(kept: KeptSeat): void {
  keptSeats.all = [kept, ...keptSeats.all.filter((one) => one.code !== kept.code)].slice(0, 12)
  write()
}

export function forgetSeat(code: string): void {
  keptSeats.all = keptSeats.all.filter((one) => one.code !== code)
  write()
}
