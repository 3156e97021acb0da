import type { Line, SeatState } from '../wire.ts'
import type { Stage } from './stage.svelte.ts'

/** Who has pressed to throw their dice: this page says it of its own seats, and waits for those of others who say it. */
export class Presses {
  /** Places in the log: the last throw that was told of here, and the last that was heard of. */
  private said = -2
  private heard = -1
  private seats: readonly SeatState[] = []
  private awaited = ''
  private readonly asked = new Set<number>()

  constructor(
    private readonly stage: Stage,
    private readonly tell: (seat: string, line: number) => number,
  ) {}

  /** The server knows nothing of this page yet. */
  anew(): void {
    this.said = -2
    this.asked.clear()
  }

  /** Dice of somebody here have been thrown. */
  say(seat: string, line: number): void {
    if (line <= this.said) return
    const id = this.tell(seat, line)
    if (!id) return
    this.said = line
    this.asked.add(id)
  }

  refused(about: number): boolean {
    return this.asked.delete(about)
  }

  hear(line: number): void {
    this.heard = Math.max(this.heard, line)
    this.goOn()
  }

  /** Who sits there now: nobody waits for somebody who is gone. */
  see(seats: readonly SeatState[]): void {
    this.seats = seats
    if (!this.willSay(this.awaited)) this.goOn()
  }

  async wait(line: Line, place: number, mostMs: number | undefined): Promise<void> {
    if (line.bot || place <= this.heard || !this.willSay(line.seat)) return
    this.awaited = line.seat
    await this.stage.await(line, mostMs)
    this.awaited = ''
  }

  goOn(): void {
    if (this.awaited) this.stage.roll()
  }

  private willSay(seat: string): boolean {
    return this.seats.some((one) => one.seat === seat && one.present && one.presses)
  }
}
