/** Where a new table is to go on from: a replay has put it here, the setup takes it. */
export interface StartAt {
  game: string
  record: string
  components: string | undefined
  /** So many entries have happened. */
  entries: number
  names: readonly string[]
  /** The seat that decides next, if somebody does. */
  seat: string
  /** Whether the record has opened the seed of its dice, so that they can go on. */
  opened: boolean
}

export const start: { at: StartAt | undefined } = $state({ at: undefined })
