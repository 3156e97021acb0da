import { words } from '../../words/words.svelte.ts'
import type { SolesView } from '../../wire.ts'
import { nameOf, opensTurn, type GameSide, type Player } from '../side.ts'
import Board from './Board.svelte'
import Face from './Face.svelte'
import { faces as order } from './faces.ts'

/** Dice lie sorted, as the view shows them, so that nothing jumps when it arrives. */
export const inOrder = (faces: readonly string[]): string[] => faces.toSorted((a, b) => order.indexOf(a) - order.indexOf(b))
export const isBlue = (face: string): boolean => face === 'water' || face === 'double'

const placeOf = (place: string, players: readonly Player[]): string => (place === 'middle' ? words().soles.middle : words().soles.from(nameOf(place, players)))

export const side: GameSide = {
  Board,
  pictures: { Face },
  tell(line, players) {
    const text = words().soles
    const who = nameOf(line.seat, players)
    const [verb, ...rest] = line.words.split(' ')
    switch (verb) {
      case 'roll':
        return text.roll(who, rest.map((face) => text.faces[face] ?? face))
      case 'take':
        return line.news ? '' : text.take(who, placeOf(rest[0] ?? '', players))
      case 'again':
        return text.again(who)
      case 'secure':
        return line.news ? '' : text.secure(who)
      default:
        return line.told ?? ''
    }
  },
  describe(view, players) {
    const table = view as SolesView
    const text = words().soles
    return text.describe(table.middle, table.net, players.map((one) => text.supply(one.name, table.supply[one.letter] ?? 0)))
  },
  prompt(view, verbs) {
    const table = view as SolesView
    const text = words().soles
    return verbs.includes('take') ? text.promptTake(table.haul) : text.promptAgain(table.net)
  },
  label(line, view, players) {
    const text = words().soles.choices
    const [verb, place = ''] = line.split(' ')
    if (verb === 'again') return text.again
    if (verb === 'secure') return text.secure((view as SolesView).net)
    return place === 'middle' ? text.middle : text.rob(nameOf(place, players))
  },
  foretell(prospect) {
    const { percent, number, soles } = words()
    return soles.foretell(percent(prospect.chances['no sole'] ?? 0), percent(prospect.chances['hook'] ?? 0), number(prospect.means['haul'] ?? 0))
  },
  pace(line) {
    if (line.words.startsWith('roll ')) return { air: 760, down: 620, sound: 'wood', landing: 'woodland' }
    return { air: 0, down: 240, sound: 'tick' }
  },
  beat([what, count = '', from = ''], line, players) {
    const text = words().soles
    const who = nameOf(line.seat, players)
    const n = Number(count)
    const pick = '.pile > span'
    switch (what) {
      case 'lost':
        return { text: text.lost(n), mood: 'loss', sound: 'slip', moves: n ? [{ from: 'net', to: 'middle', pick, count: n }] : [], milliseconds: n ? 1500 : 900 }
      case 'hook':
        return { text: text.hooked(n), sound: 'catch', milliseconds: 700 }
      case 'haul':
        return { text: text.hauled(who, n, placeOf(from, players)), ...(n ? { sign: `+${n}`, mood: 'gain' as const } : {}), sound: from === 'middle' ? 'catch' : 'steal', moves: [{ from, to: 'net', pick, count: n }], milliseconds: from === 'middle' ? 900 : 1300 }
      case 'home':
        return { text: text.home(who, n), mood: 'gain', sound: 'catch', moves: [{ from: 'net', to: line.seat, pick, count: n }], milliseconds: 950 }
      case 'over':
        return { text: text.over, milliseconds: 900 }
      default:
        return undefined
    }
  },
  begins: opensTurn,
  chances: () => import('./chances.ts'),
}
