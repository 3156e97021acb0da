import type { Species } from './species.ts'

type Point = readonly [number, number]
type Curve = readonly [Point, Point, Point, Point]

const middle = 34
const round = (n: number): number => Math.round(n * 10) / 10
const at = ([a, b, c, d]: Curve, t: number): Point => {
  const u = 1 - t
  const mix = (i: 0 | 1): number => u ** 3 * a[i] + 3 * u * u * t * b[i] + 3 * u * t * t * c[i] + t ** 3 * d[i]
  return [mix(0), mix(1)]
}
const path = (...parts: (string | Point | number)[]): string =>
  parts.map((p) => (typeof p === 'string' ? p : typeof p === 'number' ? round(p) : `${round(p[0])} ${round(p[1])}`)).join(' ')

export interface Outline {
  body: string
  belly: string
  tail: string
  dorsals: string[]
  lower: string[]
  gill: string
  mouth: string
  eye: Point
  barbels: string[]
  bars: string[]
  dots: { x: number; y: number; r: number }[]
  stripe: string
  arcs: string[]
}

/** The strokes of one fish, head to the left. */
export function outline(fish: Species): Outline {
  const snoutX = (120 - fish.length) / 2
  const tailX = snoutX + fish.length * (fish.tail === 'ribbon' ? 0.94 : 0.83)
  const endX = snoutX + fish.length
  const span = tailX - snoutX
  const up = fish.depth * 0.54
  const down = fish.depth * 0.46
  const wrist = fish.tail === 'ribbon' ? 0.8 : Math.max(2.2, fish.depth * 0.13)
  const lift = { point: 0.5, blunt: 1.15, duck: 0.05, long: -0.15 }[fish.snout]
  const snout: Point = [snoutX, middle + (fish.snout === 'blunt' ? 1 : 2)]
  const peak = snoutX + span * fish.hump
  const back: Curve = [
    snout,
    [snoutX + span * (fish.snout === 'blunt' ? 0.03 : 0.14), middle - up * lift],
    [peak + span * 0.1, middle - up * 1.45],
    [tailX, middle - wrist],
  ]
  const under: Curve = [
    [tailX, middle + wrist],
    [peak + span * 0.16, middle + down * 1.42],
    [snoutX + span * 0.12, middle + down * (fish.snout === 'long' ? 0.75 : 1.05)],
    snout,
  ]
  const body = path('M', back[0], 'C', back[1], back[2], back[3], 'L', under[0], 'C', under[1], under[2], under[3], 'Z')
  const belly = path('M', snout, 'C', [snoutX + span * 0.3, middle + 3], [tailX - span * 0.3, middle + 4], under[0], 'C', under[1], under[2], under[3], 'Z')
  const gillTop = at(back, 0.3)
  const gillLow = at(under, 0.74)
  return {
    body,
    belly,
    tail: tailOf(fish, tailX, endX, wrist),
    dorsals: dorsalsOf(fish, back),
    lower: lowerOf(fish, under),
    gill: path('M', gillTop[0], gillTop[1] + 2, 'Q', gillTop[0] + 5, middle, gillLow[0] + 1, gillLow[1] - 2),
    mouth: path('M', snout[0] + 0.5, snout[1], 'q', span * (fish.snout === 'duck' ? 0.1 : 0.04), 0.3, span * (fish.snout === 'duck' ? 0.14 : 0.06), 2.2),
    eye: [snoutX + span * (fish.snout === 'duck' || fish.snout === 'long' ? 0.17 : 0.11), middle - fish.depth * 0.08 - 0.5],
    barbels: barbelsOf(fish, snout),
    bars: fish.marks === 'bars' ? [0.38, 0.5, 0.62, 0.74, 0.86].map((t) => barAt(back, under, t)) : [],
    dots: dotsOf(fish, back, under),
    stripe: fish.marks === 'stripe' ? path('M', gillTop[0] + 5, middle, 'Q', tailX - span * 0.3, middle + 2.5, tailX, middle) : '',
    arcs: arcsOf(fish, back, under),
  }
}

function tailOf(fish: Species, x: number, end: number, wrist: number): string {
  const h = Math.max(8, fish.depth * 0.42)
  const top: Point = [x, middle - wrist]
  const low: Point = [x, middle + wrist]
  const length = end - x
  switch (fish.tail) {
    case 'fork':
      return path('M', top, 'Q', x + length * 0.5, middle - h * 0.9, end, middle - h, 'Q', end - length * 0.35, middle, end, middle + h, 'Q', x + length * 0.5, middle + h * 0.9, low, 'Z')
    case 'deep':
      return path('M', top, 'Q', x + length * 0.4, middle - h, end, middle - h * 1.2, 'Q', end - length * 0.75, middle, end, middle + h * 1.2, 'Q', x + length * 0.4, middle + h, low, 'Z')
    case 'round':
      return path('M', top, 'Q', x + length * 0.4, middle - h, end - 2, middle - h * 0.5, 'Q', end + 2, middle, end - 2, middle + h * 0.5, 'Q', x + length * 0.4, middle + h, low, 'Z')
    case 'straight':
      return path('M', top, 'Q', x + length * 0.5, middle - h * 0.7, end, middle - h, 'L', end - 1, middle + h, 'Q', x + length * 0.5, middle + h * 0.7, low, 'Z')
    case 'shark':
      return path('M', top, 'L', end + 1, middle - h * 1.5, 'Q', end - length * 0.4, middle - 1, end - length * 0.2, middle + h * 0.8, 'L', low, 'Z')
    case 'ribbon':
      return path('M', x - 20, middle - 4, 'Q', end - 4, middle - 5, end, middle, 'Q', end - 4, middle + 6, x - 26, middle + 4.5, 'Z')
  }
}

function fin(curve: Curve, from: number, to: number, height: number, lean: number): string {
  const a = at(curve, from)
  const b = at(curve, to)
  const tip: Point = [a[0] + (b[0] - a[0]) * lean, Math.min(a[1], b[1]) - height]
  return path('M', a[0], a[1] + 1.5, 'Q', a[0] + (tip[0] - a[0]) * 0.3, tip[1], tip, 'Q', b[0] - 1, tip[1] + height * 0.5, b[0], b[1] + 1.5, 'Z')
}

function spiny(curve: Curve, from: number, to: number, height: number): string {
  const parts: (string | Point)[] = ['M', at(curve, from)]
  const spikes = 6
  for (let i = 0; i < spikes; i++) {
    const a = at(curve, from + ((to - from) * (i + 0.35)) / spikes)
    const b = at(curve, from + ((to - from) * (i + 1)) / spikes)
    const rise = height * (1 - (i / spikes) * 0.6)
    parts.push('L', [a[0], a[1] - rise], 'L', [b[0], b[1] - rise * 0.55])
  }
  parts.push('L', at(curve, to), 'Z')
  return path(...parts)
}

function dorsalsOf(fish: Species, back: Curve): string[] {
  const h = Math.max(6, fish.depth * 0.28)
  switch (fish.dorsal) {
    case 'mid':
      return [fin(back, 0.46, 0.66, h, 0.3)]
    case 'far':
      return [fin(back, 0.66, 0.84, h * 0.9, 0.4)]
    case 'long':
      return [fin(back, 0.36, 0.84, h * 0.8, 0.16)]
    case 'sail':
      return [fin(back, 0.4, 0.72, h * (fish.marks === 'spots' ? 1.7 : 1.1), 0.62)]
    case 'spiny':
      return [spiny(back, 0.32, 0.64, h * 1.1), fin(back, 0.66, 0.82, h * 0.7, 0.3)]
    case 'double':
      return [spiny(back, 0.34, 0.58, h), fin(back, 0.62, 0.86, h * 0.8, 0.2)]
    case 'ribbon':
      return [fin(back, 0.44, 0.98, 4.5, 0.2)]
  }
}

function lowerOf(fish: Species, under: Curve): string[] {
  const flip = (from: number, to: number, height: number, lean: number): string => {
    const a = at(under, from)
    const b = at(under, to)
    const tip: Point = [b[0] + (a[0] - b[0]) * lean, Math.max(a[1], b[1]) + height]
    return path('M', b[0], b[1] - 1.5, 'Q', b[0] + 2, tip[1] - height * 0.2, tip, 'Q', a[0], tip[1] - height * 0.4, a[0], a[1] - 1.5, 'Z')
  }
  const h = Math.max(5, fish.depth * 0.24)
  if (fish.dorsal === 'ribbon' || fish.tail === 'ribbon') return [flip(0.1, 0.5, 5, 0.6)]
  return [flip(0.16, 0.32, h, 0.7), flip(0.46, 0.58, h * 0.9, 0.75)]
}

function barbelsOf(fish: Species, [x, y]: Point): string[] {
  const all = [
    path('M', x + 2, y + 2, 'q', -1, 5, 2, 8),
    path('M', x + 5, y + 3, 'q', 0, 5, 4, 7),
    path('M', x + 1, y - 1, 'q', -6, -3, -8, -8),
    path('M', x + 2, y + 1, 'q', -6, 2, -8, 8),
  ]
  return fish.barbels === 4 ? all : all.slice(0, fish.barbels)
}

function barAt(back: Curve, under: Curve, t: number): string {
  const top = at(back, t)
  const low = at(under, 1 - t)
  const height = (low[1] - top[1]) * 0.62
  return path('M', top[0], top[1] + 1, 'q', 2.5, height * 0.5, 0, height)
}

function dotsOf(fish: Species, back: Curve, under: Curve): Outline['dots'] {
  const places: [number, number, number][] =
    fish.marks === 'spots'
      ? [[0.36, 0.24, 1.2], [0.44, 0.46, 1.1], [0.5, 0.2, 1.3], [0.56, 0.5, 1], [0.62, 0.26, 1.2], [0.7, 0.45, 1.1], [0.76, 0.24, 1], [0.84, 0.42, 0.9], [0.4, 0.62, 0.8], [0.64, 0.66, 0.8]]
      : fish.marks === 'mottle'
        ? [[0.34, 0.3, 2], [0.46, 0.5, 2.4], [0.52, 0.2, 1.8], [0.6, 0.44, 2.2], [0.7, 0.26, 1.9], [0.78, 0.48, 1.7], [0.88, 0.36, 1.4]]
        : fish.marks === 'scutes'
          ? [[0.3, 0.02, 2], [0.42, 0.02, 2], [0.54, 0.03, 1.9], [0.66, 0.04, 1.7], [0.36, 0.6, 1.4], [0.48, 0.6, 1.4], [0.6, 0.6, 1.4], [0.72, 0.6, 1.2], [0.84, 0.55, 1]]
          : []
  return places.map(([t, share, r]) => {
    const top = at(back, t)
    const low = at(under, 1 - t)
    return { x: round(top[0]), y: round(top[1] + (low[1] - top[1]) * share), r }
  })
}

function arcsOf(fish: Species, back: Curve, under: Curve): string[] {
  if (fish.marks !== 'scales' && fish.marks !== 'net') return []
  const arcs: string[] = []
  const rows = fish.marks === 'scales' ? [0.25, 0.45, 0.65] : [0.35, 0.6]
  for (const [row, share] of rows.entries()) {
    for (let t = 0.4 + row * 0.04; t < 0.86; t += 0.095) {
      const top = at(back, t)
      const low = at(under, 1 - t)
      const y = top[1] + (low[1] - top[1]) * share
      arcs.push(path('M', top[0], y - 2.4, 'q', 3, 2.4, 0, 4.8))
    }
  }
  return arcs
}
