import { beatsOf, nameOf } from '../games/side.ts'
import { words } from '../words/words.svelte.ts'
import type { LiveTable } from './live.svelte.ts'

/** What the bar says: the one thing to do here, what is being played, or who is waited for. `owes`: somebody here is to choose. */
export function statusOf(live: LiveTable, owes: boolean): string {
  const { side, part, table, moment, players } = live
  const text = words().table
  if (!live.update || !side || !part || live.over) return ''
  if (owes && table?.waking && live.hints.asked) return text.wakingHint
  if (owes && !moment) return live.waiting ? text.sent : side.prompt(part.view, part.verbs)
  if (live.sealed !== null) return text.sealed
  if (live.stage.rolling) return text.promptRoll(live.held.length > 1 ? nameOf(live.stage.rolling.seat, players) : '')
  if (moment?.ready) return text.waitingFor([nameOf(moment.line.seat, players)])
  if (moment && !moment.down) return text.inTheAir(side.name?.(moment.line.seat, players) ?? nameOf(moment.line.seat, players))
  if (moment) return moment.beat?.text || side.tell(moment.line, players, live.lines.slice(0, -1)) || (beatsOf(side, moment.line, players)[0]?.text ?? '')
  const owing = players.filter((one) => live.update?.owing.includes(one.letter))
  const bots = owing.filter((one) => one.bot || one.absent === 'botPlays')
  if (table?.waking && bots.length) return text.waking(bots.map((one) => one.name))
  return owing.length ? text.waitingFor(owing.map((one) => one.name)) : ''
}
