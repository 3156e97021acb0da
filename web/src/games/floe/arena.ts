import { HOUSE_FLOE, type FloeFloe } from '../../wire.ts'

/** The map of the arena in millimetres, as the table draws it: origin at the middle of the entrance, y ahead. */
export interface Patch {
  x: number
  y: number
  radius: number
  points: number
}
export interface Arena {
  halfWidth: number
  depth: number
  floe: readonly (readonly [number, number])[]
  patches: readonly Patch[]
  dieSize: number
}

/** The map that lies on a table. */
export function arenaOf(floe: FloeFloe): Arena {
  const patches = floe.marks.map(({ x, y, radius, worth }) => ({ x, y, radius, points: worth }))
  return { halfWidth: floe.width / 2, depth: floe.length, floe: floe.outline, patches, dieSize: floe.die }
}

/** The house map, for the pictures of the rules. */
export const houseArena = arenaOf(HOUSE_FLOE)
