import assert from 'node:assert/strict'
import { test } from 'node:test'
import { companyWords } from '../src/company/said.ts'
import { lookOf } from '../src/company/looks.ts'
import { temperOf } from '../src/company/temper.ts'
import { lastWord, numberOf, occasionsOf, wordFor } from '../src/company/talk.ts'
import type { Player } from '../src/games/side.ts'
import { BOTS } from '../src/wire.ts'

const colour = { fill: '#000', ink: '#fff', sign: 'star' } as const
const players: Player[] = [
  { letter: 'A', name: 'Karen', colour, mine: true },
  { letter: 'B', name: 'Hilda', colour, mine: false, bot: 'Hilda' },
  { letter: 'C', name: 'Hektor 2', colour, mine: false, bot: 'Hektor' },
]
const line = (seat: string, ...news: string[]) => ({ seat, words: 'roll 1', told: '', news })

test('what is worth a word, by what a line led to', () => {
  assert.deepEqual(occasionsOf(line('B', 'lost 2')), [])
  assert.deepEqual(occasionsOf(line('B', 'lost 7')), [{ letter: 'B', occasion: 'lost' }])
  assert.deepEqual(occasionsOf(line('B', 'haul 4 middle')), [])
  assert.deepEqual(occasionsOf(line('B', 'haul 4 C')), [{ letter: 'B', occasion: 'theft' }, { letter: 'C', occasion: 'stolen' }])
  assert.deepEqual(occasionsOf(line('B', 'fish blue 2 lake B')), [])
  assert.deepEqual(occasionsOf(line('A', 'fish blue 1 B A')), [{ letter: 'A', occasion: 'theft' }, { letter: 'B', occasion: 'stolen' }])
  assert.deepEqual(occasionsOf(line('*', 'catch C pike 17')), [{ letter: 'C', occasion: 'catch' }])
})

test('bots alone speak, rarely, and the same on every device', () => {
  const words = Array.from({ length: 300 }, (_, place) => wordFor('code', line('B', 'lost 7'), place, players, 'en'))
  const said = words.filter((one) => one !== undefined)
  assert.ok(said.length > 60 && said.length < 140, `${said.length} of 300`)
  assert.ok(new Set(said.map((one) => one.text)).size > 1)
  assert.deepEqual(words, Array.from({ length: 300 }, (_, place) => wordFor('code', line('B', 'lost 7'), place, players, 'en')))
  assert.ok(Array.from({ length: 300 }, (_, place) => wordFor('code', line('A', 'lost 7'), place, players, 'en')).every((one) => one === undefined))
})

test('the last word is a winner’s, else that of one who lost', () => {
  assert.ok(companyWords.de.says.bold.won.includes(lastWord('code', ['B'], players, 'de')?.text ?? ''))
  assert.equal(lastWord('code', ['A'], players, 'en')?.letter !== 'A', true)
  assert.equal(lastWord('code', ['A'], players.slice(0, 1), 'en'), undefined)
  assert.notEqual(numberOf('a'), numberOf('b'))
})

test('every bot has a face and a temper', () => {
  for (const name of Object.values(BOTS).flat()) {
    assert.ok(lookOf(name)?.skin && lookOf(name)?.hair, name)
    assert.ok(temperOf(name), name)
  }
  assert.deepEqual(['Hilda', 'Hektor', 'Nixe', 'Karen', undefined].map(temperOf), ['bold', 'careful', 'steady', 'steady', 'steady'])
})
