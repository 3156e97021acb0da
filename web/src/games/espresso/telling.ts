import { words } from '../../words/words.svelte.ts'
import { nameOf, type Player } from '../side.ts'

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
