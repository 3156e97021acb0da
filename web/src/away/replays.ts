import { settings } from '../settings.svelte.ts'
import { Refused, replay, replayOf } from '../table/http.ts'
import type { Replay, ReplayAsk } from '../wire.ts'
import { keepGame, keptFile, keptOf } from './games.ts'
import { awayWords } from './words.ts'

/** Ask the server and keep what it says; where it cannot be asked, open what is kept. */
async function orKept(asked: Promise<Replay>, kept: () => Promise<Replay | undefined>, code: string, missing: 'noGame' | 'noFile', file?: string): Promise<Replay> {
  try {
    const found = await asked
    await keepGame(found, code, file).catch(() => {}) // a full disk or a private window keeps nothing
    return found
  } catch (error) {
    if (error instanceof Refused && error.problem) throw error
    const found = await kept()
    if (found) return found
    throw navigator.onLine ? error : new Error(awayWords[settings.language][missing])
  }
}

export const replayOfTable = (code: string): Promise<Replay> => orKept(replayOf(code), () => keptOf(code), code, 'noGame')
/** With a component file of its own the text alone does not say which game it is: that one asks the server always. */
export const replayOfFile = (what: ReplayAsk): Promise<Replay> =>
  what.components ? replay(what) : orKept(replay(what), () => keptFile(what.record), '', 'noFile', what.record)

/** A game has ended here: its replay is kept. Nobody waits for it. */
export async function keepEnded(code: string): Promise<void> {
  if (await keptOf(code)) return
  await keepGame(await replayOf(code), code)
}
