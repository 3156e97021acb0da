import { announce } from '../announce.svelte.ts'
import { holderOf, tellAll, type GameSide, type Moment, type Player } from '../games/side.ts'
import type { GameName } from '../games/games.ts'
import { Company } from '../company/company.svelte.ts'
import { colourOf } from '../parts/colours.ts'
import { go, to } from '../route.svelte.ts'
import { words } from '../words/words.svelte.ts'
import type { PageRequest, Colour, EmoteName, Letter, Line, Part, Problem, SeatState, TableState, ServerMessage, Update, View, Welcome } from '../wire.ts'
import { Eyes } from './eyes.svelte.ts'
import { Hints } from './hints.svelte.ts'
import { tableAt } from './http.ts'
import { keepSeat, keptAt, noteTable, type KeptSeat } from './kept.svelte.ts'
import { ForecastAsker } from './forecast.svelte.ts'
import { OddsAsker } from './odds.svelte.ts'
import { withParts } from './parts.ts'
import { changeOf, notePledge, type Change } from './pledge.ts'
import { Programme } from './programme.ts'
import { Seating } from './seating.svelte.ts'
import { Stage } from './stage.svelte.ts'
import { TableSocket, type LineState } from './socket.ts'
import { Trials } from './trials.ts'
import { inWords, plainly, type Trouble } from './trouble.ts'

/** A line of the logbook as it is read here. */
interface LogLine {
  id: number
  line: Line
  text: string
}

/** A table as this device lives it: it plays entries one after the other, then shows the view it was sent. */
export class LiveTable {
  line: LineState = $state('opening')
  table: TableState | undefined = $state.raw()
  side: GameSide | undefined = $state.raw()
  update: Update | undefined = $state.raw()
  lines: readonly Line[] = $state.raw([])
  trouble: Trouble | undefined = $state.raw()
  /** The server says something else of the dice than when this device first looked. */
  diceChanged: Change | undefined = $state()
  readonly odds = new OddsAsker((asked) => this.ask((seat) => ({ type: 'odds', seat, words: asked })))
  readonly forecast = new ForecastAsker((asked) => this.ask((seat) => ({ type: 'forecast', seat, words: asked })))
  /** A choice is on its way; nothing else may be chosen until the server has answered. */
  waiting = $state(false)
  movedTo = $state('')
  /** Whether the end was played here, not found: only then is there an ending to be seen. */
  endedHere = $state(false)
  /** By how many seconds this device's clock is ahead of the server's. */
  skew = 0
  readonly stage = new Stage()
  readonly company: Company

  readonly hints: Hints
  readonly seating: Seating
  readonly eyes: Eyes

  private readonly socket: TableSocket
  private readonly trials = new Trials()
  private readonly programme: Programme

  constructor(
    readonly code: string,
    newToken = '',
  ) {
    this.company = new Company(code)
    this.seating = new Seating(code, newToken, (message) => this.socket.say(message))
    this.hints = new Hints(() => this.ask((seat) => ({ type: 'hint', seat })))
    this.eyes = new Eyes(() => this.held, () => this.hints.forget())
    this.programme = new Programme(this)
    this.socket = new TableSocket(
      code,
      () => this.hello(),
      (message) => this.hear(message),
      (state) => this.lineChanged(state),
    )
  }

  get moment(): Moment | undefined {
    return this.stage.moment
  }

  get held(): readonly string[] {
    return this.seating.held
  }

  get kept(): KeptSeat | undefined {
    return this.seating.kept
  }

  get game(): string | undefined {
    return this.table?.game
  }

  players: readonly Player[] = $derived(
    (this.table?.seats ?? []).map((seat, place) => ({
      letter: seat.seat,
      name: seat.name || words().setup.seatOf(place + 1, ''),
      colour: colourOf(seat.colour, place),
      mine: this.held.includes(seat.seat),
      bot: seat.kind === 'bot' ? seat.name.replace(/ \d+$/, '') : undefined,
      absent: seat.kind === 'bot' || (seat.present && !seat.bot) ? undefined : seat.bot ? 'botPlays' : 'away',
    })),
  )

  part: Part | undefined = $derived(this.update && this.partFor(this.update))

  log: readonly LogLine[] = $derived(this.side && this.players.length ? this.lines.map((line, id) => ({ id, line, text: this.side ? this.read(line, id, this.side) : '' })) : [])

  /** A line as a sentence; where a bot chose in somebody's place it says so. */
  private read(line: Line, place: number, side: GameSide): string {
    const text = tellAll(side, this.discreet(line), this.players, this.lines.slice(0, place))
    return line.bot && !holderOf(line.seat, this.players)?.bot ? `${text} (${words().table.bot})` : text
  }

  /** The game has ended, and all that led to it has been played and told here too: now there are winners. */
  get over(): boolean {
    return this.table?.state === 'over' && this.update?.owing.length === 0 && !this.moment && !this.stage.lingering
  }

  /** What the board shows. Where several people share this device, a hand is seen only while its owner is asked. */
  get view(): View | undefined {
    const view = this.stage.view ?? this.part?.view
    if (!view || view.game !== 'lure' || !this.shared || (this.part?.owes && !this.moment)) return view
    return { ...view, hand: [], drew: [] }
  }

  /** Several people share this device, and something is secret. */
  get shared(): boolean {
    return this.eyes.shared
  }

  /** The secret choice to be shown here: none where the next pair of eyes may be another's, or once all are revealed. */
  get sealed(): string | null {
    return this.shared || this.moment ? null : (this.part?.sealed ?? null)
  }

  /** Seats of a shared device whose last choice can still be taken back; with own dice anybody takes back the last line. */
  get undoHere(): readonly string[] {
    return this.shared && !this.table?.hand ? (this.update?.parts ?? []).filter((part) => part.undo).map((part) => part.seat ?? '') : []
  }

  /** Where several people share this device, nobody reads what another has drawn. */
  discreet(line: Line): Line {
    return this.shared && line.words.startsWith('draw ') ? { ...line, words: 'draw ?' } : line
  }

  private hello(): PageRequest {
    const known = this.update && this.update.sequence >= 0 ? { sequence: this.update.sequence } : {} // below 0 lies a table that was only laid
    return { type: 'hello', tokens: this.seating.tokens(), ...known }
  }

  private lineChanged(state: LineState): void {
    const before = this.line
    this.line = state
    if (state === 'lost' && (before === 'open' || before === 'moving')) announce(words().table.offline)
    if (state === 'open' && before === 'lost') announce(words().table.backOnline)
    if (state === 'lost' || state === 'moving') {
      this.waiting = false
      this.odds.forget()
      this.forecast.forget()
      this.trials.forget()
      this.hints.forget()
      this.hints.giveUp()
    }
  }

  private hear(message: ServerMessage): void {
    switch (message.type) {
      case 'welcome':
        this.welcome(message)
        return
      case 'update':
        this.waiting = false
        this.trouble = undefined
        this.programme.add(withParts(message, this.held))
        return
      case 'table':
        this.see(message)
        return
      case 'taken':
        this.seating.taken = message.seats
        return
      case 'odds':
        this.odds.hear(message)
        return
      case 'hint':
        this.hints.hear(message)
        return
      case 'forecast':
        this.forecast.hear(message)
        return
      case 'tried':
        this.trials.hear(message.about, message.legal)
        return
      case 'moved':
        this.moveOn(message.code, message.about > 0)
        return
      case 'renewed':
        this.seating.hearRenewed(message)
        return
      case 'problem':
        this.hearProblem(message)
        return
      case 'emoted':
        void this.company.emoted(message.seat, message.emote, this.players.find((one) => one.letter === message.seat)?.name ?? message.seat)
        return
      case 'pressed':
        this.programme.presses.hear(message.line)
        return
      case 'pong':
        return
    }
  }

  private hearProblem(message: Problem): void {
    const asked = [this.forecast, this.odds, this.trials, this.programme.presses, this.seating]
    if (asked.some((one) => one.refused(message.about))) return // nobody waits for it, or an older server does not know it
    this.waiting = false
    this.hints.giveUp()
    this.eyes.keep()
    if (message.kind === 'unknown table') this.line = 'gone'
    if (message.kind === 'unknown seat' && this.seating.isLinkRefused()) return
    this.trouble = inWords(message)
    announce(this.trouble.text)
  }

  private welcome(message: Welcome): void {
    this.seating.hold(message.seats)
    this.skew = Date.now() / 1000 - message.now
    this.see(message.table)
    const game = this.game
    if (!game) {
      this.trouble = plainly(words().table.mistyped)
      return
    }
    this.eyes.secrets = message.table.secrets
    this.seating.keepNewToken(game)
    noteTable(message.table)
    this.seating.sitDown(message.table)
    this.programme.beginAnew(message.update && withParts(message.update, message.seats))
  }

  private see(table: TableState): void {
    this.table = table
    noteTable(table)
    const pledge = notePledge(table)
    const before = this.diceChanged
    this.diceChanged ??= changeOf(table, pledge)
    if (this.diceChanged && !before) announce(words().diceChanged[this.diceChanged])
    if (table.opening && !this.diceChanged) this.seating.openSalts(table)
    if (table.next && !this.movedTo) this.moveOn(table.next, false)
    this.programme.presses.see(table.seats)
  }

  unnamed(): readonly SeatState[] {
    return this.seating.unnamed(this.table)
  }

  /** The table lies as it was sent. */
  show(update: Update): void {
    if (update.sequence !== this.update?.sequence) {
      this.odds.clear()
      this.hints.forget()
    }
    this.update = update
    this.eyes.turn(update.owing)
    const part = this.partFor(update)
    if (part) this.lines = [...this.lines.slice(0, update.start), ...part.lines]
    this.stage.clear()
  }

  openCurtain(): void {
    this.odds.clear()
    this.hints.forget()
    this.eyes.open()
  }

  partFor(update: Update): Part | undefined {
    return update.parts.find((one) => (one.seat ?? '') === this.eyes.now) ?? update.parts[0]
  }

  choose = (chosen: string): void => {
    const part = this.part
    if (!part?.seat || !part.owes || !this.update || this.waiting) return
    this.trouble = undefined
    this.hints.forget()
    if (this.stage.lingering) this.stage.next()
    this.stage.waitedFor()
    if (this.socket.say({ type: 'choose', seat: part.seat as Letter, words: chosen, sequence: this.update.sequence })) {
      this.waiting = true
      this.eyes.chose()
    } else {
      this.line = 'lost' // it is said once, above the table
      announce(words().table.offline)
    }
  }

  /** Say something that is no choice. */
  tell(message: PageRequest): number {
    return this.socket.say(message)
  }

  /** Say what people’s own dice show. */
  put(shown: string): void {
    if (this.update && this.socket.say({ type: 'put', words: shown, sequence: this.update.sequence })) this.waiting = true
  }

  /** Ask whether words may be chosen now; nothing happens by asking. */
  tryOut = (tried: string): Promise<boolean | undefined> => {
    return this.trials.wait(this.ask((seat) => ({ type: 'try', seat, words: tried })))
  }

  /** Take a choice back; on a shared device its owner looks at it behind a curtain. */
  takeBack(seat = this.part?.seat ?? ''): void {
    if (!seat || !this.update) return
    if (this.table?.hand) {
      this.socket.say({ type: 'undo', sequence: this.update.sequence })
      return
    }
    this.eyes.takeBack(seat)
    this.socket.say({ type: 'take back', seat: seat as Letter, sequence: this.update.sequence })
  }

  sit(seat: string, name: string, colour: Colour | undefined): void {
    if (this.table) this.seating.sit(this.table, seat, name, colour)
  }

  /** Put a question for the seat that is to choose here; its number, or 0 where there is none. */
  private ask(question: (seat: Letter) => PageRequest): number {
    const seat = this.part?.seat
    return seat ? this.socket.say(question(seat as Letter)) : 0
  }

  /** Show everybody a drawing at the seat whose eyes are used here. */
  emote(emote: EmoteName): void {
    const seat = this.held.includes(this.eyes.now) ? this.eyes.now : this.held[0]
    if (seat) this.socket.say({ type: 'emote', seat: seat as Letter, emote })
  }

  letBot(seat: string): void {
    this.socket.say({ type: 'let bot', seat: seat as Letter })
  }

  leave(): void {
    for (const seat of this.held) this.socket.say({ type: 'leave', seat: seat as Letter })
  }

  nextGame(game?: GameName): void {
    this.socket.say({ type: 'next', ...(game ? { game } : {}) })
  }

  takeSeatsBack(): void {
    this.seating.taken = []
    this.socket.say(this.hello())
  }

  /** The same people go on at another table; the same tokens open it. Whoever asked for it goes there at once. */
  private moveOn(code: string, asked: boolean): void {
    const kept = this.kept
    const mine = Object.fromEntries(this.players.filter((one) => one.mine).map((one) => [one.letter, one.name]))
    if (kept && !keptAt(code)) {
      keepSeat({ ...kept, code, names: { ...kept.names, ...mine }, over: false })
      tableAt(code).then(noteTable, () => {}) // it may be another game; if nobody answers now, the table itself tells later
    }
    this.movedTo = code
    if (asked) go(to.table(code))
  }

  close(): void {
    this.programme.close()
    this.stage.close()
    this.company.close()
    this.trials.forget()
    this.socket.close()
  }
}
