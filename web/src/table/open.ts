import { go, to } from '../route.svelte.ts'
import { settings } from '../settings.svelte.ts'
import type { NewSeat, NewTable, TableMade } from '../wire.ts'
import { openTable } from './http.ts'
import { keptName } from './name.ts'
import { keepSeat } from './kept.svelte.ts'

/** How many bots sit down when somebody just wants to play. */
const company: Readonly<Record<string, number>> = { soles: 2, espresso: 2, lure: 2, floe: 2 }

/** Open a table, keep its keys in this browser and go there. */
export async function open(table: NewTable, setting: Promise<TableMade> = openTable(table)): Promise<string> {
  const made = await setting
  const tokens: Record<string, string> = {}
  const links: Record<string, string> = {}
  const names: Record<string, string> = {}
  for (const key of made.keys) {
    if (key.kind === 'here') {
      tokens[key.seat] = key.token
      names[key.seat] = table.seats['ABCDEFGH'.indexOf(key.seat)]?.name || keptName()
    } else if (key.kind === 'link') links[key.seat] = key.token
  }
  keepSeat({ code: made.code, game: table.game, tokens, links, names })
  go(to.table(made.code))
  return made.code
}

/** Open a table against bots and go there: one tap. */
export async function playNow(game: string): Promise<void> {
  const bots = Array.from({ length: company[game] ?? 1 }, (): NewSeat => ({ kind: 'bot', level: settings.level }))
  await open({ game, seats: [{ kind: 'here', name: keptName() }, ...bots], odds: settings.odds })
}
