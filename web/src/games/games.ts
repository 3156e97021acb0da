export const gameNames = ['soles', 'espresso', 'lure', 'floe'] as const
export type GameName = (typeof gameNames)[number]
export const isGame = (word: string): word is GameName => (gameNames as readonly string[]).includes(word)

/** What stands on the lid of each box. */
export const lids: Readonly<Record<GameName, { seats: readonly [number, number]; minutes: number; secrets: boolean }>> = {
  soles: { seats: [2, 8], minutes: 20, secrets: false },
  espresso: { seats: [2, 5], minutes: 20, secrets: false },
  lure: { seats: [2, 5], minutes: 15, secrets: true },
  floe: { seats: [2, 6], minutes: 30, secrets: false },
}
