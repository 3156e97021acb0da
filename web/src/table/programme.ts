import { announce } from '../announce.svelte.ts'
import { sideOf, tellAll, type GameSide } from '../games/side.ts'
import { buzz, sound } from '../sound.ts'
import { words } from '../words/words.svelte.ts'
import type { Letter, Line, Update } from '../wire.ts'
import type { LiveTable } from './live.svelte.ts'
import { Presses } from './presses.ts'
import { patienceMs } from './stage.svelte.ts'

/** An update that is to be played; `missed` is what happened while this page was away. */
interface News {
  update: Update
  missed: boolean
}

/** What is to be played at a table: updates one after the other, entry by entry, each followed by the view that was sent with it. */
export class Programme {
  readonly presses: Presses
  private queue: News[] = []
  private playing = false
  /** Nobody looks here any more: what was being played is dropped, and nothing is said of it. */
  private closed = false

  constructor(private readonly live: LiveTable) {
    this.presses = new Presses(live.stage, (seat, line) => live.tell({ type: 'rolled', seat: seat as Letter, line }))
  }

  /** Something has happened. */
  add(update: Update): void {
    this.queue.push({ update, missed: false })
    this.presses.goOn()
    void this.play()
  }

  /** A welcome says it all: what was still to be played before it is old. */
  beginAnew(update: Update | null): void {
    this.queue = update ? [{ update, missed: true }] : []
    this.presses.anew()
    if (!update && this.live.held[0]) this.presses.say(this.live.held[0], -1)
    if (this.playing) this.live.stage.skip()
    void this.play()
  }

  /** One after the other, in the order in which they came, whatever takes time on the way. */
  private async play(): Promise<void> {
    const { live } = this
    if (this.playing || !live.game) return
    this.playing = true
    try {
      const side = (live.side ??= await sideOf(live.game))
      if (this.closed) return
      for (let news = this.queue.shift(); news; news = this.queue.shift()) await this.playOne(news, side)
    } finally {
      this.playing = false // a board that could not be loaded is asked for again with the next news
      live.stage.done()
    }
  }

  private async playOne({ update, missed }: News, side: GameSide): Promise<void> {
    const { live } = this
    if (missed) {
      live.show(update)
      this.sayPressed(side)
      return
    }
    const owedBefore = live.update?.owing ?? []
    const before = live.part?.view
    await this.open(update)
    await this.performAll(update, side)
    if (this.closed) return
    live.show(update)
    const ended = live.table?.state === 'over' && !update.owing.length
    if (ended) live.endedHere = true
    this.saySituation(update, owedBefore)
    const now = live.part?.view
    if (before && now) await live.stage.linger(side.linger?.(before, now) ?? 0)
    if (ended && !this.closed) void live.company.ended(live.table?.result?.winners ?? [], live.players)
  }

  /** A game begins: the board is seen as it was laid before its first dice roll and its first cards are turned. */
  private async open(update: Update): Promise<void> {
    const { live } = this
    const laid = live.partFor(update)?.before
    if (!laid || live.update) return
    live.eyes.turn([])
    live.stage.view = laid
    live.update = { ...update, sequence: -1, owing: [], due: null, parts: update.parts.map((part) => ({ ...part, lines: [], view: part.before ?? part.view, owes: false, verbs: [], choices: [], sealed: null, undo: false })) }
    await live.stage.seen()
  }

  private async performAll(update: Update, side: GameSide): Promise<void> {
    const { live } = this
    if (update.start < live.lines.length) live.lines = live.lines.slice(0, update.start)
    const part = live.partFor(update)
    for (const [place, line] of (part?.lines ?? []).entries()) {
      if (side.begins?.(line, live.lines)) await this.letRoll(line, part?.owes ?? false)
      if (this.closed) return
      const next = place === (part?.lines.length ?? 0) - 1 ? part?.view : line.view
      await live.stage.play(line, side, live.players, next, this.queue.length > 2, () => {
        live.lines = [...live.lines, line]
        announce(tellAll(side, live.discreet(line), live.players, live.lines.slice(0, -1)))
        void live.company.heard(line, live.lines.length, live.players)
      })
    }
  }

  /** The dice of somebody here: they are told that it is their turn, and press when they like. Elsewhere it is waited for,
   * without end only where nothing else could be done here. */
  private async letRoll(line: Line, owes: boolean): Promise<void> {
    const { live } = this
    const place = live.lines.length
    if (live.table?.hand) return // their own dice lie on the table already
    if (!live.held.includes(line.seat)) {
      await this.presses.wait(line, place, owes ? patienceMs : undefined)
      return
    }
    if (live.stage.holds) {
      sound('turn')
      buzz('turn')
      announce(words().table.promptRoll(live.held.length > 1 ? (live.players.find((one) => one.letter === line.seat)?.name ?? '') : ''))
      await live.stage.hold(line)
    }
    if (!this.closed) this.presses.say(line.seat, place)
  }

  /** A page that comes back has seen its dice: nobody waits for it. */
  private sayPressed(side: GameSide): void {
    const { live } = this
    const place = live.lines.findLastIndex((line, at) => live.held.includes(line.seat) && side.begins?.(line, live.lines.slice(0, at)))
    const seat = live.lines[place]?.seat ?? live.held[0]
    if (seat && !live.over) this.presses.say(seat, place)
  }

  private saySituation(update: Update, before: readonly string[]): void {
    const { live } = this
    const part = live.part
    if (live.table?.state === 'over') return
    if (part?.owes && !before.includes(part.seat ?? '')) {
      sound('turn')
      buzz('turn')
      if (live.side) announce(`${words().table.yourTurn}. ${live.side.prompt(part.view, part.verbs)}`)
    } else if (!part?.owes && update.owing.length) {
      announce(words().table.waitingFor(update.owing.map((letter) => live.players.find((one) => one.letter === letter)?.name ?? letter)))
    }
  }

  close(): void {
    this.closed = true
    this.queue = []
  }
}
