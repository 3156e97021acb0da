import { words } from '../../words/words.svelte.ts'
import type { EspressoView } from '../../wire.ts'
import { nameOf, opensTurn, type GameSide } from '../side.ts'
import Board from './Board.svelte'
import Face from './Face.svelte'
import { beatOf, labelOf, sentenceOf } from './story.ts'

export const side: GameSide = {
  Board,
  pictures: { Face },
  tell(line, players) {
    if (line.news && /^(white|take|steal|chip|move) /.test(line.words)) return '' // what it led to says it all
    return sentenceOf(nameOf(line.seat, players), line.words, players) ?? line.told ?? ''
  },
  describe(view, players) {
    const table = view as EspressoView
    const text = words().espresso
    const each = players.map((one) => {
      const fish = table.fish[one.letter] ?? { blue: 0, yellow: 0 }
      return text.describePlayer(one.name, fish.blue, fish.yellow, table.chips[one.letter] ?? 0)
    })
    const dice = table.dice.map((die) => `${text.dieColour[die.colour] ?? die.colour}: ${text.faces[die.face ?? ''] ?? words().soles.inTheAir}`)
    return `${text.describe(table.lake.blue, table.lake.yellow, each)} ${words().list(dice)}.`
  },
  prompt(view, verbs) {
    const table = view as EspressoView
    const text = words().espresso
    if (verbs.includes('reroll')) return text.promptRoll
    if (verbs.includes('cast')) return text.promptFish(table.throws)
    if (verbs.includes('take')) return text.promptTake
    if (verbs.includes('move') || verbs.includes('chip')) return text.promptSpecial
    if (verbs.includes('steal')) return text.promptSteal
    return text.promptFishing
  },
  label(line, view, players) {
    const [verb, ...names] = line.split(' ')
    if (verb !== 'reroll') return labelOf(line, players)
    const text = words().espresso
    const dice = (view as EspressoView).dice.filter((die) => names.includes(die.name))
    return text.choices.rerollThese(dice.map((die) => text.dieShowing(die.colour, die.face ?? '')))
  },
  foretell(prospect) {
    const { percent, number, espresso } = words()
    const fish = espresso.odds.foretell(number(prospect.means['fish'] ?? 0, 2))
    const fishing = prospect.chances['may fish']
    return fishing === undefined ? fish : `${fish}; ${espresso.odds.foretellRights(percent(fishing), percent(prospect.chances['may poach'] ?? 0))}`
  },
  pace(line) {
    const verb = line.words.split(' ')[0]
    if (verb === 'roll') return { air: 760, down: 560, sound: 'pebbles', landing: 'pebble' }
    if (verb === 'white') return { air: 620, down: 500, sound: 'pebbles', landing: 'pebble' }
    return { air: 0, down: 240, sound: 'tick' }
  },
  beat: beatOf,
  begins: opensTurn,
  chances: () => import('./chances.ts'),
}
