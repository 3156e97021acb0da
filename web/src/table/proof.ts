import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Chance, Facts, Reader, Rounds } from '../games/chances.ts'
import type { Draw } from '../wire.ts'
import { houseSalted, isDealt, isKeyed, isSealed, originOf, type Logbook } from './logbook.ts'
import { promiseOf, type Pledge } from './pledge.ts'

/** Something that does not fit. */
export type Doubt =
  /** the opened secret and its fingerprint; the fingerprint and the one this device saw first; the component file */
  | { about: 'seal' | 'commit' | 'components' }
  /** a seat's number: not the one fixed with the secret, not the one drawn here, not the one that was promised */
  | { about: 'house' | 'own' | 'promise'; seat: string }
  /** the logbook and what was played on this device; `line` is the file's */
  | { about: 'log'; line: number }
  /** who begins */
  | { about: 'lot'; found: string; said: string }
  /** dice or cards, in the logbook's words: what it says, and what the secret gives */
  | { about: 'die'; line: number; found: string; said: string }

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
  readonly rounds?: Rounds | undefined
  readonly pledge?: Pledge | undefined
  /** The entries as they were played on this device, as far as it saw them. */
  readonly lived?: readonly { seat: string; words: string }[] | undefined
}

const range = 2 ** 48

/** Recompute every die and compare all that this device knows. Browsers keep their own cryptography from pages without
    https, which a table in the living room is, so the page brings what it needs. */
export function check(evidence: Evidence): Verdict {
  const { book } = evidence
  // The dice of an older record or of another table have the numbers of those who played there: what this device drew is not
  // among them.
  const pledge = originOf(book)?.sameDice || isDealt(book) ? undefined : evidence.pledge
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
  const place = (lived ?? []).findIndex((line, at) => {
    const written = book.entries[at]
    if (written?.seat !== line.seat) return true
    return line.words === 'draw lure' ? !written.words.startsWith('draw ') : written.words !== line.words
  })
  return place < 0 ? [] : [{ about: 'log', line: book.entries[place]?.line ?? (book.entries.at(-1)?.line ?? 0) + 1 }]
}

function redraw({ book, facts, draws, reader, rounds }: Evidence): [number, Doubt[]] {
  if (!isHex(book.reveal)) return [0, []]
  const number = isKeyed(book) ? keyedNumbers(book) : numbers(book)
  const placeOf = places(rounds)
  if (book.options['first'] === 'lot') {
    const found = book.seats[number(book.seats.length, 'lot')] ?? ''
    if (found !== book.first) return [0, [{ about: 'lot', found, said: book.first }]]
  }
  const listed = new Map<number, (readonly number[])[]>()
  for (const draw of draws) listed.set(draw.entry, [...(listed.get(draw.entry) ?? []), draw.weights])
  const claims = reader(JSON.parse(facts) as Facts)
  const begun = originOf(book)?.drawnFrom ?? 0
  let dice = 0
  for (const [place, entry] of book.entries.entries()) {
    const claimed = claims(entry.seat, entry.words, listed.get(place) ?? [])
    const where = placeOf(entry.seat, entry.words, claimed !== undefined)
    if (place < begun) continue // of another secret
    const found = claimed?.map((chance, nth) => fall(chance, number, `${where} ${chance.die ?? nth}`)) ?? []
    if (found.some((face, at) => face !== claimed?.[at]?.choice)) {
      const faces = found.map((face, at) => claimed?.[at]?.faces[face] ?? '?')
      return [dice, [{ about: 'die', line: entry.line, found: faces.join(' '), said: `${entry.seat} ${entry.words}` }]]
    }
    dice += found.length
  }
  return [dice, []]
}

/** A number from 0 to total − 1, for the die at this place. */
type Numbers = (total: number, key: string) => number

/** The first 48 bits of what secret and numbers make of this text. */
function signer(book: Logbook): (text: string) => number {
  const seed = hexToBytes(book.reveal)
  const salts = Object.entries(book.salts)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([letter, salt]) => `${letter}=${salt}`)
    .join(',')
  return (text) =>
    hmac(sha256, seed, utf8ToBytes(`${salts};${text}`))
      .subarray(0, 6)
      .reduce((sum, byte) => sum * 256 + byte, 0)
}

/** The fair dice of older logbooks: each call is the next number. */
function numbers(book: Logbook): Numbers {
  const sign = signer(book)
  let counter = 0
  return (total) => {
    for (;;) {
      const value = sign(String(counter++))
      if (value < range - (range % total)) return value % total
    }
  }
}

/** Dice that are keyed: each number belongs to its place. */
function keyedNumbers(book: Logbook): Numbers {
  const sign = signer(book)
  return (total, key) => {
    for (let attempt = 0; ; attempt++) {
      const value = BigInt(sign(`${key};${attempt}`)) * BigInt(total)
      if (value % BigInt(range) >= BigInt(range % total)) return Number(value / BigInt(range))
    }
  }
}

/** Where each line of chance stands: round, seat, verb, and which throw of these it is. A round is a turn where a game does not
    count its rounds otherwise. */
function places(rounds: Rounds | undefined): (seat: string, words: string, chance: boolean) => string {
  const round = rounds?.()
  const [turns, throws] = [new Map<string, number>(), new Map<string, number>()]
  let rolling = ''
  return (seat, words, chance) => {
    let number = round?.(seat, words) ?? 0
    if (!chance) return ''
    if (!round) {
      number = (turns.get(seat) ?? 0) + Number(seat !== rolling)
      turns.set(seat, number)
      rolling = seat
    }
    const where = `${number} ${seat} ${words.split(' ')[0] ?? ''}`
    throws.set(where, (throws.get(where) ?? 0) + 1)
    return `${where} ${throws.get(where) ?? 0}`
  }
}

function fall({ weights }: Chance, number: Numbers, key: string): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  if (total <= 0) return -1 // by the component file nothing can come here
  let left = number(total, key)
  return weights.findIndex((weight) => (left -= weight) < 0)
}
