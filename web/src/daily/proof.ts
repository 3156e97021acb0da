import type { DayReply } from '../wire.ts'

const bytes = (hex: string): Uint8Array => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16))
const hex = (data: ArrayBuffer): string => Array.from(new Uint8Array(data), (one) => one.toString(16).padStart(2, '0')).join('')

/** On which sides the hashes beside a day's way to the root stand: that says which day of the year it is. */
function sidesOf(date: string): string {
  const year = Number(date.slice(0, 4))
  let row = (Date.UTC(year + 1, 0, 1) - Date.UTC(year, 0, 1)) / 86_400_000
  let place = (Date.parse(date) - Date.UTC(year, 0, 1)) / 86_400_000
  let sides = ''
  for (; row > 1; row = Math.ceil(row / 2), place = Math.floor(place / 2)) if ((place ^ 1) < row) sides += place & 1 ? '<' : '>'
  return sides
}

/** Whether a day's key was promised for it (docs/daily.md); undefined where this browser cannot reckon it. */
export async function isPromised(day: DayReply): Promise<boolean | undefined> {
  const subtle = (globalThis.crypto as Crypto | undefined)?.subtle as SubtleCrypto | undefined // missing without https
  if (!subtle) return undefined
  let node = hex(await subtle.digest('SHA-256', bytes(day.key) as BufferSource))
  for (const step of day.path) {
    const other = step.slice(1)
    node = hex(await subtle.digest('SHA-256', bytes(`01${step.startsWith('<') ? other + node : node + other}`) as BufferSource))
  }
  return node === day.root && day.path.map((step) => step.charAt(0)).join('') === sidesOf(day.date)
}
