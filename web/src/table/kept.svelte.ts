import type { TableState } from '../wire.ts'

/** The tables this browser holds seats at, newest first. Tokens stay in this browser. */
export interface KeptSeat {
  code: string
  game: string
  /** One token for each seat played on this device, by its letter. */
  tokens: Record<string, string>
  /** Links given to others, by seat letter, while they may still be needed. */
  links: Record<string, string>
  /** Names under which seats of this device sit down by themselves. */
  names: Record<string, string>
  /** Everybody's names, as they were when this browser last looked. */
  people?: readonly string[]
  /** When this browser was last there, in milliseconds. */
  at?: number
  over?: boolean
}

const key = 'rollmops.seats'
/** A finished game needs no seat; a few are kept to find a rematch or the replay. A game that still runs is never dropped. */
const finishedKept = 6

function read(): KeptSeat[] {
  try {
    const all = JSON.parse(localStorage.getItem(key) ?? '[]') as unknown
    if (!Array.isArray(all)) return []
    return all.filter((one): one is KeptSeat => typeof one?.code === 'string' && typeof one?.game === 'string' && typeof one?.tokens === 'object' && typeof one?.links === 'object' && typeof one?.names === 'object')
  } catch {
    return []
  }
}

export const keptSeats: { all: KeptSeat[] } = $state({ all: read() })
// Another tab may have opened a table; what this one writes must not make it forgotten.
window.addEventListener('storage', (event) => {
  if (event.key === key) keptSeats.all = read()
})

function write(all: readonly KeptSeat[]): void {
  let finished = 0
  keptSeats.all = all.filter((one) => !one.over || ++finished <= finishedKept)
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
  write([{ ...kept, at: Date.now() }, ...keptSeats.all.filter((one) => one.code !== kept.code)])
}

/** Remember of a kept table what tells it from others: what is played, with whom, and whether it is over. */
export function noteTable(table: TableState): void {
  const kept = keptAt(table.code)
  if (!kept) return
  const people = table.seats.map((seat) => seat.name)
  const over = table.state === 'over'
  if (kept.game === table.game && (kept.over ?? false) === over && kept.people?.join('\n') === people.join('\n')) return
  const noted: KeptSeat = { ...kept, game: table.game, people, over, at: Date.now() }
  write(keptSeats.all.map((one) => (one.code === table.code ? noted : one)))
}

export function forgetSeat(code: string): void {
  write(keptSeats.all.filter((one) => one.code !== code))
}
