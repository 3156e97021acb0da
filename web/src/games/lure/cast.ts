import { words } from '../../words/words.svelte.ts'
import type { Prospect } from '../../wire.ts'
import { fishName } from './fishName.ts'

/** A cast as its words tell it: `3 d12 adjust x5`. */
export interface Cast {
  sixes: number
  specials: readonly string[]
  lures: readonly string[]
}

export function readCast(rest: readonly string[]): Cast {
  return {
    sixes: Number(rest[0] ?? 0),
    specials: rest.slice(1).filter((word) => word === 'd12' || word === 'd20'),
    lures: rest.slice(1).filter((word) => word !== 'd12' && word !== 'd20'),
  }
}

/** The sides of a cast's dice in the order in which they are rolled. */
export function sidesOf(cast: Cast): (6 | 12 | 20)[] {
  return [...Array<6>(cast.sixes).fill(6), ...cast.specials.map((name): 12 | 20 => (name === 'd12' ? 12 : 20))]
}

export const extras = (lures: readonly string[]): number => lures.reduce((sum, lure) => sum + (/^x\d$/.test(lure) ? Number(lure.slice(1)) : 0), 0)

/** "3 dice, d12, adjust", in the language of the page. */
export function castInWords(cast: Cast): string {
  const text = words().lure
  const dice = cast.sixes || cast.specials.length || cast.lures.length ? [cast.sixes ? text.casts(cast.sixes) : '', ...cast.specials] : [text.noDice]
  return words().list([...dice.filter(Boolean), ...cast.lures.map((lure) => text.short[lure] ?? lure)])
}

/** The fish that a line is sure to be able to catch. */
export function catchOf(prospect: Prospect): string[] {
  return Object.entries(prospect.chances).flatMap(([name, chance]) => (chance === 1 && name !== 'nothing' ? [fishName(name)] : []))
}
