import { announce } from '../announce.svelte.ts'
import { words } from '../words/words.svelte.ts'
import type { Colour, Letter, PageRequest, Renewed, SeatState, TableState } from '../wire.ts'
import { keepSeat, keptAt, type KeptSeat } from './kept.svelte.ts'
import { ownSalt, pledgeAt, promiseOf } from './pledge.ts'

/** What the token of a seat looks like; a link that lost its end in a message does not. */
const tokenShape = /^[A-Za-z0-9_-]{16,64}$/

/** The seats of this device at a table: the link that was opened here, tokens, names, and the numbers they put into the dice. */
export class Seating {
  held: readonly string[] = $state.raw([])
  /** Seats that another device has taken over. */
  taken: readonly string[] = $state.raw([])
  /** The link that was opened here belongs to no seat of this table. */
  badLink = $state(false)
  /** The seat whose lock was changed here just now. */
  renewed = $state('')
  /** Messages that opened a number of this device's. */
  private readonly openings = new Set<number>()

  constructor(
    private readonly code: string,
    /** The token of a link that was just opened; kept with its seat once the server has said which one it is. */
    private newToken: string,
    private readonly say: (message: PageRequest) => number,
  ) {
    if (newToken && !tokenShape.test(newToken)) this.refuseLink()
  }

  get kept(): KeptSeat | undefined {
    return keptAt(this.code)
  }

  /** What opens this device's seats. One that another device has taken over stays there until somebody asks for it here. */
  tokens(): string[] {
    const own = Object.entries(this.kept?.tokens ?? {}).filter(([letter, token]) => !this.taken.includes(letter) && tokenShape.test(token))
    const tokens = own.map(([, token]) => token)
    if (this.newToken && !tokens.includes(this.newToken)) tokens.push(this.newToken)
    return tokens
  }

  private refuseLink(): void {
    this.newToken = ''
    this.badLink = true
    announce(words().table.badLink)
  }

  /** The server knows no such seat; whether that was a link's fault. What this browser held before it still holds. */
  isLinkRefused(): boolean {
    if (!this.newToken) return false
    this.refuseLink()
    return true
  }

  hold(seats: readonly string[]): void {
    this.held = seats
    this.taken = this.taken.filter((letter) => !seats.includes(letter)) // a second welcome follows a takeover
  }

  /** The link's seat is known now. */
  keepNewToken(game: string): void {
    const kept = this.kept ?? { code: this.code, game, tokens: {}, links: {}, names: {} }
    const letter = this.held.find((one) => !(one in kept.tokens))
    if (this.newToken && letter) keepSeat({ ...kept, game, tokens: { ...kept.tokens, [letter]: this.newToken } })
    this.newToken = ''
  }

  /** Everybody has promised a number, and this device has noted what: now it opens its own. */
  openSalts(table: TableState): void {
    const own = pledgeAt(table.code)?.own ?? {}
    for (const letter of this.held) {
      const salt = own[letter]
      if (salt && table.promises[letter] === promiseOf(salt)) this.openings.add(this.say({ type: 'open', seat: letter as Letter, salt }))
    }
  }

  /** Whether it was a number that came too late; the check at the end tells it. */
  refused(about: number): boolean {
    return this.openings.delete(about)
  }

  /** Seats of this device whose names are known take their places without being asked again. */
  sitDown(table: TableState): void {
    this.promiseAnew(table)
    for (const seat of this.unnamed(table)) {
      const name = this.kept?.names[seat.seat]
      if (name) this.sit(table, seat.seat, name, seat.colour)
    }
  }

  /** A seat that sat down on another device, which alone knows its number, promises one of this device's. */
  private promiseAnew(table: TableState): void {
    if (table.state !== 'door' || table.opening) return
    for (const seat of table.seats) {
      if (!this.held.includes(seat.seat) || !table.promises[seat.seat] || !seat.name) continue
      if (table.promises[seat.seat] !== promiseOf(ownSalt(table, seat.seat))) this.sit(table, seat.seat, seat.name, seat.colour)
    }
  }

  /** Seats of this device for which nobody has sat down: at the door, or later where a bot had to begin without them. */
  unnamed(table: TableState | undefined): readonly SeatState[] {
    if (!table || table.state === 'over') return []
    return table.seats.filter((seat) => this.held.includes(seat.seat) && (table.state === 'door' ? !seat.sat : !seat.name))
  }

  sit(table: TableState, seat: string, name: string, colour: Colour | undefined): void {
    const promise = promiseOf(ownSalt(table, seat))
    this.say({ type: 'sit', seat: seat as Letter, name, promise, ...(colour ? { colour } : {}) })
  }

  /** A new lock for a seat: whoever else knows its link knows nothing any more. */
  readonly renew = (seat: string): void => {
    this.renewed = ''
    if (!this.say({ type: 'renew', seat: seat as Letter })) announce(words().table.offline)
  }

  hearRenewed({ seat, token }: Renewed): void {
    const kept = this.kept
    if (kept) keepSeat({ ...kept, tokens: { ...kept.tokens, [seat]: token } })
    this.renewed = seat
    announce(words().door.lockChanged)
  }
}
