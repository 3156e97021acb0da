import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Finger, fullPull, readThrow, reach, throwWords, usual, type Touch } from '../src/games/floe/gesture.ts'

test('the usual throw in the words of the record', () => {
  assert.equal(throwWords(usual), 'throw from=0 aim=0 speed=120 height=50 spin=50')
  assert.deepEqual(readThrow('throw from=-20 aim=7 speed=110 height=65 spin=-30'), { from: -20, aim: 7, speed: 110, height: 65, spin: -30 })
  assert.equal(readThrow('keep A1'), undefined)
})

test('a full pull is the hardest throw anybody would want, and half of it is a soft one', () => {
  assert.equal(finger(0, 200, 300).throws(300)?.speed, fullPull)
  assert.equal(finger(0, 120, 300).throws(300)?.speed, fullPull)
  const half = finger(0, 60, 300).throws(300)?.speed ?? 0
  assert.ok(half > 70 && half < 100)
})

/** A finger that goes from the middle by so many pixels in so many milliseconds; a pixel is a millimetre here. */
function finger(across: number, down: number, milliseconds: number): Finger {
  const touch = (share: number): Touch => ({ x: 200 + across * share, y: 200 + down * share, at: milliseconds * share, spot: { x: across * share, y: -down * share } })
  const made = new Finger(touch(0))
  for (let step = 1; step <= 20; step++) made.to(touch(step / 20))
  return made
}

test('a pull to the left throws to the right, further is harder', () => {
  const soft = finger(-20, 40, 300).throws(300)
  const hard = finger(-40, 80, 300).throws(300)
  assert.ok(soft && hard && soft.aim > 0 && hard.speed > soft.speed)
})

test('a flick forwards throws where it points, faster is harder', () => {
  const slow = finger(10, -80, 250).throws(300)
  const quick = finger(10, -80, 100).throws(300)
  assert.ok(slow && quick && slow.aim > 0 && quick.speed > slow.speed)
})

test('a finger that rests on its way forwards throws nothing', () => {
  const hand = finger(10, -80, 100)
  hand.to({ x: 210, y: 120, at: 400, spot: { x: 10, y: 80 } })
  assert.equal(hand.throws(300), undefined)
})

test('back where it began nothing is thrown', () => {
  const hand = finger(-30, 90, 200)
  assert.ok(hand.throws(300))
  hand.to({ x: 203, y: 205, at: 400, spot: { x: 3, y: -5 } })
  assert.equal(hand.throws(300), undefined)
})

test('nothing leaves the reach of a hand', () => {
  for (const [across, down] of [[900, 1], [-900, 900], [0, 5000], [3, -5000]] as const) {
    const made = finger(across, down, 10).throws(300)
    assert.ok(made && made.speed <= reach.speed.high && Math.abs(made.aim) <= reach.aim.high)
  }
})
