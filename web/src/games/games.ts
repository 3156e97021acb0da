import { LIDS } from '../wire.ts'

export type GameName = keyof typeof LIDS
export const gameNames = Object.keys(LIDS) as readonly GameName[]
export const isGame = (word: string): word is GameName => (gameNames as readonly string[]).includes(word)

/** What stands on the lid of each box. */
export const lids: Readonly<Record<GameName, { seats: readonly [number, number]; minutes: number; secrets: boolean }>> = LIDS
