import { announce } from '../announce.svelte.ts'
import { sideOf, tellAll, type GameSide, type Moment, type Player } from '../games/side.ts'
import type { GameName } from '../games/games.ts'
import { Company } from '../company/company.svelte.ts'
import { colourOf } from '../parts/colours.ts'
import { go, to } from '../route.svelte.ts'
import { buzz, sound } from '../sound.ts'
import { words } from '../words/words.svelte.ts'
import type { PageRequest, Colour, EmoteName, Hint, Letter, Line, Part, SeatState, TableState, ServerMessage, Update, View, Welcome } from '../wire.ts'
import { tableAt } from './http.ts'
import { keepSeat, keptAt, noteTable, type KeptSeat } from './kept.svelte.ts'
import { ForecastAsker } from './forecast.svelte.ts'
import { OddsAsker } from './odds.svelte.ts'
import { changeOf, notePledge, ownSalt, pledgeAt, promiseOf, type Change } from './pledge.ts'
import { patienceMs, Stage } from './stage.svelte.ts'
import { TableSocket, type LineState } from './socket.ts'
import { Trials } from './trials.ts'
import { Presses } from './presses.ts'
import { inWords, plainly, type Trouble } from './trouble.ts'

/** What the token of a seat looks like; a link that lost its end in a message does not. */
const tokenShape = /^[A-Za-z0-9_-]{16,64}$/

/** Words someone said while a sentence is being played. */
interface Told {
  id: number
  line: Line
  text: string
}

/** What the server has told of the game; `missed` is what happened while this page was away. */
interface News {
  update: Update
  missed: boolean
}

/** A table as this device lives it: it plays entries one after the other, then shows the view it was sent. */
export class LiveTable {
  line: LineState = $state('opening')
  table: TableState | undefined = $state.raw()
  side: GameSide | undefined = $state.raw()
  update: Update | undefined = $state.raw()
  lines: readonly Line[] = $state.raw([])
  held: readonly string[] = $state.raw([])
  taken: readonly string[] = $state.raw([])
  trouble: Trouble | undefined = $state.raw()
  /** The server says something else of the dice than when this device first looked. */
  diceChanged: Change | undefined = $state()
  /** The link that was opened here belongs to no seat of this table. */
  badLink = $state(false)
  readonly odds = new OddsAsker((asked) => this.sayOdds(asked))
  hint: Hint | undefined = $state.raw()
  readonly forecast = new ForecastAsker((asked) => this.sayForecast(asked))
  hintAsked = $state(false)
  /** Whose eyes this device uses now; empty for a watcher. */
  eye = $state('')
  /** The seat behind the curtain that waits for its person, where several share this device and something is secret. */
  curtain = $state('')
  secrets = $state(false)
  /** A choice is on its way; nothing else may be chosen until the server has answered. */
  waiting = $state(false)
  movedTo = $state('')
  /** The seat whose lock was changed here just now. */
  renewed = $state('')
  /** Whether the end was played here, not found: only then is there an ending to be seen. */
  endedHere = $state(false)
  /** By how many seconds this device's clock is ahead of the server's. */
  skew = 0
  readonly stage = new Stage()
  readonly company: Company

  private readonly socket: TableSocket
  private queue: News[] = []
  private playing = false
  /** Nobody looks here any more: what was being played is dropped, and nothing is said of it. */
  private closed = false
  private hintId = 0
  /** The seat of this shared device whose choice is being taken back. */
  private takingBack = ''
  /** Messages that opened a number of this device's. */
  private readonly openings = new Set<number>()
  private readonly trials = new Trials()
  private readonly presses = new Presses(this.stage, (seat, line) => this.socket.say({ type: 'rolled', seat: seat as Letter, line }))

  constructor(
    readonly code: string,
    /** The token of a link that was just opened; kept with its seat once the server has said which one it is. */
    private newToken = '',
  ) {
    this.company = new Company(code)
    if (newToken && !tokenShape.test(newToken)) this.refuseLink()
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

  get kept(): KeptSeat | undefined {
    return keptAt(this.code)
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

  log: readonly Told[] = $derived(
    this.side && this.players.length ? this.lines.map((line, id) => ({ id, line, text: this.side ? tellAll(this.side, this.discreet(line), this.players, this.lines.slice(0, id)) : '' })) : [],
  )

  /** The game has ended, and its last entry has been played here too: now the result may be told. */
  get over(): boolean {
    return this.table?.state === 'over' && this.update?.owing.length === 0 && !this.moment
  }

  /** What the board shows. Where several people share this device, a hand is seen only while its owner is asked. */
  get view(): View | undefined {
    const view = this.stage.view ?? this.part?.view
    if (!view || view.game !== 'lure' || !this.shared || (this.part?.owes && !this.moment)) return view
    return { ...view, hand: [], drew: [] }
  }

  /** Several people share this device, and something is secret. */
  get shared(): boolean {
    return this.secrets && this.held.length > 1
  }

  /** The secret choice to be shown here: none where the next pair of eyes may be another's. */
  get sealed(): string | null {
    return this.shared ? null : (this.part?.sealed ?? null)
  }

  /** Seats of a shared device whose last choice can still be taken back; with own dice anybody takes back the last line. */
  get undoHere(): readonly string[] {
    return this.shared && !this.table?.hand ? (this.update?.parts ?? []).filter((part) => part.undo).map((part) => part.seat ?? '') : []
  }

  /** Where several people share this device, nobody reads what another has drawn. */
  private discreet(line: Line): Line {
    return this.shared && line.words.startsWith('draw ') ? { ...line, words: 'draw ?' } : line
  }

  private hello(): PageRequest {
    const known = this.update && this.update.sequence >= 0 ? { sequence: this.update.sequence } : {} // below 0 lies a table that was only laid
    // A seat that another device has taken over stays there until somebody asks for it here.
    const own = Object.entries(this.kept?.tokens ?? {}).filter(([letter, token]) => !this.taken.includes(letter) && tokenShape.test(token))
    const tokens = own.map(([, token]) => token)
    if (this.newToken && !tokens.includes(this.newToken)) tokens.push(this.newToken)
    return { type: 'hello', tokens, ...known }
  }

  private refuseLink(): void {
    this.newToken = ''
    this.badLink = true
    announce(words().table.badLink)
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
      this.forgetHint()
      this.hintAsked = false
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
        this.queue.push({ update: message, missed: false })
        this.presses.goOn()
        void this.play()
        return
      case 'table':
        this.see(message)
        return
      case 'taken':
        this.taken = message.seats
        return
      case 'odds':
        this.odds.hear(message)
        return
      case 'hint':
        if (message.about === this.hintId) this.hint = message
        this.hintAsked = false
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
      case 'renewed': {
        const kept = this.kept
        if (kept) keepSeat({ ...kept, tokens: { ...kept.tokens, [message.seat]: message.token } })
        this.renewed = message.seat
        announce(words().door.lockChanged)
        return
      }
      case 'problem':
        if (this.forecast.refused(message.about) || this.odds.refused(message.about) || this.trials.refused(message.about)) return
        if (this.presses.refused(message.about)) return // an older server
        if (this.openings.delete(message.about)) return // too late; the check at the end tells it
        this.waiting = false
        this.hintAsked = false
        this.takingBack = ''
        if (message.kind === 'unknown table') this.line = 'gone'
        if (message.kind === 'unknown seat' && this.newToken) {
          this.refuseLink() // what this browser held before it still holds
          return
        }
        this.trouble = inWords(message)
        announce(this.trouble.text)
        return
      case 'emoted':
        void this.company.emoted(message.seat, message.emote, this.players.find((one) => one.letter === message.seat)?.name ?? message.seat)
        return
      case 'pressed':
        this.presses.hear(message.line)
        return
      case 'pong':
        return
    }
  }

  private welcome(message: Welcome): void {
    this.held = message.seats
    this.skew = Date.now() / 1000 - message.now
    this.see(message.table)
    this.taken = this.taken.filter((letter) => !message.seats.includes(letter)) // a second welcome follows a takeover
    const game = this.game
    if (!game) {
      this.trouble = plainly(words().table.mistyped)
      return
    }
    this.secrets = message.table.secrets
    this.keepNewToken(game)
    this.sitDown()
    // A welcome says it all: what was still to be played before it is old.
    this.queue = message.update ? [{ update: message.update, missed: true }] : []
    this.presses.anew()
    if (!message.update && this.held[0]) this.presses.say(this.held[0], -1)
    if (this.playing) this.stage.skip()
    void this.play()
  }

  private keepNewToken(game: string): void {
    const kept = this.kept ?? { code: this.code, game, tokens: {}, links: {}, names: {} }
    const letter = this.held.find((one) => !(one in kept.tokens))
    if (this.newToken && letter) keepSeat({ ...kept, game, tokens: { ...kept.tokens, [letter]: this.newToken } })
    this.newToken = ''
    if (this.table) noteTable(this.table)
  }

  private see(table: TableState): void {
    this.table = table
    noteTable(table)
    const pledge = notePledge(table)
    const before = this.diceChanged
    this.diceChanged ??= changeOf(table, pledge)
    if (this.diceChanged && !before) announce(words().diceChanged[this.diceChanged])
    if (table.opening && !this.diceChanged) this.openSalts(table)
    if (table.next && !this.movedTo) this.moveOn(table.next, false)
    this.presses.see(table.seats)
  }

  /** Everybody has promised a number, and this device has noted what: now it opens its own. */
  private openSalts(table: TableState): void {
    const own = pledgeAt(table.code)?.own ?? {}
    for (const letter of this.held) {
      const salt = own[letter]
      if (salt && table.promises[letter] === promiseOf(salt)) this.openings.add(this.socket.say({ type: 'open', seat: letter as Letter, salt }))
    }
  }

  /** A seat that sat down on another device, which alone knows its number, promises one of this device's. */
  private promiseAnew(): void {
    const table = this.table
    if (table?.state !== 'door' || table.opening) return
    for (const seat of table.seats) {
      if (!this.held.includes(seat.seat) || !table.promises[seat.seat] || !seat.name) continue
      if (table.promises[seat.seat] !== promiseOf(ownSalt(table, seat.seat))) this.sit(seat.seat, seat.name, seat.colour)
    }
  }

  /** Seats of this device whose names are known take their places without being asked again. */
  private sitDown(): void {
    this.promiseAnew()
    for (const seat of this.unnamed()) {
      const name = this.kept?.names[seat.seat]
      if (name) this.sit(seat.seat, name, seat.colour)
    }
  }

  /** Seats of this device for which nobody has sat down: at the door, or later where a bot had to begin without them. */
  unnamed(): readonly SeatState[] {
    const table = this.table
    if (!table || table.state === 'over') return []
    return table.seats.filter((seat) => this.held.includes(seat.seat) && (table.state === 'door' ? !seat.sat : !seat.name))
  }

  private show(update: Update): void {
    if (update.sequence !== this.update?.sequence) {
      this.odds.clear()
      this.forgetHint()
    }
    this.update = update
    this.turnEye(update)
    const part = this.partFor(update)
    if (part) this.lines = [...this.lines.slice(0, update.start), ...part.lines]
    this.stage.clear()
  }

  /** A hint is for one person and one position; one that is still on its way is not shown when it comes. */
  private forgetHint(): void {
    this.hint = undefined
    this.hintId = 0
  }

  /** With several seats on one device, look through the eyes of who is to choose; draw the curtain where it matters. */
  private turnEye(update: Update): void {
    if (!this.held.includes(this.eye)) this.eye = this.held[0] ?? ''
    const owing = this.held.filter((letter) => update.owing.includes(letter))
    const back = owing.includes(this.takingBack)
    const next = [this.takingBack, this.curtain, this.eye].find((letter) => owing.includes(letter)) ?? owing[0]
    if (!next) this.curtain = ''
    else if (!this.shared) {
      this.curtain = ''
      this.eye = next
    } else if (back || next !== this.eye || this.lastOwed !== next) this.draw(next)
    if (next) this.lastOwed = next
    if (back) this.takingBack = ''
  }

  private draw(letter: string): void {
    this.curtain = letter
    this.forgetHint()
  }
  private lastOwed = ''

  openCurtain(): void {
    this.odds.clear()
    this.forgetHint()
    this.eye = this.curtain
    this.curtain = ''
  }

  /** One after the other, in the order in which they came, whatever takes time on the way. */
  private async play(): Promise<void> {
    if (this.playing || !this.game) return
    this.playing = true
    try {
      const side = (this.side ??= await sideOf(this.game))
      if (this.closed) return
      for (let news = this.queue.shift(); news; news = this.queue.shift()) await this.playOne(news, side)
    } finally {
      this.playing = false // a board that could not be loaded is asked for again with the next news
      this.stage.done()
    }
  }

  private async playOne({ update, missed }: News, side: GameSide): Promise<void> {
    if (missed) {
      this.show(update)
      this.sayPressed(side)
      return
    }
    const owedBefore = this.update?.owing ?? []
    const before = this.part?.view
    await this.open(update)
    await this.performAll(update, side)
    if (this.closed) return
    this.show(update)
    if (this.table?.state === 'over' && !update.owing.length) {
      this.endedHere = true
      void this.company.ended(this.table.result?.winners ?? [], this.players)
    }
    this.saySituation(update, owedBefore)
    const now = this.part?.view
    if (before && now) await this.stage.linger(side.linger?.(before, now) ?? 0)
  }

  /** A game begins: the board is seen as it was laid before its first dice roll and its first cards are turned. */
  private async open(update: Update): Promise<void> {
    const laid = this.partFor(update)?.before
    if (!laid || this.update) return
    this.turnEye({ ...update, owing: [] })
    this.stage.view = laid
    this.update = { ...update, sequence: -1, owing: [], parts: update.parts.map((part) => ({ ...part, lines: [], view: part.before ?? part.view, owes: false, verbs: [], choices: [], sealed: null, undo: false })) }
    await this.stage.seen()
  }

  private partFor(update: Update): Part | undefined {
    return update.parts.find((one) => (one.seat ?? '') === this.eye) ?? update.parts[0]
  }

  private async performAll(update: Update, side: GameSide): Promise<void> {
    if (update.start < this.lines.length) this.lines = this.lines.slice(0, update.start)
    const part = this.partFor(update)
    for (const [place, line] of (part?.lines ?? []).entries()) {
      if (side.begins?.(line, this.lines)) await this.letRoll(line, part?.owes ?? false)
      if (this.closed) return
      const next = place === (part?.lines.length ?? 0) - 1 ? part?.view : line.view
      await this.stage.play(line, side, this.players, next, this.queue.length > 2, () => {
        this.lines = [...this.lines, line]
        announce(tellAll(side, this.discreet(line), this.players, this.lines.slice(0, -1)))
        void this.company.heard(line, this.lines.length, this.players)
      })
    }
  }

  /** The dice of somebody here: they are told that it is their turn, and press when they like. Elsewhere it is waited for,
   * without end only where nothing else could be done here. */
  private async letRoll(line: Line, owes: boolean): Promise<void> {
    const place = this.lines.length
    if (!this.held.includes(line.seat)) {
      await this.presses.wait(line, place, owes ? patienceMs : undefined)
      return
    }
    if (this.stage.holds) {
      sound('turn')
      buzz('turn')
      announce(words().table.promptRoll(this.held.length > 1 ? (this.players.find((one) => one.letter === line.seat)?.name ?? '') : ''))
      await this.stage.hold(line)
    }
    if (!this.closed) this.presses.say(line.seat, place)
  }

  /** A page that comes back has seen its dice: nobody waits for it. */
  private sayPressed(side: GameSide): void {
    const place = this.lines.findLastIndex((line, at) => this.held.includes(line.seat) && side.begins?.(line, this.lines.slice(0, at)))
    const seat = this.lines[place]?.seat ?? this.held[0]
    if (seat && !this.over) this.presses.say(seat, place)
  }

  private saySituation(update: Update, before: readonly string[]): void {
    const part = this.part
    if (this.table?.state === 'over') return
    if (part?.owes && !before.includes(part.seat ?? '')) {
      sound('turn')
      buzz('turn')
      if (this.side) announce(`${words().table.yourTurn}. ${this.side.prompt(part.view, part.verbs)}`)
    } else if (!part?.owes && update.owing.length) {
      announce(words().table.waitingFor(update.owing.map((letter) => this.players.find((one) => one.letter === letter)?.name ?? letter)))
    }
  }

  choose = (chosen: string): void => {
    const part = this.part
    if (!part?.seat || !part.owes || !this.update || this.waiting) return
    this.trouble = undefined
    this.forgetHint()
    if (this.stage.lingering) this.stage.next()
    this.stage.waitedFor()
    if (this.socket.say({ type: 'choose', seat: part.seat as Letter, words: chosen, sequence: this.update.sequence })) {
      this.waiting = true
      this.lastOwed = '' // while it is told, others at this device look too
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
    const seat = this.part?.seat
    const id = seat ? this.socket.say({ type: 'try', seat: seat as Letter, words: tried }) : 0
    return this.trials.wait(id)
  }

  /** Take a choice back; on a shared device its owner looks at it behind a curtain. */
  takeBack(seat = this.part?.seat ?? ''): void {
    if (!seat || !this.update) return
    if (this.table?.hand) {
      this.socket.say({ type: 'undo', sequence: this.update.sequence })
      return
    }
    if (this.shared) this.takingBack = seat
    this.socket.say({ type: 'take back', seat: seat as Letter, sequence: this.update.sequence })
  }

  sit(seat: string, name: string, colour: Colour | undefined): void {
    if (!this.table) return
    const promise = promiseOf(ownSalt(this.table, seat))
    this.socket.say({ type: 'sit', seat: seat as Letter, name, promise, ...(colour ? { colour } : {}) })
  }

  askHint(): void {
    const seat = this.part?.seat
    if (!seat) return
    this.forgetHint()
    this.hintId = this.socket.say({ type: 'hint', seat: seat as Letter })
    this.hintAsked = this.hintId > 0
  }

  private sayOdds(asked: string): number {
    const seat = this.part?.seat
    return seat ? this.socket.say({ type: 'odds', seat: seat as Letter, words: asked }) : 0
  }

  private sayForecast(asked: string): number {
    const seat = this.part?.seat
    return seat ? this.socket.say({ type: 'forecast', seat: seat as Letter, words: asked }) : 0
  }

  /** A new lock for a seat: whoever else knows its link knows nothing any more. */
  renew = (seat: string): void => {
    this.renewed = ''
    if (!this.socket.say({ type: 'renew', seat: seat as Letter })) announce(words().table.offline)
  }

  /** Show everybody a drawing at the seat whose eyes are used here. */
  emote(emote: EmoteName): void {
    const seat = this.held.includes(this.eye) ? this.eye : this.held[0]
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
    this.taken = []
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
    this.closed = true
    this.queue = []
    this.stage.close()
    this.company.close()
    this.trials.forget()
    this.socket.close()
  }
}
