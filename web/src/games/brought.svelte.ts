import { to } from '../route.svelte.ts'
import { games } from '../table/http.ts'
import { words } from '../words/words.svelte.ts'
import type { GameInfo } from '../wire.ts'
import { isGame } from './games.ts'

/** Games that other packages bring to this server; the page knows of them what the server tells. */
export const brought: { all: readonly GameInfo[] } = $state({ all: [] })

/** Ask the server what else there is; without an answer there is nothing else. */
export function lookForGames(): void {
  games().then(
    (reply) => {
      brought.all = reply.games.filter((one) => !isGame(one.name))
    },
    () => {},
  )
}

/** Where its rules are told. */
export const rulesOf = (game: string, table = ''): string => (isGame(game) ? to.rules(game, table) : to.about(game, table))

/** A game's name as people say it. */
export function titleOf(game: string): string {
  return isGame(game) ? words().games[game].name : (brought.all.find((one) => one.name === game)?.title ?? game)
}
