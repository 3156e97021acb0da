import type { Hint } from '../wire.ts'

/** What a good player would do: a hint is for one person and one position. */
export class Hints {
  now: Hint | undefined = $state.raw()
  /** One is on its way. */
  asked = $state(false)
  private id = 0

  /** `say` puts the question and returns its number, or 0 when it could not be put. */
  constructor(private readonly say: () => number) {}

  ask(): void {
    this.forget()
    this.id = this.say()
    this.asked = this.id > 0
  }

  hear(message: Hint): void {
    if (message.about === this.id) this.now = message
    this.asked = false
  }

  /** The position or the person is another; one that is still on its way is not shown when it comes. */
  forget(): void {
    this.now = undefined
    this.id = 0
  }

  /** None is on its way any more. */
  giveUp(): void {
    this.asked = false
  }
}
