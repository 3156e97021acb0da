import { tick } from 'svelte'
import { temperOf } from '../company/temper.ts'
import { beatsOf, type Beat, type GameSide, type Moment, type Player } from '../games/side.ts'
import { isStill, readingTempo, settings, tempo } from '../settings.svelte.ts'
import { buzz, sound } from '../sound.ts'
import type { Line, Temper, View } from '../wire.ts'

/** Whoever has waited so long for their turn sees the rest of the round in short. */
export const patienceMs = 7000
const inShort = 0.3
/** Words that nothing moves beside are read sooner. */
const wordsOnly = 0.6
/** Time for pieces to leave before the table shows that they are gone. */
const settleMs = 60
/** The bold are quick, the careful take their time. */
const paces: Readonly<Record<Temper, number>> = { bold: 0.75, careful: 1.2, cheeky: 0.9, steady: 1 }
/** A board that has just been laid is looked at before anything happens on it. */
const settledMs = 600

/**
 * The stage: an update's entries become beats, played one after the other at the chosen speed. While one is played the board
 * shows the table as of that beat, not as it will lie in the end. A tap ends a beat, `skip` all of them.
 */
export class Stage {
  moment: Moment | undefined = $state.raw()
  /** The table as of the beat; undefined between updates. */
  view: View | undefined = $state.raw()
  /** The dice of a seat of this device wait for the press of a button. */
  rolling: Line | undefined = $state.raw()
  /** Something on the board is being told before the game goes on. */
  lingering = $state(false)
  private hurrying = false
  private closed = false
  private wake: (() => void) | undefined
  private since = performance.now()

  /** One entry: it is in the air, it falls, then all that it led to. `next` is the table after it, `landed` hears of it. */
  async play(line: Line, side: GameSide, players: readonly Player[], next: View | undefined, crowded: boolean, landed: () => void): Promise<void> {
    const pace = side.pace(line)
    const temper = paces[temperOf(players.find((one) => one.letter === line.seat)?.bot)]
    const slow = (): number => this.slow(crowded) * temper
    if (pace.air && slow() && !isStill()) {
      this.moment = { line, down: false }
      if (pace.sound) sound(pace.sound)
      await this.rest(pace.air * slow())
    }
    if (this.closed) return
    this.moment = { line, down: true }
    const landing = pace.landing ?? (pace.air ? undefined : pace.sound)
    if (landing) sound(landing)
    landed()
    const beats = beatsOf(side, line, players).filter((beat) => beat.milliseconds)
    if (slow() && !isStill()) await this.rest((beats.length ? pace.down / 2 : pace.down) * slow())
    const last = beats.findLastIndex((beat) => beat.moves?.length)
    const arrived = last < 0 ? beats.length - 1 : last // what moved lies in its new place while the rest is told
    for (const [place, beat] of beats.entries()) await this.tell(line, beat, place === arrived ? next : undefined, slow)
    if (next) this.view = next
  }

  private async tell(line: Line, beat: Beat, next: View | undefined, slow: () => number): Promise<void> {
    if (this.closed) return
    if (beat.sound) sound(beat.sound)
    if (beat.mood) buzz(beat.mood)
    if (!slow()) return // the log has it
    const lasts = beat.milliseconds * slow() * (isStill() ? wordsOnly : 1)
    this.moment = { line, down: true, beat, lasts }
    await tick() // the pieces take off from where they lie
    if (!isStill()) await this.rest(settleMs)
    if (next) this.view = next
    await this.rest(lasts)
  }

  /** Whether dice of somebody here are to wait for them. */
  get holds(): boolean {
    return settings.roll && !this.hurrying
  }

  /** Somebody of this device throws these dice: wait until they press. */
  async hold(line: Line): Promise<void> {
    this.rolling = line
    this.moment = { line, down: false, ready: true }
    await new Promise<void>((resolve) => (this.press = resolve))
    this.rolling = undefined
    this.waitedFor()
  }
  private press: (() => void) | undefined

  /** Somebody elsewhere throws these dice: they lie ready until that page says so, or for so long at most. */
  async await(line: Line, mostMs?: number): Promise<void> {
    if (this.hurrying) return
    this.moment = { line, down: false, ready: true }
    const timer = mostMs ? setTimeout(() => this.press?.(), mostMs) : 0
    await new Promise<void>((resolve) => (this.press = resolve))
    this.press = undefined
    clearTimeout(timer)
    this.waitedFor()
  }

  roll = (): void => this.press?.()

  /** Nothing is shown to nobody: wait until this page is looked at, and a moment longer. */
  async seen(): Promise<void> {
    if (document.visibilityState === 'hidden') await this.looked()
    if (this.slow(false)) await this.rest(settledMs * tempo())
  }

  private async looked(): Promise<void> {
    await new Promise<void>((resolve) => {
      const look = (): void => {
        if (document.visibilityState === 'hidden' && !this.hurrying) return
        document.removeEventListener('visibilitychange', look)
        resolve()
      }
      document.addEventListener('visibilitychange', look)
      this.press = look
    })
  }

  /** How many times as long as usual a beat takes now. */
  private slow(crowded: boolean): number {
    if (this.hurrying || document.visibilityState === 'hidden') return 0
    const late = crowded || performance.now() - this.since > patienceMs * Math.max(1, tempo())
    return tempo() * (late ? inShort : 1)
  }

  /** Somebody here has just done something: patience begins anew. */
  waitedFor(): void {
    this.since = performance.now()
  }

  /** Some views want to be looked at before the next entry is played. */
  async linger(milliseconds: number): Promise<void> {
    if (!milliseconds || isStill() || !this.slow(false)) return
    this.lingering = true
    await this.rest(milliseconds * readingTempo())
    this.lingering = false
  }

  /** What is told now has been seen. */
  next = (): void => this.wake?.()

  /** Show what stands on the table now, without the rest of the theatre. */
  skip(): void {
    this.hurrying = true
    this.wake?.()
    this.press?.()
  }

  /** Nobody looks any more: what is left makes no sound and takes no time. */
  close(): void {
    this.closed = true
    this.skip()
  }

  /** The table lies as it is: nothing is being played. */
  clear(): void {
    this.moment = undefined
    this.view = undefined
  }

  /** All that came has been played. */
  done(): void {
    this.hurrying = false
  }

  private rest(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      this.wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
