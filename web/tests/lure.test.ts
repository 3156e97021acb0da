import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cardsOf, chances } from '../src/games/lure/chances.ts'
import { portraitOf, species } from '../src/games/lure/species.ts'

const deck = Object.fromEntries(['pike', 'Bärsch', 'Giant-Eel', 'constructor', 'minnow'].map((name) => [name, {}]))
const box = { fish: { deck }, lures: { kinds: { adjust: 1, boast: 1 } } }
const read = (reader: ReturnType<typeof chances>, ...lines: string[]) => lines.map((line) => reader(line[0] ?? '', line.slice(2), [[1, 0, 0, 0, 0, 0, 0, 5]]))

test('cards lie in the order of the weights: ours first, then others by name', () => {
  assert.deepEqual(cardsOf(box), ['minnow', 'pike', 'Bärsch', 'Giant-Eel', 'constructor'])
})

test('a fish comes once, and one that is not in the box never', () => {
  const [first, second, third] = read(chances(box), '* splash Giant-Eel', '* splash pike', '* splash roach')
  assert.deepEqual(first?.map(({ weights, choice, die }) => ({ weights, choice, die })), [{ weights: [1, 1, 1, 1, 1], choice: 3, die: 'fish' }])
  assert.deepEqual(second?.map(({ weights, choice, die }) => ({ weights, choice, die })), [{ weights: [1, 1, 1, 0, 1], choice: 1, die: 'fish' }])
  assert.equal(third?.[0]?.choice, -1)
})

test('dice have the sides that were cast', () => {
  const [cast, roll] = read(chances(box), 'A cast 1 boast d20 d12', 'A roll 6 12 20')
  assert.equal(cast, undefined)
  assert.deepEqual(roll?.map((die) => [die.weights.length, die.choice]), [[6, 5], [12, 11], [20, 19]])
})

test('lures are drawn from what is left; a shuffled pile holds no more than the box and the hands leave', () => {
  const reader = chances(box)
  const drawn = read(reader, 'A draw boast', 'B draw adjust', 'A cast 2 boast', 'A draw boast')
  assert.deepEqual(drawn[0]?.[0]?.weights, [1, 0, 0, 0, 0, 0, 0, 1])
  assert.deepEqual(drawn[1]?.[0]?.weights, [1, 0, 0, 0, 0, 0, 0, 0])
  assert.deepEqual(drawn[3]?.[0]?.weights, [0, 0, 0, 0, 0, 0, 0, 1]) // the server said one adjust and five boasts
})

test('our fish have their own pictures, others borrow one and keep it', () => {
  assert.equal(portraitOf('pike'), species['pike'])
  assert.equal(portraitOf('nilbarsch'), portraitOf('nilbarsch'))
  const borrowed = ['nilbarsch', 'Giant-Eel', 'Bärsch', 'ニジマス', 'constructor', 'toString'].map(portraitOf)
  assert.ok(borrowed.every((fish) => Object.values(species).includes(fish)))
  assert.ok(new Set(borrowed).size > 3)
})
