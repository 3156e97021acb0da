import { Matrix4, Quaternion, Vector3 } from 'three'

/** For each number the die's own axis and side (see arena/die.py), and which axis points along `turn`. */
const axes: Readonly<Record<number, readonly [0 | 1 | 2, 1 | -1]>> = { 1: [2, 1], 2: [0, 1], 3: [1, 1], 4: [1, -1], 5: [0, -1], 6: [2, -1] }
const pointers = [1, 2, 0] as const

/** How a die lies flat that shows `up` and is turned by so many degrees. */
export function flat(up: number, turn: number): Quaternion {
  const [axis, side] = axes[up] ?? [2, 1]
  const pointer = pointers[axis]
  const third = (3 - axis - pointer) as 0 | 1 | 2
  const angle = (turn * Math.PI) / 180
  const columns: [Vector3, Vector3, Vector3] = [new Vector3(), new Vector3(), new Vector3()]
  columns[axis].set(0, 0, side)
  columns[pointer].set(Math.cos(angle), Math.sin(angle), 0)
  columns[third].crossVectors(columns[axis], columns[pointer]) // axis, pointer and third go round in this order, so it is right-handed
  return new Quaternion().setFromRotationMatrix(new Matrix4().makeBasis(...columns))
}
