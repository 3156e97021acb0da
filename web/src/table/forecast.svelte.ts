import type { Forecast } from '../wire.ts'

/** Trial throws of the line being aimed: the last question counts, and its answer gets better while one waits. */
export class ForecastAsker {
  found: Forecast | undefined = $state.raw()
  private asked = ''
  private id = 0

  constructor(private readonly say: (words: string) => number) {}

  ask = (words: string): void => {
    if (words === this.asked) return
    const open = this.asked !== ''
    this.asked = words
    this.found = undefined // at the next throw the same words are another question: other dice, another table
    if (words || open) this.id = this.say(words)
  }

  hear(answer: Forecast): void {
    if (answer.about === this.id) this.found = answer
  }

  /** Whether it was such a question that the server refused to answer; it may be put again. */
  refused(about: number): boolean {
    if (!about || about !== this.id) return false
    this.asked = ''
    return true
  }

  forget(): void {
    this.asked = ''
    this.id = 0
    this.found = undefined
  }
}
