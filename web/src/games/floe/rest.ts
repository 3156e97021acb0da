import type { Flight } from './flight.ts'

/** A die as a `rest` line tells it. */
export interface Resting {
  die: string
  wet: boolean
  x: number
  y: number
  turn: number
  up: number
}

export function readRest(line: string): Resting[] {
  return line
    .split(' ')
    .slice(1)
    .map((word): Resting => {
      const [die = '', numbers = ''] = word.split('=')
      const parts = numbers.split(',')
      if (parts[0] === 'water') return { die, wet: true, x: 0, y: 0, turn: 0, up: Number(parts[1]) }
      const [x = 0, y = 0, turn = 0, up = 1] = parts.map(Number)
      return { die, wet: false, x, y, turn, up }
    })
}

/** Which die of the rest line each body of the flight is: the dry ones by where they end, the others in order. */
export function match(flight: Flight, rests: readonly Resting[]): string[] {
  const names = flight.splashes.map(() => '')
  const last = flight.frames - 1
  const dry = rests.filter((one) => !one.wet)
  for (const one of dry) {
    let best = -1
    let nearest = Infinity
    for (let body = 0; body < names.length; body++) {
      if (names[body]) continue
      const [x, y] = flight.pose(body, last)
      const away = Math.hypot(x - one.x, y - one.y)
      if (away < nearest) {
        nearest = away
        best = body
      }
    }
    if (best >= 0) names[best] = one.die
  }
  const wet = rests.filter((one) => one.wet).map((one) => one.die)
  return names.map((name) => name || (wet.shift() ?? ''))
}
