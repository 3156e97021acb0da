import { GESTURE } from '../../wire.ts'

/** What a hand decides about a throw, in the record's words and whole numbers. */
export interface Gesture {
  from: number
  aim: number
  speed: number
  height: number
  spin: number
}
export type Part = keyof Gesture

/** How far each slider goes from one notch to the next; how far it goes at all is the arena's to say. */
const steps: Readonly<Record<Part, number>> = { from: 5, aim: 1, speed: 5, height: 5, spin: 5 }
export const parts = Object.keys(GESTURE) as readonly Part[]
const each = <T>(make: (part: Part) => T): Record<Part, T> => Object.fromEntries(parts.map((part) => [part, make(part)])) as Record<Part, T>
export const reach: Readonly<Record<Part, { low: number; high: number; step: number }>> = each((part) => ({ low: GESTURE[part].low, high: GESTURE[part].high, step: steps[part] }))
/** A throw that most dice survive; the arena's own usual one is for those who know it. */
export const usual: Gesture = { ...each((part) => GESTURE[part].usual), speed: 120 }

export const within = (part: Part, value: number): number => Math.round(Math.max(reach[part].low, Math.min(reach[part].high, value)))
/** The nearest number that the part's slider can show. */
export const notch = (part: Part, value: number): number => within(part, Math.round(value / reach[part].step) * reach[part].step)
export const throwWords = (gesture: Gesture): string => ['throw', ...parts.map((part) => `${part}=${within(part, gesture[part])}`)].join(' ')

/** The gesture that a throwing line tells; undefined for any other line. */
export function readThrow(line: string): Gesture | undefined {
  if (!line.startsWith('throw ')) return undefined
  const given = Object.fromEntries(line.split(' ').slice(1).map((word) => word.split('=')))
  return each((part) => within(part, Number(given[part] ?? GESTURE[part].usual)))
}

const degrees = (radians: number): number => (radians * 180) / Math.PI

/** A finger over the picture: where on the screen, where on the ice, and when. */
export interface Touch {
  x: number
  y: number
  at: number
  spot: { x: number; y: number }
}
export type Thrown = Pick<Gesture, 'aim' | 'speed'>

/** The hardest throw anybody would want, in cm/s: the furthest that more than one of four dice survives. Sliders and keys go on. */
export const fullPull = 150
const least = 30
/** How much of the picture's height a full pull takes. */
const whole = 0.4

/** So near to where it began, in pixels, a finger throws nothing. */
const slack = 16
/** What a finger did longer ago than this, in milliseconds, is no flick. */
const lately = 90

/** The way of one finger: pulled back like a catapult, or flicked forwards. */
export class Finger {
  private readonly start: Touch
  private way: Touch[]

  constructor(start: Touch) {
    this.start = start
    this.way = [start]
  }

  /** Where along the entrance the dice leave the hand: before the place where the finger came down. */
  get from(): number {
    return this.start.spot.x
  }

  get last(): Touch {
    return this.way.at(-1) ?? this.start
  }

  to(touch: Touch): void {
    this.way = [...this.way.filter((one) => touch.at - one.at < lately), touch]
  }

  /** What would be thrown if it let go now, in a picture of this height; nothing where it began, or after a rest on a way forwards. */
  throws(height: number): Thrown | undefined {
    const now = this.last
    if (Math.hypot(now.x - this.start.x, now.y - this.start.y) < slack) return undefined
    const [across, ahead] = [now.spot.x - this.start.spot.x, now.spot.y - this.start.spot.y]
    return ahead < 0 ? this.pulled(now, across, ahead, height) : this.flicked(now, across, ahead, height)
  }

  private pulled(now: Touch, across: number, ahead: number, height: number): Thrown {
    const length = Math.hypot(now.x - this.start.x, now.y - this.start.y) / height
    return { aim: within('aim', degrees(Math.atan2(-across, -ahead))), speed: notch('speed', least + (fullPull - least) * Math.min(1, length / whole) ** 1.1) }
  }

  private flicked(now: Touch, across: number, ahead: number, height: number): Thrown | undefined {
    const before = this.way[0] ?? this.start
    const quick = Math.hypot(now.x - before.x, now.y - before.y) / Math.max(16, now.at - before.at) / height
    if (quick < 0.0006) return undefined
    return { aim: within('aim', degrees(Math.atan2(across, ahead))), speed: notch('speed', Math.min(fullPull, least + 36_000 * quick)) }
  }
}
