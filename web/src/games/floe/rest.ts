/** A die as a `rest` line tells it. */
export interface Resting {
  die: string
  wet: boolean
  x: number
  y: number
  turn: number
  up: number
}

/** The dice in the order of the line, which is the order of the bodies in its flight too (see arena/trajectory.py). */
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
