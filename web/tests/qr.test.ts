// A small reader of its own checks what the writer wrote: format, mask, error correction and text.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { qr } from '../src/qr.ts'

const checks = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26]
const blocks = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5]
const total = [26, 44, 70, 100, 134, 172, 196, 242, 292, 346]
const centres = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]]

function times(a: number, b: number): number {
  let product = 0
  for (let i = 7; i >= 0; i--) product = (product << 1) ^ ((product >> 7) * 0x11d) ^ (((b >> i) & 1) * a)
  return product & 255
}

function isFixed(row: number, column: number, size: number, version: number): boolean {
  if ((row < 9 && column < 9) || (row < 9 && column >= size - 8) || (row >= size - 8 && column < 9)) return true
  if (row === 6 || column === 6) return true
  if (version >= 7 && ((row < 6 && column >= size - 11) || (column < 6 && row >= size - 11))) return true
  const near = centres[version - 1]!
  const corners = new Set([`6,${size - 7}`, `${size - 7},6`, '6,6'])
  return near.some((r) => near.some((c) => !corners.has(`${r},${c}`) && Math.abs(row - r) < 3 && Math.abs(column - c) < 3))
}

const masks: ((r: number, c: number) => boolean)[] = [
  (r, c) => (r + c) % 2 === 0,
  (r) => r % 2 === 0,
  (_, c) => c % 3 === 0,
  (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0,
  (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
]

function read(rows: boolean[][]): string {
  const size = rows.length
  const version = (size - 17) / 4
  let format = 0
  for (let i = 0; i < 8; i++) format |= Number(rows[8]![size - 1 - i]) << i
  for (let i = 8; i < 15; i++) format |= Number(rows[size - 15 + i]![8]) << i
  format ^= 0x5412
  assert.equal(format >> 13, 0, 'level M')
  const mask = (format >> 10) & 7
  const bits: number[] = []
  let up = true
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right--
    for (let step = 0; step < size; step++) {
      const row = up ? size - 1 - step : step
      for (const column of [right, right - 1]) if (!isFixed(row, column, size, version)) bits.push(Number(rows[row]![column]! !== masks[mask]!(row, column)))
    }
    up = !up
  }
  const words = Array.from({ length: total[version - 1]! }, (_, i) => bits.slice(i * 8, i * 8 + 8).reduce((sum, bit) => sum * 2 + bit, 0))
  const count = blocks[version - 1]!
  const each = checks[version - 1]!
  const dataLength = words.length - count * each
  const short = Math.floor(dataLength / count)
  const lengths = Array.from({ length: count }, (_, i) => short + Number(i >= count - (dataLength % count)))
  const parts: number[][] = lengths.map(() => [])
  let at = 0
  for (let i = 0; i <= short; i++) for (const [j, length] of lengths.entries()) if (i < length) parts[j]!.push(words[at++]!)
  const data = parts.flatMap((part) => [...part])
  for (let i = 0; i < each; i++) for (const part of parts) part.push(words[at++]!)
  for (const part of parts) {
    for (let i = 0, root = 1; i < each; i++, root = times(root, 2)) assert.equal(part.reduce((sum, word) => times(sum, root) ^ word, 0), 0, 'error correction')
  }
  const stream = data.flatMap((word) => Array.from({ length: 8 }, (_, i) => (word >> (7 - i)) & 1))
  const take = (from: number, length: number): number => stream.slice(from, from + length).reduce((sum, bit) => sum * 2 + bit, 0)
  assert.equal(take(0, 4), 4, 'bytes')
  const wide = version < 10 ? 8 : 16
  const length = take(4, wide)
  return new TextDecoder().decode(Uint8Array.from({ length }, (_, i) => take(4 + wide + i * 8, 8)))
}

test('every length from 1 to 213 bytes can be read back', () => {
  for (let length = 1; length <= 213; length += 7) assert.equal(read(qr('x'.repeat(length))), 'x'.repeat(length))
  assert.equal(read(qr('y'.repeat(213))), 'y'.repeat(213))
})

test('a link with a token, and letters beyond ASCII', () => {
  for (const text of ['http://127.0.0.1:8000/#/table/K7QXPLME?seat=0123456789abcdefghijklmnopqrstuvwxyzABCDEFG', 'Grüße vom Tisch €']) assert.equal(read(qr(text)), text)
})

test('too much is refused', () => {
  assert.throws(() => qr('z'.repeat(214)), /213 bytes/)
})
