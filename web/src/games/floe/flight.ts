/** A throw's trajectory as `arena/trajectory.py` packs it. */
export interface Flight {
  frames: number
  frameMs: number
  /** For each die the frame in which it touched the water, or -1. */
  splashes: readonly number[]
  /** Position in millimetres and quaternion (x, y, z, w) of a die in a frame. */
  pose(die: number, frame: number): readonly [number, number, number, number, number, number, number]
}

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text), (mark) => mark.charCodeAt(0))

/** How long it lasts at its own speed, read from the head alone. */
export function lengthOf(text: string): number {
  const head = bytesOf(text.slice(0, 12))
  return head.length < 8 ? 0 : head[5]! * (head[6]! + 256 * head[7]!)
}

export async function decode(text: string): Promise<Flight> {
  const bytes = bytesOf(text)
  const head = new DataView(bytes.buffer)
  if (String.fromCharCode(...bytes.subarray(0, 4)) !== 'RMT1') throw new Error('this is no trajectory')
  const dice = head.getUint8(4)
  const frameMs = head.getUint8(5)
  const frames = head.getUint16(6, true)
  const splashes = Array.from({ length: dice }, (_, die) => head.getInt16(8 + 2 * die, true))
  const packed = new Blob([bytes.subarray(8 + 2 * dice)]).stream().pipeThrough(new DecompressionStream('deflate'))
  const body = new DataView(await new Response(packed).arrayBuffer())
  const values = new Int16Array(dice * 7 * frames)
  for (let row = 0; row < dice * 7; row++) {
    let value = 0
    let speed = 0
    for (let frame = 0; frame < frames; frame++) {
      const step = body.getInt16(2 * (row * frames + frame), true)
      if (frame === 0) value = step
      else {
        speed = frame === 1 ? step : speed + step
        value += speed
      }
      values[row * frames + frame] = value // wraps to sixteen bits, as the packing does
    }
  }
  const at = (die: number, part: number, frame: number): number => values[(die * 7 + part) * frames + frame] ?? 0
  return {
    frames,
    frameMs,
    splashes,
    pose: (die, frame) => [at(die, 0, frame) / 10, at(die, 1, frame) / 10, at(die, 2, frame) / 10, at(die, 4, frame), at(die, 5, frame), at(die, 6, frame), at(die, 3, frame)],
  }
}
