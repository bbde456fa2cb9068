import { expect, it } from 'vitest'
import { stepPeriod } from './step-period.ts'

const bounds = (since: string | null, until: string | null) => ({ since, until })

it.each([
  ['2001-03-01T00:00:00', '2001-04-01T00:00:00', 1, '2001-04-01T00:00:00 : 2001-05-01T00:00:00'],
  ['2001-03-01T00:00:00', '2001-04-01T00:00:00', -1, '2001-02-01T00:00:00 : 2001-03-01T00:00:00'],
  ['2001-01-01T00:00:00', '2002-01-01T00:00:00', -1, '2000-01-01T00:00:00 : 2001-01-01T00:00:00'],
  ['2001-03-05T00:00:00', '2001-03-12T00:00:00', 1, '2001-03-12T00:00:00 : 2001-03-19T00:00:00'],
  ['2001-03-05T06:00:00', '2001-03-05T12:00:00', -1, '2001-03-05T00:00:00 : 2001-03-05T06:00:00'],
] as const)('the range %s to %s moves by %s to %s', (since, until, by, expected) => {
  expect(stepPeriod(bounds(since, until), by)).toBe(expected)
})

it.each([
  [null, '2001-04-01T00:00:00'],
  ['2001-04-01T00:00:00', null],
  ['2001-04-01T00:00:00', '2001-04-01T00:00:00'],
  ['1000-01-01T00:00:00', '1001-01-01T00:00:00'],
])('the range %s to %s has no previous period', (since, until) => {
  expect(stepPeriod(bounds(since, until), -1)).toBeUndefined()
})
