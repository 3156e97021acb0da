import { words } from '../../words/words.svelte.ts'
import type { Line } from '../../wire.ts'
import { nameOf, type Beat, type Player } from '../side.ts'

const placeOf = (place: string, players: readonly Player[]): string => {
  const text = words().espresso
  return place === 'lake' ? text.lake : place === 'pile' ? text.pile : nameOf(place, players)
}

/** A legal line as it stands on a button. */
export function labelOf(line: string, players: readonly Player[]): string {
  const text = words().espresso
  const choices = text.choices
  const [verb, ...rest] = line.split(' ')
  const [a = '', b = '', c = ''] = rest
  switch (verb) {
    case 'reroll':
      return choices.reroll(rest.length)
    case 'stand':
      return choices.stand
    case 'drink':
      return choices.drink
    case 'cast':
      return choices.cast
    case 'pass':
      return choices.pass
    case 'take':
      return choices.take[a] ?? line
    case 'steal':
      return choices.steal(placeOf(a, players), text.colour[b] ?? b)
    case 'chip':
      return choices.chip(placeOf(a, players))
    case 'move':
      return choices.move(placeOf(a, players), text.colour[b] ?? b, placeOf(c, players))
    default:
      return line
  }
}

/** An entry as a sentence; what we have no words for is told as the server tells it. */
export function sentenceOf(who: string, line: string, players: readonly Player[]): string | undefined {
  const text = words().espresso
  const [verb, ...rest] = line.split(' ')
  const [a = '', b = '', c = ''] = rest
  switch (verb) {
    case 'roll':
      return text.roll(who, rest.map((face) => text.said[face] ?? face))
    case 'reroll':
      return text.reroll(who, rest.length)
    case 'stand':
      return text.stand(who)
    case 'drink':
      return text.drink(who)
    case 'cast':
      return text.cast(who)
    case 'white':
      return text.white(who, text.said[a] ?? a)
    case 'take':
      return text.take(who, text.colour[a] ?? a)
    case 'steal':
      return text.steal(who, placeOf(a, players), text.colour[b] ?? b)
    case 'chip':
      return text.chip(who, placeOf(a, players))
    case 'move':
      return text.move(who, placeOf(a, players), text.colour[b] ?? b, placeOf(c, players))
    case 'pass':
      return text.pass(who)
    default:
      return undefined
  }
}

/** One thing that an entry led to, as it is staged. */
export function beatOf([what, ...rest]: readonly string[], line: Line, players: readonly Player[]): Beat | undefined {
  const text = words().espresso.news
  const who = nameOf(line.seat, players)
  const [a = '', b = '', c = '', d = ''] = rest
  const number = Number(a)
  switch (what) {
    case 'throws':
      return { text: text.throws(number, Number(b) / 2, Number(c)), ...(c === '0' ? {} : { mood: 'gain' as const, sound: 'catch' as const }), milliseconds: 1200 }
    case 'poach':
      return { text: text.poach(number), sound: 'steal', milliseconds: 900 }
    case 'special':
      return { text: text.special(number), sound: 'catch', milliseconds: 900 }
    case 'nothing':
      return { text: text.nothing, mood: 'loss', sound: 'lose', milliseconds: 700 }
    case 'choose':
      return { text: text.choose(who, number), mood: 'gain', sound: 'splash', milliseconds: 700 }
    case 'shoe':
      return { text: text.shoe(who), sound: 'land', milliseconds: 700 }
    case 'asleep':
      return { text: text.asleep(who), mood: 'loss', sound: 'yawn', milliseconds: 1100 }
    case 'awake':
      return { text: text.awake(who), milliseconds: 700 }
    case 'fish': {
      const [colour, count, from, to] = [a, Number(b), c, d]
      const fish = colour === 'yellow' ? text.yellow : text.blue(count)
      const own = to === line.seat
      const said = own ? (from === 'lake' ? text.caught(who, fish) : text.stolen(who, fish, nameOf(from, players))) : text.moved(who, fish, placeOf(from, players), placeOf(to, players))
      return { text: said, ...(own ? { sign: `+${count}`, mood: 'gain' as const } : {}), sound: from === 'lake' ? 'splash' : 'steal', moves: [{ from, to, pick: `.${colour}`, count }], milliseconds: 1100 }
    }
    case 'chip':
      return { text: words().espresso.chip(who, placeOf(a, players)), sound: 'catch', moves: [{ from: a, to: b, pick: a === 'pile' ? '.cup' : '.cups span', count: 1 }], milliseconds: 900 }
    case 'out':
      return { text: text.out(number, rest.slice(1).map((seat) => nameOf(seat, players))), milliseconds: 1100 }
    case 'yellow':
      return { text: text.hasYellow(nameOf(a, players)), milliseconds: 1100 }
    case 'over':
      return { text: text.over, milliseconds: 900 }
    default:
      return undefined
  }
}
