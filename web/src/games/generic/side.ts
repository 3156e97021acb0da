import { words } from '../../words/words.svelte.ts'
import { nameOf, type GameSide, type Player } from '../side.ts'
import Board from './Board.svelte'

/** A field of a view and what it holds, in words. */
export interface Fact {
  name: string
  said: string
}

/** Fields that every view has: who looks on, what is played. */
const own = ['seat', 'game']
const plain = (field: string): string => field.replaceAll('_', ' ')

export function facts(view: unknown, players: readonly Player[]): Fact[] {
  return Object.entries(view as Record<string, unknown>)
    .filter(([name]) => !own.includes(name))
    .map(([name, value]) => ({ name: plain(name), said: said(value, players) }))
}

/** Any value of a view in words; a seat's letter becomes its player's name. */
function said(value: unknown, players: readonly Player[]): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return value ? words().generic.yes : words().generic.no
  if (Array.isArray(value)) return value.map((one) => said(one, players)).join(' ') || '–'
  if (typeof value === 'object') {
    const parts = Object.entries(value).map(([key, inner]) => `${nameOf(key, players)}: ${said(inner, players)}`)
    return parts.join(', ') || '–'
  }
  return nameOf(String(value), players)
}

/** A game that another package brings: everything its view tells, and its lines as buttons. */
export const side: GameSide = {
  Board,
  tell: (line) => line.told ?? '',
  describe: (view, players) => facts(view, players).map(({ name, said }) => `${name}: ${said}`).join('. '),
  prompt: (_view, verbs) => words().generic.prompt(verbs),
  label: (line) => line,
  pace: () => ({ air: 0, down: 420, sound: 'tick' }),
}
