import { getContext, setContext } from 'svelte'
import type { GameSide, Player } from '../games/side.ts'

/** What happened here of late, for a bar that has nothing else to say. */
export interface Recent {
  readonly log: readonly { id: number; text: string; line: { seat: string } }[]
  readonly players: readonly Player[]
  readonly side: GameSide | undefined
}
const key = Symbol('recent')
export const keepRecent = (recent: Recent): Recent => setContext(key, recent)
/** None in a replay or a lesson, which show all of it elsewhere. */
export const recentHere = (): Recent | undefined => getContext<Recent | undefined>(key)
