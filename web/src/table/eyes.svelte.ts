/** Whose eyes a device uses. Where several people share it and something is secret, a curtain is drawn between them. */
export class Eyes {
  /** The seat through whose eyes the table is seen; empty for a watcher. */
  now = $state('')
  /** The seat behind the curtain that waits for its person. */
  curtain = $state('')
  secrets = $state(false)
  private lastOwed = ''
  /** The seat of this shared device whose choice is being taken back. */
  private takingBack = ''

  /** `held` are this device's seats; `drawn` hears that a curtain was drawn. */
  constructor(
    private readonly held: () => readonly string[],
    private readonly drawn: () => void,
  ) {}

  /** Several people share this device, and something is secret. */
  get shared(): boolean {
    return this.secrets && this.held().length > 1
  }

  /** Look through the eyes of who is to choose; draw the curtain where it matters. */
  turn(owing: readonly string[]): void {
    const held = this.held()
    if (!held.includes(this.now)) this.now = held[0] ?? ''
    const here = held.filter((letter) => owing.includes(letter))
    const back = here.includes(this.takingBack)
    const next = [this.takingBack, this.curtain, this.now].find((letter) => here.includes(letter)) ?? here[0]
    if (!next) this.curtain = ''
    else if (!this.shared) {
      this.curtain = ''
      this.now = next
    } else if (back || next !== this.now || this.lastOwed !== next) this.draw(next)
    if (next) this.lastOwed = next
    if (back) this.takingBack = ''
  }

  private draw(letter: string): void {
    this.curtain = letter
    this.drawn()
  }

  open(): void {
    this.now = this.curtain
    this.curtain = ''
  }

  /** Somebody here has chosen: while it is told, others at this device look too. */
  chose(): void {
    this.lastOwed = ''
  }

  /** A choice of this seat is being taken back; its owner will look at it behind a curtain. */
  takeBack(seat: string): void {
    if (this.shared) this.takingBack = seat
  }

  /** It was refused. */
  keep(): void {
    this.takingBack = ''
  }
}
