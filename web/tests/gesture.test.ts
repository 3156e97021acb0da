import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fromDrag, reach, throwWords, usual } from '../src/games/floe/gesture.ts'

test('the usual throw in the words of the record', () => {
  assert.equal(throwWords(usual), 'throw from=0 aim=0 speed=140 height=50 spin=50')
})

test('a pull to the left throws to the right, further is harder', () => {
  const soft = fromDrag(-20, 40, 300, 300)
  const hard = fromDrag(-40, 80, 300, 300)
  assert.ok(soft && hard && soft.aim > 0 && hard.speed > soft.speed)
})

test('a flick forwards throws where it points, faster is harder', () => {
  const slow = fromDrag(10, -80, 600, 300)
  const quick = fromDrag(10, -80, 120, 300)
  assert.ok(slow && quick && slow.aim > 0 && quick.speed > slow.speed)
})

test('a tap throws nothing, and nothing leaves the reach of a hand', () => {
  assert.equal(fromDrag(2, 3, 50, 300), undefined)
  for (const [across, down] of [[900, 1], [-900, 900], [0, 5000], [3, -5000]] as const) {
    const made = fromDrag(across, down, 10, 300)
    assert.ok(made && made.speed <= reach.speed.high && Math.abs(made.aim) <= reach.aim.high)
  }
})
