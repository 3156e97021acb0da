import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Chance, Facts, Reader } from '../games/chances.ts'
import type { Draw } from '../wire.ts'
import { houseSalted, isSealed, originOf, type Logbook } from './logbook.ts'
import { promiseOf, type Pledge } from './pledge.ts'

/** Something that does not fit. */
export type Doubt =
  /** the opened secret and its fingerprint; the fingerprint and the one this device saw first; the component file */
  | { about: 'seal' | 'commit' | 'components' }
  /** a seat's number: not the one fixed with the secret, not the one drawn here, not the one that was promised */
  | { about: 'house' | 'own' | 'promise'; seat: string }
  /** the logbook and what was played on this device */
  | { about: 'log'; entry: number }
  /** a die or card, or who begins */
  | { about: 'die' | 'lot'; entry: number; found: string; said: string }

export interface Verdict {
  readonly doubts: readonly Doubt[]
  /** How many dice and cards were recomputed. */
  readonly dice: number
  /** Seats whose number was drawn here and is not in the dice, because it was not opened in time. */
  readonly lost: readonly string[]
  /** Seats whose number was drawn here and is in the dice. */
  readonly own: readonly string[]
}

/** All that a check looks at. */
export interface Evidence {
  readonly book: Logbook
  /** The component file as its digest is made of it. */
  readonly facts: string
  /** What the server says the weights were; believed only where a component file cannot tell (a reader says so). */
  readonly draws: readonly Draw[]
  readonly reader: (facts: Facts) => Reader
  readonly pledge?: Pledge | undefined
  /** The entries as they were played on this device, as far as it saw them. */
  readonly lived?: readonly { seat: string; words: string }[] | undefined
}

const range = 2 ** 48

/** Recompute every die and compare all that this device knows. Browsers keep their own cryptography from pages without
    https, which a table in the living room is, so the page brings what it needs. */
export function check(evidence: Evidence): Verdict {
  const { book } = evidence
  // The dice of an older record have the numbers of those who played it: what this device drew is not among them.
  const pledge = originOf(book)?.sameDice ? undefined : evidence.pledge
  const doubts = [...checkPromise(book, evidence.pledge), ...checkSalts(book, pledge), ...checkFacts(evidence), ...checkLog(evidence)]
  const mine = ownSeats(pledge)
  const lost = mine.filter((seat) => houseSalted(book, seat) === 'unopened')
  const own = mine.filter((seat) => book.salts[seat] === pledge?.own[seat])
  const [dice, wrong] = redraw(evidence)
  return { doubts: [...doubts, ...wrong], dice, lost, own }
}

/** The seats that had this device's number when the numbers were opened. */
function ownSeats(pledge: Pledge | undefined): string[] {
  if (!pledge) return []
  const { own, promises } = pledge
  return Object.keys(own).filter((seat) => !promises || promises[seat] === promiseOf(own[seat] ?? ''))
}

function checkPromise(book: Logbook, pledge: Pledge | undefined): Doubt[] {
  const fits = isHex(book.reveal) && bytesToHex(sha256(hexToBytes(book.reveal))) === book.commit
  return [...(fits ? [] : [{ about: 'seal' } as const]), ...(pledge && pledge.commit !== book.commit ? [{ about: 'commit' } as const] : [])]
}

function checkSalts(book: Logbook, pledge: Pledge | undefined): Doubt[] {
  const doubts: Doubt[] = []
  for (const seat of book.seats) {
    const salt = book.salts[seat] ?? ''
    const why = houseSalted(book, seat)
    const drawn = ownSeats(pledge).includes(seat)
    const promised = pledge?.promises?.[seat]
    if ((isSealed(book) && why && salt !== houseSalt(book.reveal, seat)) || ((why || pledge?.bots.includes(seat)) && pledge && salt !== pledge.house[seat])) doubts.push({ about: 'house', seat })
    else if (drawn && why !== 'unopened' && salt !== pledge?.own[seat]) doubts.push({ about: 'own', seat })
    else if (pledge?.promises && why !== 'unopened' && (promised ? !isHex(salt) || promiseOf(salt) !== promised : salt !== pledge.house[seat])) doubts.push({ about: 'promise', seat })
  }
  return doubts
}

/** What the house puts in for a seat, as the secret fixes it. */
function houseSalt(seed: string, seat: string): string {
  return isHex(seed) ? bytesToHex(hmac(sha256, hexToBytes(seed), utf8ToBytes(`salt ${seat}`))).slice(0, 32) : ''
}

const isHex = (text: string): boolean => /^([0-9a-f]{2})+$/.test(text)

function checkFacts({ book, facts, pledge }: Evidence): Doubt[] {
  const digest = bytesToHex(sha256(utf8ToBytes(facts)))
  // Records of long ago may not say what they were played with.
  const fits = (!book.components || book.components === digest) && (!pledge || pledge.components === digest)
  return fits ? [] : [{ about: 'components' }]
}

function checkLog({ book, lived }: Evidence): Doubt[] {
  // Which lure another draws is secret while Lure is played: a device was told less than the logbook says.
  const entry = (lived ?? []).findIndex((line, place) => {
    const written = book.entries[place]
    if (written?.seat !== line.seat) return true
    return line.words === 'draw lure' ? !written.words.startsWith('draw ') : written.words !== line.words
  })
  return entry < 0 ? [] : [{ about: 'log', entry: entry + 1 }]
}

function redraw({ book, facts, draws, reader }: Evidence): [number, Doubt[]] {
  if (!isHex(book.reveal)) return [0, []]
  const number = numbers(book)
  if (book.options['first'] === 'lot') {
    const found = book.seats[number(book.seats.length)] ?? ''
    if (found !== book.first) return [0, [{ about: 'lot', entry: 0, found, said: book.first }]]
  }
  const listed = new Map<number, (readonly number[])[]>()
  for (const draw of draws) listed.set(draw.entry, [...(listed.get(draw.entry) ?? []), draw.weights])
  const claims = reader(JSON.parse(facts) as Facts)
  const begun = originOf(book)?.drawnFrom ?? 0
  let dice = 0
  for (const [place, entry] of book.entries.entries()) {
    const claimed = claims(entry.seat, entry.words, listed.get(place) ?? [])
    if (place < begun) continue // of another secret
    const found = claimed?.map((chance) => fall(chance, number)) ?? []
    const said = claimed?.map((chance) => chance.choice) ?? []
    if (found.join(' ') !== said.join(' ')) return [dice, [{ about: 'die', entry: place + 1, found: found.join(' '), said: said.join(' ') }]]
    dice += found.length
  }
  return [dice, []]
}

/** The fair dice of a logbook: each call is the next number from 0 to total − 1. */
function numbers(book: Logbook): (total: number) => number {
  const seed = hexToBytes(book.reveal)
  const salts = Object.entries(book.salts)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([letter, salt]) => `${letter}=${salt}`)
    .join(',')
  let counter = 0
  return (total) => {
    for (;;) {
      const signed = hmac(sha256, seed, utf8ToBytes(`${salts};${counter}`))
      counter += 1
      const value = signed.subarray(0, 6).reduce((sum, byte) => sum * 256 + byte, 0)
      if (value < range - (range % total)) return value % total
    }
  }
}

function fall({ weights }: Chance, number: (total: number) => number): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  if (total <= 0) return -1 // by the component file nothing can come here
  let left = number(total)
  return weights.findIndex((weight) => (left -= weight) < 0)
}
