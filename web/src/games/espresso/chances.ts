import { weightsOf, type Facts, type Reader } from '../chances.ts'
import { symbols, whiteFaces } from './faces.ts'

const dice = ['b1', 'b2', 'b3', 'r1', 'r2']

/** A turn begins with all five dice; those that are rolled once more fall in their order, blue before red. */
export function chances(facts: Facts): Reader {
  const blue = weightsOf(facts, ['blue', 'faces'], symbols)
  const red = weightsOf(facts, ['red', 'faces'], symbols)
  const white = weightsOf(facts, ['white', 'faces'], whiteFaces)
  let falling = dice
  return (_seat, words) => {
    const [verb, ...rest] = words.split(' ')
    if (verb === 'reroll') falling = dice.filter((die) => rest.includes(die))
    if (verb === 'white') return rest.map((face) => ({ weights: white, faces: whiteFaces, choice: whiteFaces.indexOf(face), die: 'white' }))
    if (verb !== 'roll') return undefined
    const rolled = falling
    falling = dice
    return rest.map((face, place) => ({ weights: rolled[place]?.startsWith('b') ? blue : red, faces: symbols, choice: symbols.indexOf(face), die: rolled[place] ?? '' }))
  }
}
