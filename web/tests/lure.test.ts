import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawn } from '../src/games/lure/drawn.ts'
import { portraitOf, species } from '../src/games/lure/species.ts'

const line = (words: string) => ({ seat: '*', words, told: '' })
const cards = ['pike', 'Bärsch', 'Giant-Eel', 'constructor']

test('a fish is proven by its place in the box that was played, not in ours', () => {
  assert.deepEqual(drawn(line('splash Giant-Eel'), cards), [2])
  assert.deepEqual(drawn(line('splash pike'), cards), [0])
  assert.deepEqual(drawn(line('splash roach'), cards), [-1])
})

test('dice and lures are proven by their place, choices claim nothing', () => {
  assert.deepEqual(drawn(line('roll 1 6 20'), cards), [0, 5, 19])
  assert.deepEqual(drawn(line('draw boast'), cards), [7])
  assert.equal(drawn(line('cast 3'), cards), undefined)
})

test('our fish have their own pictures, others borrow one and keep it', () => {
  assert.equal(portraitOf('pike'), species['pike'])
  assert.equal(portraitOf('nilbarsch'), portraitOf('nilbarsch'))
  const borrowed = ['nilbarsch', 'Giant-Eel', 'Bärsch', 'ニジマス', 'constructor', 'toString'].map(portraitOf)
  assert.ok(borrowed.every((fish) => Object.values(species).includes(fish)))
  assert.ok(new Set(borrowed).size > 3)
})
