import { expect, it } from 'vitest'
import { isTimeError } from './time-error.ts'
import { parseTimeRange } from './parse-time-range.ts'
import { resolveTimeRange } from './resolve-time-range.ts'
import { readTypedRange } from './typed-range.ts'

/** 2001-05-16 10:00, a Wednesday. */
const now = Date.UTC(2001, 4, 16, 10)

/** Returns the bounds of a typed range as days. */
function days(typed: string): string | undefined {
  const range = readTypedRange(typed)?.range
  if (range === undefined) return undefined
  const parsed = parseTimeRange(range)
  const bounds = isTimeError(parsed) ? parsed : resolveTimeRange(parsed, { now })
  return isTimeError(bounds)
    ? bounds.message
    : `${bounds.since?.slice(0, 10) ?? ''}/${bounds.until?.slice(0, 10) ?? ''}`
}

it.each([
  ['last 6 weeks', '2001-04-04/2001-05-16'],
  ['Last 6 Weeks', '2001-04-04/2001-05-16'],
  ['past 1 day', '2001-05-15/2001-05-16'],
  ['6w', '2001-04-04/2001-05-16'],
  ['next 3 days', '2001-05-16/2001-05-19'],
  ['this month', '2001-05-01/2001-06-01'],
  ['previous month', '2001-04-01/2001-05-01'],
  ['prev 2 weeks', '2001-05-02/2001-05-16'],
  ['today', '2001-05-16/2001-05-17'],
  ['yesterday', '2001-05-15/2001-05-16'],
  ['previous day', '2001-05-15/2001-05-16'],
  ['mtd', '2001-05-01/2001-05-16'],
  ['year to date', '2001-01-01/2001-05-16'],
  ['2001', '2001-01-01/2002-01-01'],
  ['2001-03', '2001-03-01/2001-04-01'],
  ['2000-12', '2000-12-01/2001-01-01'],
  ['2001-03-05', '2001-03-05/2001-03-06'],
  ['2001 q2', '2001-04-01/2001-07-01'],
  ['Q4 2001', '2001-10-01/2002-01-01'],
  ['march 2001', '2001-03-01/2001-04-01'],
  ['2001 mar', '2001-03-01/2001-04-01'],
  ['2001-01 to 2001-03', '2001-01-01/2001-04-01'],
  ['2001-01..2001-03', '2001-01-01/2001-04-01'],
  ['from 2001-01-05 to 2001-01-06', '2001-01-05/2001-01-07'],
  ['since 2001-03', '2001-03-01/'],
  ['after 2001-03', '2001-04-01/'],
  ['before 2001-03', '/2001-03-01'],
  ['until 2001-03', '/2001-04-01'],
  ['all time', '/'],
  ['7 days ago : today', '2001-05-09/2001-05-16'],
])('reads %s as %s', (typed, expected) => {
  expect(days(typed)).toBe(expected)
})

it.each([
  '',
  'soon',
  'last 6 moons',
  '2001-13',
  '2001-02-30',
  '2001 q5',
  '2001-03 to 2001-01',
  'this 3 weeks',
  'mtd vs mars',
  'vs ly',
  'marchember 2001',
])('the text %j is no range', (typed) => {
  expect(readTypedRange(typed)).toBeUndefined()
})

it.each([
  ['mtd vs ly', { range: 'mtd', comparison: 'year' }],
  ['last week vs previous period', { range: 'Last week', comparison: 'previous' }],
  ['2001-03 versus last month', { range: '2001-03-01T00:00:00 : 2001-04-01T00:00:00', comparison: 'month' }],
  ['qtd vs. lw', { range: 'qtd', comparison: 'week' }],
])('reads the comparison of %s', (typed, expected) => {
  expect(readTypedRange(typed)).toEqual(expected)
})

it.each(['constructor', '__proto__', 'last week vs constructor'])('cannot read %s', (typed) => {
  expect(readTypedRange(typed)).toBeUndefined()
})
