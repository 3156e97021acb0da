import type { Foresight } from '../games/side.ts'
import type { Odds, Prospect } from '../wire.ts'

/** Asks the server for odds, one question after the other; of the lines being composed only the latest matters. */
export class OddsAsker implements Foresight {
  general: readonly Prospect[] = $state.raw([])
  composed: Prospect | undefined = $state.raw()

  private asked: { id: number; words: string; stale: boolean } | undefined
  private next: string[] = []

  /** `say` puts the question and returns its number, or 0 when it could not be put. */
  constructor(private readonly say: (words: string) => number) {}

  readonly ask = (words: string): void => {
    if (!words) {
      this.composed = undefined
      if (this.general.length || (this.asked?.words === '' && !this.asked.stale)) return
    }
    this.next = [...this.next.filter((one) => (one === '') !== (words === '')), words]
    this.askNext()
  }

  hear(message: Odds): void {
    if (message.about !== this.asked?.id) return
    const { words, stale } = this.asked
    if (!stale && words === '') this.general = message.prospects
    if (!stale && words !== '' && !this.next.some((one) => one !== '')) this.composed = message.prospects[0]
    this.done()
  }

  /** Whether it was a question for odds that the server refused; the table had moved on, and nobody needs to know. */
  refused(about: number): boolean {
    if (about !== this.asked?.id) return false
    this.done()
    return true
  }

  /** The table has changed: what was asked or told before no longer holds. */
  clear(): void {
    this.general = []
    this.composed = undefined
    this.next = []
    if (this.asked) this.asked.stale = true
  }

  /** The line is gone, and with it every answer. */
  forget(): void {
    this.clear()
    this.asked = undefined
  }

  private done(): void {
    this.asked = undefined
    this.askNext()
  }

  private askNext(): void {
    const words = this.asked ? undefined : this.next.shift()
    if (words === undefined) return
    const id = this.say(words)
    this.asked = id ? { id, words, stale: false } : undefined
  }
}
