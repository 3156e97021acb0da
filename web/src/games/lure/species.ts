/** What each of the thirty fish looks like: a handful of traits that `outline.ts` turns into a drawing. */
export interface Species {
  /** Length and greatest depth in units of the drawing, 120 wide and 60 high. */
  length: number
  depth: number
  /** Where the back is highest, 0 at the snout, 1 at the tail. */
  hump: number
  snout: 'point' | 'blunt' | 'duck' | 'long'
  tail: 'fork' | 'deep' | 'round' | 'straight' | 'shark' | 'ribbon'
  dorsal: 'mid' | 'far' | 'spiny' | 'long' | 'double' | 'sail' | 'ribbon'
  barbels: 0 | 1 | 2 | 4
  marks: 'none' | 'bars' | 'spots' | 'stripe' | 'scutes' | 'mottle' | 'scales' | 'net'
  back: string
  belly: string
  fin: string
}

const make = (
  length: number,
  depth: number,
  hump: number,
  snout: Species['snout'],
  tail: Species['tail'],
  dorsal: Species['dorsal'],
  barbels: Species['barbels'],
  marks: Species['marks'],
  back: string,
  belly: string,
  fin: string,
): Species => ({ length, depth, hump, snout, tail, dorsal, barbels, marks, back, belly, fin })

export const species: Readonly<Record<string, Species>> = {
  minnow: make(66, 15, 0.4, 'blunt', 'fork', 'mid', 0, 'bars', '#7d8f4e', '#f2dfae', '#c98a4b'),
  bleak: make(82, 17, 0.42, 'point', 'deep', 'far', 0, 'stripe', '#6fa7a4', '#eef3ea', '#a9c2bb'),
  gudgeon: make(78, 17, 0.34, 'blunt', 'fork', 'mid', 1, 'spots', '#9a8458', '#ecdcb4', '#c7ab77'),
  dace: make(88, 20, 0.42, 'point', 'deep', 'mid', 0, 'none', '#7f97a5', '#e8eceb', '#d4a25f'),
  ruffe: make(72, 23, 0.34, 'blunt', 'straight', 'spiny', 0, 'spots', '#8c7f45', '#e6d9a4', '#b6a163'),
  loach: make(90, 13, 0.4, 'blunt', 'round', 'far', 4, 'mottle', '#a27c4d', '#e8d2a0', '#bf9a63'),
  roach: make(84, 28, 0.4, 'point', 'fork', 'mid', 0, 'scales', '#6d8b95', '#eef0e6', '#d0553c'),
  bullhead: make(72, 21, 0.22, 'blunt', 'round', 'double', 0, 'mottle', '#846449', '#d9bd90', '#a98257'),
  rudd: make(84, 32, 0.45, 'point', 'fork', 'far', 0, 'scales', '#b58a35', '#f4e0a1', '#cf3e2d'),
  perch: make(90, 31, 0.34, 'blunt', 'fork', 'spiny', 0, 'bars', '#6f8a3f', '#eddf9e', '#d8552f'),
  crucian: make(80, 38, 0.42, 'blunt', 'straight', 'long', 0, 'scales', '#b08a32', '#ebcd78', '#9c6a24'),
  nase: make(92, 23, 0.4, 'blunt', 'deep', 'mid', 0, 'none', '#75898c', '#eceee6', '#cf6a4a'),
  chub: make(96, 26, 0.36, 'blunt', 'fork', 'mid', 0, 'net', '#80794a', '#eadfb6', '#b8643b'),
  ide: make(94, 29, 0.4, 'blunt', 'fork', 'mid', 0, 'none', '#b0852f', '#f2dca0', '#c4472f'),
  bream: make(92, 43, 0.38, 'point', 'deep', 'far', 0, 'none', '#8d7748', '#dccb98', '#635236'),
  tench: make(92, 32, 0.42, 'blunt', 'straight', 'sail', 1, 'none', '#566b34', '#b9a455', '#3d4c28'),
  barbel: make(106, 22, 0.34, 'long', 'fork', 'mid', 4, 'none', '#8a7442', '#eddcae', '#c57a3f'),
  asp: make(104, 24, 0.4, 'point', 'deep', 'mid', 0, 'stripe', '#5f7f8f', '#eef1ea', '#a97b5d'),
  zander: make(108, 23, 0.36, 'point', 'fork', 'double', 0, 'bars', '#75774a', '#ece5c4', '#a89a63'),
  burbot: make(106, 19, 0.26, 'blunt', 'round', 'ribbon', 1, 'mottle', '#6f5f3a', '#d8c48a', '#8a7749'),
  carp: make(100, 40, 0.36, 'blunt', 'fork', 'long', 2, 'scales', '#8f6f2e', '#e5c477', '#a5562d'),
  grayling: make(100, 25, 0.36, 'point', 'fork', 'sail', 0, 'spots', '#6d7f93', '#e2e3df', '#a44f6d'),
  char: make(98, 25, 0.38, 'point', 'fork', 'mid', 0, 'spots', '#4f6b5c', '#e58a4a', '#d9603a'),
  trout: make(100, 28, 0.4, 'blunt', 'straight', 'mid', 0, 'spots', '#8a6f3c', '#f0d68e', '#b98a45'),
  pike: make(114, 20, 0.52, 'duck', 'fork', 'far', 0, 'mottle', '#5c7440', '#e5e0ab', '#b3713a'),
  salmon: make(112, 29, 0.4, 'point', 'fork', 'mid', 0, 'spots', '#5c7d94', '#f0d9cf', '#7d6a73'),
  eel: make(114, 12, 0.24, 'point', 'ribbon', 'ribbon', 0, 'none', '#4f5a3a', '#cfc07c', '#616b45'),
  catfish: make(114, 25, 0.18, 'blunt', 'ribbon', 'far', 4, 'mottle', '#4e5248', '#c9bfa0', '#3b3f38'),
  sturgeon: make(116, 21, 0.32, 'long', 'shark', 'far', 2, 'scutes', '#70757a', '#e3ddcc', '#575d63'),
  huchen: make(112, 24, 0.38, 'point', 'fork', 'mid', 0, 'spots', '#9a5c3e', '#ecc7a4', '#b5532f'),
}

/** The picture of a fish; a card of somebody's own box borrows one of ours, the same each time it is seen. */
export function portraitOf(name: string): Species {
  const known = Object.hasOwn(species, name) ? species[name] : undefined
  const all = Object.values(species)
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003
  return known ?? (all[sum % all.length] as Species)
}
