import type { FloeFloe } from '../../wire.ts'

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
export const houseArena: Arena = {
  halfWidth: 150,
  depth: 430,
  floe: [
    [-112, 14], [-60, 8], [0, 12], [58, 6], [110, 16], [124, 70], [116, 130], [127, 190], [118, 250], [125, 310],
    [112, 372], [70, 392], [15, 386], [-45, 395], [-105, 380], [-124, 320], [-115, 255], [-127, 200], [-117, 140], [-125, 75],
  ],
  patches: [
    { x: -70, y: 150, radius: 20, points: 3 },
    { x: 65, y: 210, radius: 18, points: 4 },
    { x: -55, y: 290, radius: 16, points: 5 },
    { x: 40, y: 340, radius: 14, points: 6 },
    { x: 10, y: 85, radius: 18, points: -2 },
    { x: 5, y: 240, radius: 18, points: -4 },
  ],
  dieSize: 12,
}
