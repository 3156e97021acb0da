import { words } from '../../words/words.svelte.ts'
import type { LureView } from '../../wire.ts'
import { nameOf, type GameSide } from '../side.ts'
import Board from './Board.svelte'
import Die from './Die.svelte'
import FishPortrait from './FishPortrait.svelte'
import LureToken from './LureToken.svelte'
import { castInWords, catchOf, readCast } from './cast.ts'
import { fishName } from './fishName.ts'
import { turnsInWords } from './turns.ts'

const marks = (rest: readonly string[]): string[] => rest.map((mark) => words().lure.turned(Number(mark.slice(0, -1)), mark.slice(-1)))

export const side: GameSide = {
  Board,
  pictures: { Die, FishPortrait, LureToken },
  tell(line, players) {
    const text = words().lure
    const who = nameOf(line.seat, players)
    const [verb, ...rest] = line.words.split(' ')
    const first = rest[0] ?? ''
    switch (verb) {
      case 'splash':
        return text.splash(fishName(first))
      case 'draw':
        return text.draw(who, first === 'lure' || first === '?' ? '?' : text.lure(first))
      case 'cast':
        return text.cast(who, castInWords(readCast(rest)))
      case 'roll':
        return rest.length ? text.roll(who, rest, rest.reduce((sum, face) => sum + Number(face), 0)) : text.rollNone(who)
      case 'adjust':
        return text.adjust(who, marks(rest))
      default:
        return line.told ?? ''
    }
  },
  describe(view, players) {
    const table = view as LureView
    const text = words().lure
    const cards = table.middle.map((fish) => text.card(fishName(fish.name), fish.catch, text.need(fish.needs), fish.vp, ''))
    const each = players.map((one) => text.describePlayer(one.name, table.vp[one.letter] ?? 0, table.caught[one.letter]?.length ?? 0, table.hands[one.letter] ?? 0))
    const hand = table.hand.length ? ` ${text.screen}: ${words().list(table.hand.map((lure) => text.lure(lure)))}.` : ''
    return text.describe(table.deck, cards, each) + hand
  },
  prompt(view, verbs) {
    const table = view as LureView
    const text = words().lure
    if (verbs.includes('adjust') && table.seat) return text.promptAdjust(table.casts[table.seat]?.lures.filter((lure) => lure === 'adjust').length ?? 0)
    return text.promptCast
  },
  label(line) {
    const text = words().lure
    const [verb, ...rest] = line.split(' ')
    if (verb === 'cast') return text.choices.cast(castInWords(readCast(rest)))
    return turnsInWords(line)
  },
  foretell(prospect) {
    const { percent, number, lure } = words()
    const points = prospect.means['vp'] ?? 0
    if (prospect.line.startsWith('adjust')) return `${lure.total(prospect.means['total'] ?? 0)}: ${lure.odds.catch(catchOf(prospect), points)}`
    const fish = Object.entries(prospect.chances).filter(([name, chance]) => chance > 0 && name !== 'nothing')
    return [lure.odds.points(number(points)), ...fish.map(([name, chance]) => `${lure.fish[name] ?? name} ${percent(chance)}`)].join(' · ')
  },
  pace(line) {
    const verb = line.words.split(' ')[0]
    if (verb === 'roll') return { air: 720, down: 700, sound: 'rattle', landing: 'land' }
    if (verb === 'splash') return { air: 0, down: 60, sound: 'splash' }
    if (verb === 'cast') return { air: 0, down: 600, sound: 'tick' }
    return { air: 0, down: 320, sound: 'card' }
  },
  beat([what, a = '', b = '', c = ''], _line, players) {
    const text = words().lure
    switch (what) {
      case 'fish':
        return { text: '', milliseconds: 620 } // the entry's own words have said it
      case 'catch':
        return { text: text.catches(nameOf(a, players), fishName(b), Number(c)), mood: 'gain', sound: 'catch', moves: [{ from: `fish:${b}`, to: a, pick: '', count: 1 }], milliseconds: 1250 }
      case 'miss':
        return { text: text.misses(nameOf(a, players), Number(b)), milliseconds: 650 }
      case 'over':
        return { text: text.over, milliseconds: 900 }
      default:
        return undefined
    }
  },
  begins: (line) => /^roll \d/.test(line.words),
  chances: () => import('./chances.ts'),
}
