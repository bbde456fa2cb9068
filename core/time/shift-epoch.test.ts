import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addUnits, printLocalDateTime } from './calendar.ts'
import { clockOf } from './clock.ts'
import { isTimeError } from './time-error.ts'
import { shiftEpoch } from './shift-epoch.ts'
import { timeUnits } from './unit.ts'

it.each([
  ['2021-03-31T10:30:00', -1, 'month', '2021-02-28T10:30:00'],
  ['2020-02-29T00:00:00', -1, 'year', '2019-02-28T00:00:00'],
  ['2021-08-31T00:00:00', 1, 'quarter', '2021-11-30T00:00:00'],
  ['2021-01-01T00:00:00', -52, 'week', '2020-01-03T00:00:00'],
  ['2021-03-01T00:00:00', -28, 'day', '2021-02-01T00:00:00'],
  ['2021-03-01T00:00:00', -1, 'second', '2021-02-28T23:59:59'],
] as const)('%s moved by %i %s is %s', (instant, n, unit, moved) => {
  expect(new Date(shiftEpoch(Date.parse(`${instant}Z`), n, unit)).toISOString().slice(0, 19)).toBe(moved)
})

it('agrees with the moments of the range language', () => {
  const second = fc.integer({ min: Date.UTC(1900, 0) / 1000, max: Date.UTC(2100, 0) / 1000 })
  fc.assert(
    fc.property(second, fc.integer({ min: -500, max: 500 }), fc.constantFrom(...timeUnits), (at, n, unit) => {
      const clock = clockOf({ now: at * 1000 })
      if (isTimeError(clock)) throw new Error(clock.message)
      const moved = new Date(shiftEpoch(at * 1000, n, unit)).toISOString().slice(0, 19)
      expect(moved).toBe(printLocalDateTime(addUnits(clock.now, n, unit, clock)))
    }),
    { seed: 5, numRuns: 500 },
  )
})
