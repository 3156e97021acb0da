import { type Line } from '../wire.ts'
import { temperOf } from './temper.ts'
import type { Player } from '../games/side.ts'
import type { Language } from '../words/words.svelte.ts'
import { companyWords } from './said.ts'

export type Occasion = 'lost' | 'theft' | 'stolen' | 'catch' | 'won' | 'beaten'
/** One of so many such moments is worth a word. */
const seldom: Readonly<Record<Occasion, number>> = { lost: 3, theft: 3, stolen: 3, catch: 5, won: 1, beaten: 1 }
/** A net that slips away is worth a word from so many soles on. */
const painful = 3

/** A number for a text, the same on every device (FNV-1a). */
export function numberOf(text: string): number {
  let sum = 0x811c9dc5
  for (const letter of text) sum = Math.imul(sum ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return (sum ^ (sum >>> 15)) >>> 0
}

/** Who might have something to say about what an entry led to. */
export function occasionsOf(line: Line): { letter: string; occasion: Occasion }[] {
  return (line.news ?? []).flatMap((one): { letter: string; occasion: Occasion }[] => {
    const [what = '', a = '', b = '', c = '', d = ''] = one.split(' ')
    const theft = (by: string, from: string): { letter: string; occasion: Occasion }[] => [
      { letter: by, occasion: 'theft' },
      { letter: from, occasion: 'stolen' },
    ]
    if (what === 'lost' && Number(a) >= painful) return [{ letter: line.seat, occasion: 'lost' }]
    if (what === 'asleep') return [{ letter: line.seat, occasion: 'lost' }]
    if (what === 'haul' && /^[A-H]$/.test(b)) return theft(line.seat, b)
    if (what === 'fish' && /^[A-H]$/.test(c) && /^[A-H]$/.test(d)) return theft(d, c)
    if (what === 'catch') return [{ letter: a, occasion: 'catch' }]
    if (what === 'miss') return [{ letter: a, occasion: 'lost' }]
    if (what === 'off') return theft(line.seat, a)
    return []
  })
}

const baseOf = (player: Player | undefined): string => player?.bot ?? ''

function say(name: string, occasion: Occasion, pick: number, language: Language): string {
  const lines = companyWords[language].says[temperOf(name)][occasion]
  return lines[pick % lines.length] ?? ''
}

/** The word that this entry is worth, if any: drawn from the table's code, so that every device hears the same. */
export function wordFor(code: string, line: Line, place: number, players: readonly Player[], language: Language): { letter: string; text: string } | undefined {
  for (const { letter, occasion } of occasionsOf(line)) {
    const name = baseOf(players.find((one) => one.letter === letter))
    const drawn = numberOf(`${code} ${place} ${letter}`)
    if (name && drawn % seldom[occasion] === 0) return { letter, text: say(name, occasion, drawn >>> 8, language) }
  }
  return undefined
}

/** The last word of a game: a winner's, if a bot has won, else that of one who lost. */
export function lastWord(code: string, winners: readonly string[], players: readonly Player[], language: Language): { letter: string; text: string } | undefined {
  const bots = players.filter((one) => one.bot)
  const happy = bots.filter((one) => winners.includes(one.letter))
  const from = happy.length ? happy : bots
  const drawn = numberOf(`${code} end`)
  const player = from[drawn % Math.max(1, from.length)]
  return player && { letter: player.letter, text: say(baseOf(player), happy.length ? 'won' : 'beaten', drawn >>> 8, language) }
}
