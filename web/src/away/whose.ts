import { settings } from '../settings.svelte.ts'
import { tableAt } from '../table/http.ts'
import { noteTable, type KeptSeat } from '../table/kept.svelte.ts'
import { awayWords } from './words.ts'

/** Whose turn it is at a table that this browser holds a seat at; nothing where the server cannot say. */
export async function whoseTurn(kept: KeptSeat): Promise<{ mine: boolean; text: string } | undefined> {
  try {
    const table = await tableAt(kept.code)
    noteTable(table)
    if (table.state !== 'play' || !table.owing.length) return undefined
    const text = awayWords[settings.language]
    if (table.owing.some((letter) => letter in kept.tokens)) return { mine: true, text: text.mineNow }
    const names = table.owing.map((letter) => table.seats.find((seat) => seat.seat === letter)?.name || letter)
    return { mine: false, text: text.theirsNow(new Intl.ListFormat(settings.language).format(names)) }
  } catch {
    return undefined
  }
}
