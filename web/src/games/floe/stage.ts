import type { SeatColour } from '../../parts/colours.ts'
import type { Flight } from './flight.ts'

/** A place on the ice, in millimetres. */
export interface Spot {
  x: number
  y: number
}

/** A die to be shown at rest. */
export interface Shown extends Spot {
  die: string
  turn: number
  up: number
  colour: SeatColour
  /** `marked` is to be outdone, `open` may be chosen, `good` and `bad` are places that would do or not. */
  ring?: 'marked' | 'open' | 'chosen' | 'good' | 'bad' | undefined
}

/** Dice in the hand, and what the hand would do with them. */
export interface Held {
  colour: SeatColour
  dice: number
  gesture: { from: number; aim: number; speed: number; height: number }
}

/** A throw to be watched: its flight and which die each of its bodies is. */
export interface Reel {
  flight: Flight
  names: readonly string[]
}

/** Something that shows the arena, in three dimensions or flat. */
export interface Stage {
  /** The place on the ice under a point of the screen. */
  spot(x: number, y: number): Spot | undefined
  /** The die that a thumb at this point of the screen means. */
  pick(x: number, y: number): string | undefined
}

/** The die nearest to a spot, if it is near enough for a thumb. */
export function nearest(dice: Iterable<readonly [string, Spot]>, spot: Spot, reach: number): string | undefined {
  let best: string | undefined
  let least = reach
  for (const [die, at] of dice) {
    const away = Math.hypot(at.x - spot.x, at.y - spot.y)
    if (away < least) {
      least = away
      best = die
    }
  }
  return best
}

/** Play a flight at half speed: `show` gets the frame, with its fraction. Returns what stops it. */
export function roll(flight: Flight, show: (at: number) => void): () => void {
  const started = performance.now()
  let frame = requestAnimationFrame(function step(now) {
    const at = Math.min(flight.frames - 1, Math.max(0, (now - started) / (flight.frameMs * 2)))
    show(at)
    if (at < flight.frames - 1) frame = requestAnimationFrame(step)
  })
  return () => cancelAnimationFrame(frame)
}

/** Whether this device has 3D graphics. */
export function hasSolidPictures(): boolean {
  const probe = document.createElement('canvas').getContext('webgl2')
  probe?.getExtension('WEBGL_lose_context')?.loseContext() // a page may have few of them
  return probe !== null
}
