import type { Draw, Proof } from '../wire.ts'

export type Verdict = { good: true; dice: number } | { good: false; seal: true } | { good: false; seal: false; entry: number; found: string; said: string }

/** What each entry of the log claims to have drawn; undefined where it claims nothing. */
export type Claims = readonly (readonly number[] | undefined)[]

const range = 2 ** 48

const bytesOf = (hex: string): Uint8Array<ArrayBuffer> => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16))
const hexOf = (bytes: ArrayBuffer): string => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Recompute every die from the opened secret with the browser's own cryptography, and compare it with the log. */
export async function check(proof: Proof, claims: Claims, progress: (done: number) => void): Promise<Verdict> {
  const seed = bytesOf(proof.seed)
  if (hexOf(await crypto.subtle.digest('SHA-256', seed)) !== proof.commit) return { good: false, seal: true }
  const key = await crypto.subtle.importKey('raw', seed, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const salts = Object.entries(proof.salts)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([letter, salt]) => `${letter}=${salt}`)
    .join(',')
  let counter = 0

  async function number(total: number): Promise<number> {
    for (;;) {
      const signed = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(`${salts};${counter}`))
      counter += 1
      const value = new Uint8Array(signed, 0, 6).reduce((sum, byte) => sum * 256 + byte, 0)
      if (value < range - (range % total)) return value % total
    }
  }
  async function redraw(draw: Draw): Promise<number> {
    let left = await number(draw.total)
    if (!draw.weights.length) return left
    return draw.weights.findIndex((weight) => (left -= weight) < 0)
  }

  if (proof.lot) {
    const found = await redraw(proof.lot)
    if (found !== proof.lot.choice) return { good: false, seal: false, entry: 0, found: String(found), said: String(proof.lot.choice) }
  }
  const made = new Map<number, number[]>()
  for (const [done, draw] of proof.draws.entries()) {
    const found = await redraw(draw)
    if (found !== draw.choice) return { good: false, seal: false, entry: draw.entry + 1, found: String(found), said: String(draw.choice) }
    made.set(draw.entry, [...(made.get(draw.entry) ?? []), found])
    if (done % 25 === 0) progress(done)
  }
  for (const [entry, claim] of claims.entries()) {
    const found = (made.get(entry) ?? []).join(' ')
    if (claim && claim.join(' ') !== found) return { good: false, seal: false, entry: entry + 1, found, said: claim.join(' ') }
  }
  return { good: true, dice: proof.draws.length }
}
