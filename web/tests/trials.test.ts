import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Trials } from '../src/table/trials.ts'

test('an answer settles its own question', async () => {
  const trials = new Trials()
  const [first, second] = [trials.wait(1), trials.wait(2)]
  trials.hear(2, false)
  trials.hear(1, true)
  assert.deepEqual(await Promise.all([first, second]), [true, false])
})

test('when the line is lost every open question is settled, and nobody knows', async () => {
  const trials = new Trials()
  const open = [trials.wait(1), trials.wait(2)]
  trials.forget()
  assert.deepEqual(await Promise.all(open), [undefined, undefined])
  trials.hear(1, true) // too late
})

test('a question that was refused or could not be put is settled too', async () => {
  const trials = new Trials()
  const refused = trials.wait(7)
  assert.equal(trials.refused(7), true)
  assert.equal(trials.refused(7), false)
  assert.deepEqual([await refused, await trials.wait(0)], [undefined, undefined])
})
