import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bestOf, dayBefore, dayOf, daysBehind, historyOf, laterBy, readDays, streakOf, type KeptDay } from '../src/daily/days.ts'

const whole: KeptDay = { lines: ['a', 'b', 'c', 'd', 'e'], lost: [0, 0.02, 0, 0, 0] }
const half: KeptDay = { lines: ['a'], lost: [0] }
const played = (...dates: string[]): Record<string, KeptDay> => Object.fromEntries(dates.map((date) => [date, whole]))

test('days follow one another over the end of a year, a leap day and the change of clocks', () => {
  assert.equal(dayBefore('2027-01-01'), '2026-12-31')
  assert.equal(dayBefore('2028-03-01'), '2028-02-29')
  assert.equal(dayBefore('2027-03-01'), '2027-02-28')
  for (const zone of ['Europe/Berlin', 'America/New_York', 'Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    process.env.TZ = zone
    for (const [date, before] of [['2026-03-30', '2026-03-29'], ['2026-10-26', '2026-10-25'], ['2026-03-08', '2026-03-07'], ['2026-11-02', '2026-11-01']] as const) assert.equal(dayBefore(date), before, zone)
  }
})

test('it is the same day everywhere', () => {
  const moments = [['2026-12-31T23:59:59.999Z', '2026-12-31'], ['2027-01-01T00:00:00Z', '2027-01-01'], ['2026-11-17T10:00:00Z', '2026-11-17']] as const
  for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'UTC']) {
    process.env.TZ = zone
    for (const [moment, date] of moments) assert.equal(dayOf(Date.parse(moment)), date, zone)
  }
})

test('a clock that is wrong is put right by days', () => {
  const now = Date.parse('2026-11-17T12:00:00Z')
  for (const behind of [-400, -1, 0, 1, 3]) {
    const told = dayOf(laterBy(now, behind))
    assert.equal(daysBehind(dayOf(now), told), behind)
  }
  assert.equal(dayOf(laterBy(Date.parse('2026-12-31T12:00:00Z'), daysBehind('2026-12-31', '2027-01-02'))), '2027-01-02')
})

test('a streak goes over the end of a year and stops at a gap or at half a day', () => {
  const days = played('2026-12-29', '2026-12-30', '2026-12-31', '2027-01-01')
  assert.equal(streakOf(days, '2027-01-01'), 4)
  assert.equal(streakOf(days, '2027-01-02'), 4, 'today is still to come')
  assert.equal(streakOf(days, '2027-01-03'), 0)
  assert.equal(streakOf({ ...days, '2026-12-30': half }, '2027-01-01'), 2)
  assert.equal(streakOf(played('2028-02-28', '2028-02-29', '2028-03-01'), '2028-03-01'), 3)
  assert.equal(streakOf({ ...days, '2026-12-30': whole }, '2026-12-29'), 1, 'played late, or by a clock that was ahead: days to come do not count')
  assert.equal(streakOf({}, '2027-01-01'), 0)
})

test('history and the best day are of whole days', () => {
  const days = { ...played('2026-12-31', '2027-01-02'), '2027-01-01': half, '2027-01-03': { ...whole, lost: [0, 0, 0, 0, 0.3] } }
  assert.deepEqual(historyOf(days), ['2027-01-03', '2027-01-02', '2026-12-31'])
  assert.equal(bestOf(days), 0.02)
  assert.equal(bestOf({ '2027-01-01': half }), undefined)
})

test('what is no day is left out of what was kept', () => {
  for (const text of [null, '', 'nonsense', '7', 'null', '[]', '{"2027-01-01": 7}', '{"2027-01-01": {"lines": ["a"], "lost": ["b"]}}', '{"2027-01-01": {"lines": ["a"], "lost": []}}']) assert.deepEqual(readDays(text), {})
  assert.deepEqual(readDays(JSON.stringify({ '2027-01-01': whole, other: 3 })), { '2027-01-01': whole })
})
