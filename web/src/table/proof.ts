import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Draw, Proof } from '../wire.ts'

export type Verdict = { good: true; dice: number } | { good: false; seal: true } | { good: false; seal: false; entry: number; found: string; said: string }

/** What each entry of the log claims to have drawn; undefined where it claims nothing. */
export type Claims = readonly (readonly number[] | undefined)[]

const range = 2 ** 48

/** Recompute every die from the opened secret and compare it with the log. Browsers keep their own cryptography from pages
    without https, which a table in the living room is, so the page brings what it needs. */
export function check(proof: Proof, claims: Claims): Verdict {
  const seed = hexToBytes(proof.seed)
  if (bytesToHex(sha256(seed)) !== proof.commit) return { good: false, seal: true }
  const salts = Object.entries(proof.salts)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([letter, salt]) => `${letter}=${salt}`)
    .join(',')
  let counter = 0

  function number(total: number): number {
    for (;;) {
      const signed = hmac(sha256, seed, utf8ToBytes(`${salts};${counter}`))
      counter += 1
      const value = signed.subarray(0, 6).reduce((sum, byte) => sum * 256 + byte, 0)
      if (value < range - (range % total)) return value % total
    }
  }
  function redraw(draw: Draw): number {
    let left = number(draw.total)
    if (!draw.weights.length) return left
    return draw.weights.findIndex((weight) => (left -= weight) < 0)
  }

  if (proof.lot) {
    const found = redraw(proof.lot)
    if (found !== proof.lot.choice) return { good: false, seal: false, entry: 0, found: String(found), said: String(proof.lot.choice) }
  }
  const made = new Map<number, number[]>()
  for (const draw of proof.draws) {
    const found = redraw(draw)
    if (found !== draw.choice) return { good: false, seal: false, entry: draw.entry + 1, found: String(found), said: String(draw.choice) }
    made.set(draw.entry, [...(made.get(draw.entry) ?? []), found])
  }
  for (const [entry, claim] of claims.entries()) {
    const found = (made.get(entry) ?? []).join(' ')
    if (claim && claim.join(' ') !== found) return { good: false, seal: false, entry: entry + 1, found, said: claim.join(' ') }
  }
  return { good: true, dice: proof.draws.length }
}
