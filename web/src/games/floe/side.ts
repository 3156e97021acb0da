import { floeWords } from './words.svelte.ts'
import type { FloeScore, FloeView, Line } from '../../wire.ts'
import { leadBeat, type GameSide, type Player } from '../side.ts'
import Board from './Board.svelte'
import { lengthOf } from './flight.ts'
import { lineTime, wasScored } from './ledger.svelte.ts'
import { ownerOf, paintOf } from './paint.ts'
import { readRest, type Resting } from './rest.ts'

/** How a colour's points come about, in a sentence. */
export function tellScore(score: FloeScore, players: readonly Player[]): string {
  const who = ownerOf(score.colour, players)
  if (score.blocked) return floeWords().tellBlocked(who, score.up)
  return floeWords().tellScore(who, score, Object.values(score.behind), Object.values(score.blocks))
}

/** The die as it lay when this was said: the last `rest` line before tells. */
function lastRest(earlier: readonly Line[], die: string): Resting | undefined {
  const line = earlier.findLast((one) => one.words.startsWith('rest '))
  return line && readRest(line.words).find((one) => one.die === die)
}

/** The whole numbers of a throw, by their names. */
function numbersOf(parts: readonly string[]): { aim: number; speed: number; from: number; height: number; spin: number } {
  const found = Object.fromEntries(parts.map((part) => part.split('=')))
  return { aim: Number(found['aim'] ?? 0), speed: Number(found['speed'] ?? 0), from: Number(found['from'] ?? 0), height: Number(found['height'] ?? 0), spin: Number(found['spin'] ?? 0) }
}

/** The thrower's die that lay there before, if the last `rest` line was another's: of those it tells one die each. */
function markedBefore(line: Line, earlier: readonly Line[]): string | undefined {
  const last = earlier.findLast((one) => one.words.startsWith('rest '))
  return last && last.seat !== line.seat ? readRest(last.words).find((one) => one.die.startsWith(line.seat))?.die : undefined
}

function tellRest(line: Line, players: readonly Player[], earlier: readonly Line[]): string {
  const text = floeWords()
  const dice = readRest(line.words)
  const marked = dice.find((one) => one.die === markedBefore(line, earlier))
  const own = dice.filter((one) => one.die.startsWith(line.seat) && one !== marked)
  const off = line.news ? [] : dice.filter((one) => one.wet && !one.die.startsWith(line.seat)).map((one) => ownerOf(one.die[0] ?? '', players))
  return text.rest(
    own.filter((one) => !one.wet).map((one) => text.lies(one.up, text.ahead(one.y))),
    own.filter((one) => one.wet).length,
    off,
    marked?.wet ?? false,
  )
}

/** The dice that a score names: `3+1`, or `-` for none. */
const numbersIn = (dice = '-'): number[] => (dice === '-' ? [] : dice.split('+').map(Number))

export const side: GameSide = {
  paint: paintOf,
  name: ownerOf,
  Board,
  tell(line, players, earlier = []) {
    const text = floeWords()
    const who = ownerOf(line.seat, players)
    const [verb, ...rest] = line.words.split(' ')
    const [first = ''] = rest
    switch (verb) {
      case 'throw':
        return text.throw(who, numbersOf(rest))
      case 'rest':
        return tellRest(line, players, earlier)
      case 'place':
        return text.place(who, text.ahead(Number(first.split(',')[1])))
      case 'keep': {
        const die = lastRest(earlier, first)
        return die ? text.keep(who, die.up, text.ahead(die.y)) : text.keepUnseen(who)
      }
      default:
        return line.told ?? ''
    }
  },
  describe(view, players) {
    const table = view as FloeView
    const text = floeWords()
    const dice = [...Object.values(table.dice), ...table.thrown].map((die) => text.describeDie(ownerOf(die.die[0] ?? '', players), die.up, text.ahead(die.y)))
    return text.describe(
      table.round,
      dice,
      table.blocks.map((block, place) => text.block(ownerOf(block.colour, players), block.up, place === 0)),
      Object.entries(table.track).map(([colour, space]) => text.describeTrack(ownerOf(colour, players), space)),
    )
  },
  prompt(view, verbs) {
    const table = view as FloeView
    const text = floeWords()
    if (verbs.includes('keep')) return text.promptKeep
    if (verbs.includes('place')) return text.promptPlace
    const marked = Object.values(table.dice).find((die) => die.die === table.marked)
    return marked ? text.promptThrow3(marked.up, text.ahead(marked.y)) : text.promptThrow4
  },
  label(line, view) {
    const table = view as FloeView
    const text = floeWords()
    const [verb, ...rest] = line.split(' ')
    const [first = ''] = rest
    if (verb === 'throw') return text.labelThrow(numbersOf(rest))
    if (verb === 'place') {
      const [x = 0, y = 0] = first.split(',').map(Number)
      return text.labelPlace(text.ahead(y), x)
    }
    const die = table.thrown.find((one) => one.die === first)
    return die ? text.choices.keep(die.up, text.ahead(die.y)) : line
  },
  pace(line) {
    const verb = line.words.split(' ')[0]
    if (verb === 'rest') return { air: line.flight ? lengthOf(line.flight) * 2 + 250 : 500, down: 900, sound: 'ice', landing: 'iceland' }
    return { air: 0, down: 350, sound: 'tick' }
  },
  beat([what, a = '', b = '', c = '', ...rest], _line, players) {
    const text = floeWords()
    const whose = ownerOf(a[0] ?? '', players)
    switch (what) {
      case 'off':
        return { text: text.pushedOff(whose), mood: 'loss', sound: 'splash', milliseconds: 1000 }
      case 'block':
        return { text: text.ontoBlock(whose), milliseconds: 900 }
      case 'score': // told line by line in the account on the ice
        if (c === 'blocked') return { text: text.tellBlocked(whose, Number(b)), milliseconds: 0 }
        return { text: text.tellScore(whose, { up: Number(b), bonus: Number(c), earned: Number(rest[2]), end: Number(rest[4]) }, numbersIn(rest[0]), numbersIn(rest[1])), milliseconds: 0 }
      case 'lead': {
        const beat = leadBeat(['lead', a, b], players)
        return beat && { ...beat, milliseconds: 0 } // nobody is told before the account
      }
      case 'over':
        return { text: text.over, milliseconds: 0 }
      default:
        return undefined
    }
  },
  linger: (before, now) => (wasScored(before as FloeView, now as FloeView) ? ((now as FloeView).scored.length + 1) * lineTime : 0),
}
