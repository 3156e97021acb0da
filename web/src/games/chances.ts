/** One die or card that an entry claims: how the component file weighs what could come, and the place of what came. */
export interface Chance {
  readonly weights: readonly number[]
  readonly choice: number
  /** What each of them is called in a logbook. */
  readonly faces: readonly string[]
  /** What the die or card is called where dice are keyed; without a name it is its number in the line. */
  readonly die?: string
}

/** A component file, as its digest is made of it. */
export type Facts = Readonly<Record<string, unknown>>

/** Reads a log from its first entry on and tells what each claims to have drawn; undefined where it claims nothing.
    `listed` is what the server says the weights were, for what a component file alone cannot tell. */
export type Reader = (seat: string, words: string, listed: readonly (readonly number[])[]) => readonly Chance[] | undefined

/** A game whose rounds are not its seats' turns tells from the log in which round each line is. */
export type Rounds = () => (seat: string, words: string) => number

/** What a game knows of its chance; loaded when somebody wants a proof. */
export interface Chances {
  readonly chances: (facts: Facts) => Reader
  readonly rounds?: Rounds
}

/** How often each of these kinds is there, by a section of the component file; kinds not named are not there. */
export function weightsOf(facts: Facts, path: readonly string[], kinds: readonly string[]): number[] {
  const section = path.reduce<unknown>((inner, key) => (inner as Facts | undefined)?.[key], facts)
  return kinds.map((kind) => Number((section as Facts | undefined)?.[kind] ?? 0))
}
