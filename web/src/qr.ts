/** QR codes of our own: bytes at error correction level M, versions 1 to 10, enough for any link to a seat. */
const dataWords = [16, 28, 44, 64, 86, 108, 124, 154, 182, 216]
const checkWords = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26]
const blockCounts = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5]
const alignments = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]]

/** Logarithms in the field of 256 elements that the code's error correction lives in. */
const power = new Uint8Array(512)
const logarithm = new Uint8Array(256)
for (let i = 0, x = 1; i < 255; i++) {
  power[i] = power[i + 255] = x
  logarithm[x] = i
  x = x & 0x80 ? (x << 1) ^ 0x11d : x << 1
}
const times = (a: number, b: number): number => (a && b ? power[logarithm[a]! + logarithm[b]!]! : 0)

function checksOf(data: Uint8Array, count: number): Uint8Array {
  const generator = new Uint8Array(count)
  generator[count - 1] = 1
  for (let i = 0, root = 1; i < count; i++, root = times(root, 2)) {
    for (let j = 0; j < count; j++) generator[j] = times(generator[j]!, root) ^ (generator[j + 1] ?? 0)
  }
  const rest = new Uint8Array(count)
  for (const byte of data) {
    const factor = byte ^ rest[0]!
    rest.copyWithin(0, 1)
    rest[count - 1] = 0
    for (let j = 0; j < count; j++) rest[j] = rest[j]! ^ times(generator[j]!, factor)
  }
  return rest
}

function wordsOf(bytes: Uint8Array, version: number): Uint8Array {
  const capacity = dataWords[version - 1]!
  const bits: number[] = []
  const push = (value: number, length: number): void => {
    for (let i = length - 1; i >= 0; i--) bits.push((value >> i) & 1)
  }
  push(4, 4)
  push(bytes.length, version < 10 ? 8 : 16)
  for (const byte of bytes) push(byte, 8)
  push(0, Math.min(4, capacity * 8 - bits.length))
  while (bits.length % 8) bits.push(0)
  const data = new Uint8Array(capacity)
  for (let i = 0; i < capacity; i++) {
    data[i] = i * 8 < bits.length ? bits.slice(i * 8, i * 8 + 8).reduce((sum, bit) => sum * 2 + bit, 0) : (i - bits.length / 8) % 2 ? 0x11 : 0xec
  }
  return data
}

/** Blocks of data and their checks, woven into one stream. */
function weave(data: Uint8Array, version: number): number[] {
  const count = blockCounts[version - 1]!
  const short = Math.floor(data.length / count)
  const longer = data.length % count
  const blocks: Uint8Array[] = []
  for (let i = 0, at = 0; i < count; i++) {
    const length = short + (i >= count - longer ? 1 : 0)
    blocks.push(data.subarray(at, at + length))
    at += length
  }
  const checks = blocks.map((block) => checksOf(block, checkWords[version - 1]!))
  const woven: number[] = []
  for (let i = 0; i <= short; i++) for (const block of blocks) if (i < block.length) woven.push(block[i]!)
  for (let i = 0; i < checkWords[version - 1]!; i++) for (const check of checks) woven.push(check[i]!)
  return woven
}

const masks: ((row: number, column: number) => boolean)[] = [
  (r, c) => (r + c) % 2 === 0,
  (r) => r % 2 === 0,
  (_, c) => c % 3 === 0,
  (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0,
  (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
]

function remainder(value: number, polynomial: number, bits: number): number {
  let rest = value
  for (let i = 0; i < bits; i++) rest = (rest << 1) ^ ((rest >> (bits - 1)) * polynomial)
  return (value << bits) | rest
}

class Sheet {
  readonly dark: boolean[][]
  readonly fixed: boolean[][]
  readonly size: number
  readonly version: number

  constructor(size: number, version: number) {
    this.size = size
    this.version = version
    this.dark = Array.from({ length: size }, () => Array<boolean>(size).fill(false))
    this.fixed = Array.from({ length: size }, () => Array<boolean>(size).fill(false))
    for (const [row, column] of [[3, 3], [3, size - 4], [size - 4, 3]] as const) this.finder(row, column)
    const places = alignments[version - 1]!
    for (const row of places) for (const column of places) if (!this.fixed[row]![column]) this.ring(row, column, 2)
    for (let i = 8; i < size - 8; i++) {
      this.set(6, i, i % 2 === 0)
      this.set(i, 6, i % 2 === 0)
    }
    this.format(0)
    if (version >= 7) this.versionSign()
  }

  set(row: number, column: number, dark: boolean): void {
    this.dark[row]![column] = dark
    this.fixed[row]![column] = true
  }

  private ring(row: number, column: number, reach: number): void {
    for (let r = -reach; r <= reach; r++) for (let c = -reach; c <= reach; c++) this.set(row + r, column + c, Math.max(Math.abs(r), Math.abs(c)) !== 1)
  }

  private finder(row: number, column: number): void {
    for (let r = -4; r <= 4; r++) {
      for (let c = -4; c <= 4; c++) {
        const far = Math.max(Math.abs(r), Math.abs(c))
        if (row + r >= 0 && row + r < this.size && column + c >= 0 && column + c < this.size) this.set(row + r, column + c, far !== 2 && far !== 4)
      }
    }
  }

  /** The fifteen bits that say level M (00) and which mask. */
  format(mask: number): void {
    const bits = remainder(mask, 0x537, 10) ^ 0x5412
    const bit = (i: number): boolean => ((bits >> i) & 1) === 1
    for (let i = 0; i <= 5; i++) this.set(i, 8, bit(i))
    this.set(7, 8, bit(6))
    this.set(8, 8, bit(7))
    this.set(8, 7, bit(8))
    for (let i = 9; i < 15; i++) this.set(8, 14 - i, bit(i))
    for (let i = 0; i < 8; i++) this.set(8, this.size - 1 - i, bit(i))
    for (let i = 8; i < 15; i++) this.set(this.size - 15 + i, 8, bit(i))
    this.set(this.size - 8, 8, true)
  }

  private versionSign(): void {
    const bits = remainder(this.version, 0x1f25, 12)
    for (let i = 0; i < 18; i++) {
      const dark = ((bits >> i) & 1) === 1
      const far = this.size - 11 + (i % 3)
      this.set(Math.floor(i / 3), far, dark)
      this.set(far, Math.floor(i / 3), dark)
    }
  }

  fill(stream: readonly number[]): void {
    let at = 0
    for (let right = this.size - 1; right >= 1; right -= 2) {
      if (right === 6) right = 5
      for (let step = 0; step < this.size; step++) {
        const row = ((right + 1) & 2) === 0 ? this.size - 1 - step : step
        for (const column of [right, right - 1]) {
          if (this.fixed[row]![column]) continue
          this.dark[row]![column] = at < stream.length * 8 && ((stream[at >> 3]! >> (7 - (at & 7))) & 1) === 1
          at++
        }
      }
    }
  }

  flip(mask: number): void {
    const wants = masks[mask]!
    for (let r = 0; r < this.size; r++) for (let c = 0; c < this.size; c++) if (!this.fixed[r]![c] && wants(r, c)) this.dark[r]![c] = !this.dark[r]![c]
  }

  /** How hard this pattern is to read: the standard's four penalties. */
  penalty(): number {
    let total = 0
    let darkCount = 0
    const columns = this.dark.map((_, c) => this.dark.map((row) => row[c]!))
    for (const line of [...this.dark, ...columns]) {
      const text = line.map((dark) => (dark ? '1' : '0')).join('')
      for (const run of text.match(/0{5,}|1{5,}/g) ?? []) total += run.length - 2
      for (let i = 0; i + 11 <= text.length; i++) {
        const part = text.slice(i, i + 11)
        if (part === '10111010000' || part === '00001011101') total += 40
      }
    }
    for (let r = 0; r < this.size; r++) {
      for (let c = 0; c < this.size; c++) {
        const here = this.dark[r]![c]!
        if (here) darkCount++
        if (r && c && here === this.dark[r - 1]![c] && here === this.dark[r]![c - 1] && here === this.dark[r - 1]![c - 1]) total += 3
      }
    }
    return total + Math.floor(Math.abs((darkCount * 20) / (this.size * this.size) - 10)) * 10
  }
}

/** Rows of dark and light squares, without the quiet edge. */
export function qr(text: string): boolean[][] {
  const bytes = new TextEncoder().encode(text)
  const version = dataWords.findIndex((words, i) => bytes.length + (i < 9 ? 2 : 3) <= words) + 1
  if (!version) throw new Error(`a QR code of ours holds 213 bytes, not ${bytes.length}`)
  const stream = weave(wordsOf(bytes, version), version)
  let best: { penalty: number; rows: boolean[][] } | undefined
  for (let mask = 0; mask < 8; mask++) {
    const sheet = new Sheet(17 + 4 * version, version)
    sheet.fill(stream)
    sheet.flip(mask)
    sheet.format(mask)
    const penalty = sheet.penalty()
    if (!best || penalty < best.penalty) best = { penalty, rows: sheet.dark }
  }
  return best!.rows
}
