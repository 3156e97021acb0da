import { words } from '../../words/words.svelte.ts'
import type { SolesView } from '../../wire.ts'
import { nameOf, type GameSide } from '../side.ts'
import Board from './Board.svelte'
import Face from './Face.svelte'
import { chances, faces as order } from './chances.ts'

/** Dice lie sorted, as the view shows them, so that nothing jumps when it arrives. */
export const inOrder = (faces: readonly string[]): string[] => faces.toSorted((a, b) => order.indexOf(a) - order.indexOf(b))
export const isBlue = (face: string): boolean => face === 'water' || face === 'double'

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
        return text.take(who, rest[0] === 'middle' ? text.middle : text.from(nameOf(rest[0] ?? '', players)))
      case 'again':
        return text.again(who)
      case 'secure':
        return text.secure(who)
      default:
        return line.told
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
    return verbs.includes('take') ? text.promptTake : text.promptAgain(table.net)
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
    if (line.words.startsWith('roll ')) return { air: 760, down: 620, sound: 'rattle', landing: 'land' }
    if (line.words === 'secure') return { air: 0, down: 480, sound: 'catch' }
    return { air: 0, down: 320, sound: 'tick' }
  },
  chances,
}
