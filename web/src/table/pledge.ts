import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import type { TableState } from '../wire.ts'

/** What this device saw and did about a table's dice before they fell. It stays in this browser, so that nobody else can
    change it, and is compared with the logbook at the end. */
export interface Pledge {
  code: string
  /** The fingerprint of the server's secret, as it was when this device first looked. */
  commit: string
  /** The digest of the component file, likewise. */
  components: string
  /** What the server puts in for bots and for numbers that are never opened, likewise. */
  house: Readonly<Record<string, string>>
  /** Seats that were bots' then. */
  bots: readonly string[]
  /** Whether that was before the game began. */
  early: boolean
  /** What every seat had promised when this device was first told that the numbers are opened; missing if it never was. */
  promises?: Readonly<Record<string, string>>
  /** Numbers that this device has drawn, by seat. */
  own: Readonly<Record<string, string>>
  /** When this was last written, in milliseconds. */
  at: number
}

const key = 'rollmops.pledges'
const mostKept = 40
/** For a window that may keep nothing. */
const here = new Map<string, Pledge>()

function read(): Pledge[] {
  try {
    const all = JSON.parse(localStorage.getItem(key) ?? '[]') as unknown
    if (!Array.isArray(all)) return []
    return all.filter((one): one is Pledge => typeof one?.code === 'string' && typeof one?.commit === 'string' && typeof one?.own === 'object' && typeof one?.house === 'object' && Array.isArray(one?.bots))
  } catch {
    return []
  }
}

function keep(pledge: Pledge): Pledge {
  const noted = { ...pledge, at: Date.now() }
  here.set(pledge.code, noted)
  try {
    const others = read().filter((one) => one.code !== pledge.code)
    localStorage.setItem(key, JSON.stringify([noted, ...others].slice(0, mostKept)))
  } catch {
    // A private window forgets when it closes.
  }
  return noted
}

export function pledgeAt(code: string): Pledge | undefined {
  return read().find((one) => one.code === code) ?? here.get(code)
}

/** What this device noted of the game that was played with this fingerprint; for logbook files, which name no table. */
export function pledgeOf(commit: string): Pledge | undefined {
  return read().find((one) => one.commit === commit) ?? [...here.values()].find((one) => one.commit === commit)
}

/** Note what the server says of the dice. What was noted first stays. */
export function notePledge(table: TableState): Pledge {
  const first: Pledge = pledgeAt(table.code) ?? {
    code: table.code,
    commit: table.commit,
    components: table.components[1],
    house: table.house,
    bots: table.seats.filter((seat) => seat.kind === 'bot').map((seat) => seat.seat),
    early: table.state === 'door' && !table.opening,
    own: {},
    at: 0,
  }
  if (table.opening && !first.promises) return keep({ ...first, promises: table.promises })
  return first.at ? first : keep(first)
}

/** The number that this device puts in for a seat: drawn once, kept before anybody is told of it. */
export function ownSalt(table: TableState, seat: string): string {
  const pledge = notePledge(table)
  const drawn = pledge.own[seat]
  if (drawn) return drawn
  const salt = bytesToHex(crypto.getRandomValues(new Uint8Array(16)))
  keep({ ...pledge, own: { ...pledge.own, [seat]: salt } })
  return salt
}

/** The fingerprint of a number. */
export function promiseOf(salt: string): string {
  return bytesToHex(sha256(hexToBytes(salt)))
}

/** What the server says now of the dice and did not say when this device first looked. */
export type Change = 'commit' | 'house' | 'components' | 'promise'

export function changeOf(table: TableState, pledge: Pledge): Change | undefined {
  if (table.commit !== pledge.commit) return 'commit'
  if (table.components[1] !== pledge.components) return 'components'
  if (same(table.house, pledge.house) === false) return 'house'
  if (pledge.promises && !same(table.promises, pledge.promises)) return 'promise'
  return undefined
}

function same(one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean {
  const seats = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...seats].every((seat) => one[seat] === other[seat])
}
