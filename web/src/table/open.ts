import type { GameName } from '../games/games.ts'

/** Open a table against bots and go there. */
export async function playNow(game: GameName): Promise<void> {
  throw new Error(`no server to lay ${game} yet`)
}
