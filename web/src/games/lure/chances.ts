import { weightsOf, type Chance, type Facts, type Reader, type Rounds } from '../chances.ts'
import { species } from './species.ts'

/** Lures in the order in which every pile counts them. */
const lures = ['adjust', 'x1', 'x2', 'x3', 'x4', 'x5', 'x6', 'boast']

/** The cards of a box in the order of the weights: our own fish first and in our order, then all others by name. */
export function cardsOf(facts: Facts): string[] {
  const ours = Object.keys(species)
  const place = (name: string): number => (ours.includes(name) ? ours.indexOf(name) : ours.length)
  const deck = Object.keys(((facts['fish'] as Facts | undefined)?.['deck'] as Facts | undefined) ?? {})
  return deck.toSorted((a, b) => place(a) - place(b) || byLetters(a, b))
}

/** As Python sorts: by whole characters, not by halves of them. */
function byLetters(a: string, b: string): number {
  const [left, right] = [[...a], [...b]]
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const difference = (left[i]?.codePointAt(0) ?? 0) - (right[i]?.codePointAt(0) ?? 0)
    if (difference) return difference
  }
  return left.length - right.length
}

/** A round begins with the first fish that is turned up after all have cast. */
export const rounds: Rounds = () => {
  let [round, cast] = [1, false]
  return (seat, words) => {
    if (words.startsWith('cast ')) cast = true
    else if (seat === '*' && cast) [round, cast] = [round + 1, false]
    return round
  }
}

/** Dice by what was cast, fish by which have come, lures by what is left in the pile. */
export function chances(facts: Facts): Reader {
  const cards = cardsOf(facts)
  const unseen = cards.map(() => 1)
  const box = weightsOf(facts, ['lures', 'kinds'], lures)
  let pile = [...box]
  const hands = new Map<string, number[]>()
  const casts = new Map<string, string[]>()
  const handOf = (seat: string): number[] => hands.get(seat) ?? hands.set(seat, lures.map(() => 0)).get(seat) ?? []

  /** The discards, shuffled. All have seen them, but what they are depends on catches, so the list is taken, within bounds:
      nothing can come that is not in the box, or is in a hand. */
  function shuffled(listed: readonly number[]): number[] {
    return box.map((count, kind) => Math.min(listed[kind] ?? 0, count - [...hands.values()].reduce((sum, hand) => sum + (hand[kind] ?? 0), 0)))
  }
  function draw(seat: string, lure: string, listed: readonly number[]): Chance {
    if (!pile.some((count) => count > 0)) pile = shuffled(listed)
    const choice = lures.indexOf(lure)
    const weights = [...pile]
    const hand = handOf(seat)
    pile[choice] = (pile[choice] ?? 0) - 1
    hand[choice] = (hand[choice] ?? 0) + 1
    return { weights, faces: lures, choice, die: 'lure' }
  }
  function splash(fish: string): Chance {
    const choice = cards.indexOf(fish)
    const weights = [...unseen]
    if (choice >= 0) unseen[choice] = 0
    return { weights, faces: cards, choice, die: 'fish' }
  }
  function sidesOf(seat: string): number[] {
    const [sixes = '0', ...more] = casts.get(seat) ?? []
    return [...Array<number>(Number(sixes)).fill(6), ...(more.includes('d12') ? [12] : []), ...(more.includes('d20') ? [20] : [])]
  }

  return (seat, words, listed) => {
    const [verb, ...rest] = words.split(' ')
    if (verb === 'draw') return rest.map((lure, place) => draw(seat, lure, listed[place] ?? []))
    if (verb === 'splash') return rest.map(splash)
    if (verb === 'roll') {
      const sides = sidesOf(seat)
      return rest.map((face, die) => {
        const faces = Array.from({ length: sides[die] ?? 0 }, (_, side) => String(side + 1))
        return { weights: faces.map(() => 1), faces, choice: faces.indexOf(face), die: sides[die] === 6 ? String(die) : `d${sides[die]}` }
      })
    }
    if (verb === 'cast') {
      casts.set(seat, rest)
      const hand = handOf(seat)
      for (const item of rest) if (lures.includes(item)) hand[lures.indexOf(item)] = (hand[lures.indexOf(item)] ?? 0) - 1
    }
    return undefined
  }
}
