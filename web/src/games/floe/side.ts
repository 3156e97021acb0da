import { words } from '../../words/words.svelte.ts'
import type { FloeView } from '../../wire.ts'
import type { GameSide, Player } from '../side.ts'
import Board from './Board.svelte'
import { lengthOf } from './flight.ts'
import { ownerOf } from './paint.ts'
import { readRest } from './rest.ts'

const dieOf = (die: string, players: readonly Player[]): string => `${ownerOf(die[0] ?? '', players)} ${die.slice(1)}`

export const side: GameSide = {
  Board,
  tell(line, players) {
    const text = words().floe
    const who = ownerOf(line.seat, players)
    const [verb, first = ''] = line.words.split(' ')
    switch (verb) {
      case 'throw':
        return text.throw(who)
      case 'rest': {
        const dice = readRest(line.words).filter((one) => one.die.startsWith(line.seat))
        return text.rest(who, dice.filter((one) => !one.wet).map((one) => `${one.up} (${text.ahead(one.y)})`), dice.filter((one) => one.wet).length)
      }
      case 'place':
        return text.place(who)
      case 'keep':
        return text.keep(who, first.slice(1))
      default:
        return line.told
    }
  },
  describe(view, players) {
    const table = view as FloeView
    const text = words().floe
    return text.describe(
      table.round,
      [...Object.entries(table.dice).map(([colour, die]) => `${text.die(ownerOf(colour, players), die.up)}, ${text.ahead(die.y)}`), ...table.thrown.map((die) => `${text.die(ownerOf(die.die[0] ?? '', players), die.up)}, ${text.ahead(die.y)}`)],
      table.blocks.map((block) => text.block(ownerOf(block.colour, players), block.up)),
      Object.entries(table.track).map(([colour, space]) => text.describeTrack(ownerOf(colour, players), space)),
    )
  },
  prompt(view, verbs) {
    const table = view as FloeView
    const text = words().floe
    if (verbs.includes('keep')) return text.promptKeep
    if (verbs.includes('place')) return text.promptPlace
    return table.marked ? text.promptThrow3 : text.promptThrow4
  },
  label(line, view, players) {
    const table = view as FloeView
    const text = words().floe
    const [verb, name = ''] = line.split(' ')
    if (verb === 'keep') {
      const die = table.thrown.find((one) => one.die === name)
      return die ? text.choices.keep(die.up, text.ahead(die.y)) : dieOf(name, players)
    }
    return verb === 'throw' ? `${text.choices.throw}: ${line.split(' ').slice(1).join(' ')}` : line
  },
  pace(line) {
    const verb = line.words.split(' ')[0]
    if (verb === 'rest') return { air: line.flight ? lengthOf(line.flight) * 2 + 250 : 500, down: 900, sound: 'rattle', landing: 'land' }
    return { air: 0, down: 350, sound: 'tick' }
  },
  // The seed of a throw is drawn, not how the dice lie: the server's own check throws again.
  drawn: () => undefined,
}
