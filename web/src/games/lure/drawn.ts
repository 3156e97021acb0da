import type { Line } from '../../wire.ts'

/** Lures in the order in which every pile counts them. */
const lures = ['adjust', 'x1', 'x2', 'x3', 'x4', 'x5', 'x6', 'boast']

/** What a line of dice or cards claims to have drawn; `cards` are the fish of this box, in the order of the proof. */
export function drawn(line: Line, cards: readonly string[]): readonly number[] | undefined {
  const [verb, ...rest] = line.words.split(' ')
  if (verb === 'roll') return rest.map((face) => Number(face) - 1)
  if (verb === 'splash') return rest.map((fish) => cards.indexOf(fish))
  return verb === 'draw' ? rest.map((lure) => lures.indexOf(lure)) : undefined
}
