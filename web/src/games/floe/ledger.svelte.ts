import { isStill, readingTempo, tempo } from '../../settings.svelte.ts'
import type { FloeScore, FloeView } from '../../wire.ts'

/** How long one line of a scored round stands alone at normal speed. */
export const lineTime = 1000

/** Whether a round was scored between these two views of one game. */
export function wasScored(before: FloeView, now: FloeView): boolean {
  return now.scored.length > 0 && (now.round === before.round + 1 || (now.phase === 'over' && before.phase !== 'over'))
}

/** The account of a round, told line by line; each seal moves when its line is told. */
export class Ledger {
  lines: readonly FloeScore[] = $state.raw([])
  /** So many of them are shown. */
  shown = $state(0)
  private before: FloeView | undefined
  private timer: ReturnType<typeof setTimeout> | undefined

  /** A new view lies on the table. */
  see(now: FloeView, say: (score: FloeScore) => void): void {
    const before = this.before
    this.before = now
    if (before && wasScored(before, now)) this.open(now.scored, say)
    else if (before && now.round < before.round) this.close()
  }

  open(lines: readonly FloeScore[], say: (score: FloeScore) => void = () => {}): void {
    clearTimeout(this.timer)
    this.lines = lines
    this.shown = 0
    if (isStill() || !tempo()) {
      this.shown = lines.length
      for (const line of lines) say(line)
    } else this.next(say)
  }

  private next(say: (score: FloeScore) => void): void {
    const line = this.lines[this.shown]
    if (!line) return
    this.shown += 1
    say(line)
    this.timer = setTimeout(() => this.next(say), lineTime * readingTempo())
  }

  /** All lines at once. */
  finish(): void {
    clearTimeout(this.timer)
    this.shown = this.lines.length
  }

  close(): void {
    this.finish()
    this.lines = []
    this.shown = 0
  }

  /** Where the seals stand as far as it has been told. */
  track(table: FloeView): Readonly<Record<string, number>> {
    const waiting = Object.fromEntries(this.lines.slice(this.shown).map((line) => [line.colour, line.start]))
    return { ...table.track, ...waiting }
  }
}
