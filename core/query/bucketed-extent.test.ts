import { expect, it } from 'vitest'
import { NUMERIC, type Table, type Value } from '#core/table/table.ts'
import { distinctTimesQuery, withLastBucket } from './bucketed-extent.ts'

const day = (text: string) => Date.parse(text)
const extent = (first: string, last: string) => ({ first: day(first), last: day(last) })
const answer = (count: Value): Table => ({
  columns: [{ name: 'distinct', type: NUMERIC, values: [count] }],
  rowCount: 1,
})

it.each([
  ['months', '2001-01-01', '2001-06-01', 6, '2001-07-01'],
  ['quarters', '2000-01-01', '2001-04-01', 6, '2001-07-01'],
  ['months of which each quarter begins one', '2000-01-01', '2001-04-01', 16, '2001-05-01'],
  ['years', '1990-01-01', '2000-01-01', 11, '2001-01-01'],
  ['Monday weeks', '2024-01-01', '2024-01-29', 5, '2024-02-05'],
])('the buckets %s from %s to %s reach to the end of the last', (_, first, last, distinct, end) => {
  expect(withLastBucket(extent(first, last), answer(distinct))).toEqual({ ...extent(first, last), end: day(end) })
})

it.each([
  ['days', '2001-01-01', '2001-06-01', 152],
  ['months with gaps', '2001-01-01', '2001-06-01', 5],
  ['days in the middle of months', '2001-01-02', '2001-06-02', 6],
  ['too few months', '2001-01-01', '2001-03-01', 3],
  ['an unknown number', '2001-01-01', '2001-06-01', null],
])('%s extend to their last value', (_, first, last, distinct) => {
  expect(withLastBucket(extent(first, last), answer(distinct))).toEqual(extent(first, last))
})

it('queries distinct times only if both ends start a period', () => {
  expect(distinctTimesQuery('month', extent('2001-01-01', '2001-06-01'))?.metrics).toMatchObject([
    { aggregate: 'COUNT_DISTINCT', column: { column_name: 'month' } },
  ])
  expect(distinctTimesQuery('at', extent('2001-01-01', '2001-06-02'))).toBeUndefined()
  expect(distinctTimesQuery('at', { first: day('2001-01-01'), last: day('2001-06-01') + 1 })).toBeUndefined()
})
