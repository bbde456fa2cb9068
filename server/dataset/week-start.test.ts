import { expect, it } from 'vitest'
import { withWeekStart } from './week-start.ts'

const SUNDAY = '1969-12-28T00:00:00Z/P1W'
const WEDNESDAY = '1969-12-31T00:00:00Z/P1W'

const axis = (timeGrain: string) => ({ label: 'at', sqlExpression: 'at', columnType: 'BASE_AXIS', timeGrain }) as const
const query = (grain: string) => ({
  columns: [axis(grain), 'city'],
  extras: { time_grain_sqla: grain, where: 'x' },
  filters: [
    { col: 'at', op: 'IN', val: [0], grain },
    { col: 'city', op: 'IN', val: ['a'] },
  ],
  post_processing: [
    null,
    { operation: 'prophet', options: { time_grain: grain, periods: 3 } },
    { operation: 'flatten' },
  ],
})

it.each([
  [7, SUNDAY],
  [3, WEDNESDAY],
])('replaces the grain Week by weeks that start on day %i in all parts of a query', (weekStart, code) => {
  expect(withWeekStart(query('P1W'), weekStart)).toEqual(query(code))
})

it('other grains, weeks with a fixed day, and weeks of calendars from Monday are not changed', () => {
  for (const code of ['P1M', '1969-12-29T00:00:00Z/P1W', SUNDAY])
    expect(withWeekStart(query(code), 7)).toEqual(query(code))
  expect(withWeekStart(query('P1W'), 1)).toEqual(query('P1W'))
  expect(withWeekStart(query('P1W'), undefined)).toEqual(query('P1W'))
  expect(withWeekStart({ metrics: ['n'] }, 7)).toEqual({ metrics: ['n'] })
})
