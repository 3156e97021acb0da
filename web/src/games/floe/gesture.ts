/** What a hand decides about a throw, in the record's words and whole numbers. */
export interface Gesture {
  from: number
  aim: number
  speed: number
  height: number
  spin: number
}
export type Part = keyof Gesture

export const reach: Readonly<Record<Part, { low: number; high: number; step: number }>> = {
  from: { low: -120, high: 120, step: 5 },
  aim: { low: -60, high: 60, step: 1 },
  speed: { low: 20, high: 400, step: 5 },
  height: { low: 20, high: 150, step: 5 },
  spin: { low: -150, high: 150, step: 5 },
}
export const parts = Object.keys(reach) as readonly Part[]
export const usual: Gesture = { from: 0, aim: 0, speed: 140, height: 50, spin: 50 }

export const within = (part: Part, value: number): number => Math.round(Math.max(reach[part].low, Math.min(reach[part].high, value)))
export const throwWords = (gesture: Gesture): string => ['throw', ...parts.map((part) => `${part}=${within(part, gesture[part])}`)].join(' ')

const degrees = (radians: number): number => (radians * 180) / Math.PI

/** A finger's way over the picture as a throw: pulled back like a catapult, or flicked forwards. */
export function fromDrag(across: number, down: number, milliseconds: number, height: number): Pick<Gesture, 'aim' | 'speed'> | undefined {
  const length = Math.hypot(across, down)
  if (length < 14) return undefined
  if (down > 0) return { aim: within('aim', degrees(Math.atan2(-across, down))), speed: within('speed', 40 + 330 * (length / (0.6 * height)) ** 1.3) }
  return { aim: within('aim', degrees(Math.atan2(across, -down))), speed: within('speed', 40 + (150 * length) / Math.max(60, milliseconds)) }
}
