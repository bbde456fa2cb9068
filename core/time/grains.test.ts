import { describe, expect, it } from 'vitest'
import { canonicalGrain, DEFAULT_GRANULARITY, granularities, periodEnd, timeGrains } from './grains.ts'
import { truncate } from '#testing/truncate-time.ts'

const sunday = '1969-12-28T00:00:00Z/P1W'
const saturday = 'P1W/1970-01-03T00:00:00Z'

it('K-TIME-01: the granularities are the sixteen of the product in their order, stored as ISO 8601 durations', () => {
  expect(granularities.map(({ label, code }) => [label, code])).toEqual([
    ['all', null],
    ['5 seconds', 'PT5S'],
    ['30 seconds', 'PT30S'],
    ['1 minute', 'PT1M'],
    ['5 minutes', 'PT5M'],
    ['30 minutes', 'PT30M'],
    ['1 hour', 'PT1H'],
    ['6 hour', 'PT6H'],
    ['1 day', 'P1D'],
    ['7 days', 'P7D'],
    ['week', 'P1W'],
    ['week starting Sunday', sunday],
    ['week ending Saturday', saturday],
    ['month', 'P1M'],
    ['quarter', 'P3M'],
    ['year', 'P1Y'],
  ])
})

it('K-TIME-02: the default granularity is P1D', () => {
  expect(DEFAULT_GRANULARITY).toBe('P1D')
})

it('every grain and granularity except none has a bucket', () => {
  const instant = Date.UTC(2021, 7, 15, 13, 47, 38, 500)
  const codes = new Set([...timeGrains, ...granularities].map(({ code }) => code))
  expect([...codes].filter((code) => truncate(instant, code) === instant)).toEqual([null])
})

const moments = [
  Date.UTC(2021, 7, 15, 13, 47, 38, 500),
  Date.UTC(2021, 7, 16, 23, 59, 59),
  Date.UTC(2021, 7, 14),
] as const

describe('buckets of Sunday afternoon, late Monday and Saturday midnight', () => {
  it.each([
    ['PT1S', '2021-08-15T13:47:38', '2021-08-16T23:59:59', '2021-08-14T00:00:00'],
    ['PT5S', '2021-08-15T13:47:35', '2021-08-16T23:59:55', '2021-08-14T00:00:00'],
    ['PT30S', '2021-08-15T13:47:30', '2021-08-16T23:59:30', '2021-08-14T00:00:00'],
    ['PT1M', '2021-08-15T13:47:00', '2021-08-16T23:59:00', '2021-08-14T00:00:00'],
    ['PT5M', '2021-08-15T13:45:00', '2021-08-16T23:55:00', '2021-08-14T00:00:00'],
    ['PT10M', '2021-08-15T13:40:00', '2021-08-16T23:50:00', '2021-08-14T00:00:00'],
    ['PT15M', '2021-08-15T13:45:00', '2021-08-16T23:45:00', '2021-08-14T00:00:00'],
    ['PT30M', '2021-08-15T13:30:00', '2021-08-16T23:30:00', '2021-08-14T00:00:00'],
    ['PT0.5H', '2021-08-15T13:30:00', '2021-08-16T23:30:00', '2021-08-14T00:00:00'],
    ['PT1H', '2021-08-15T13:00:00', '2021-08-16T23:00:00', '2021-08-14T00:00:00'],
    ['PT6H', '2021-08-15T12:00:00', '2021-08-16T18:00:00', '2021-08-14T00:00:00'],
    ['P1D', '2021-08-15T00:00:00', '2021-08-16T00:00:00', '2021-08-14T00:00:00'],
    ['P1W', '2021-08-09T00:00:00', '2021-08-16T00:00:00', '2021-08-09T00:00:00'],
    ['P7D', '2021-08-09T00:00:00', '2021-08-16T00:00:00', '2021-08-09T00:00:00'],
    [sunday, '2021-08-15T00:00:00', '2021-08-15T00:00:00', '2021-08-08T00:00:00'],
    ['1969-12-29T00:00:00Z/P1W', '2021-08-09T00:00:00', '2021-08-16T00:00:00', '2021-08-09T00:00:00'],
    [saturday, '2021-08-21T00:00:00', '2021-08-21T00:00:00', '2021-08-14T00:00:00'],
    ['P1W/1970-01-04T00:00:00Z', '2021-08-15T00:00:00', '2021-08-22T00:00:00', '2021-08-15T00:00:00'],
    ['P1M', '2021-08-01T00:00:00', '2021-08-01T00:00:00', '2021-08-01T00:00:00'],
    ['P3M', '2021-07-01T00:00:00', '2021-07-01T00:00:00', '2021-07-01T00:00:00'],
    ['P0.25Y', '2021-07-01T00:00:00', '2021-07-01T00:00:00', '2021-07-01T00:00:00'],
    ['P1Y', '2021-01-01T00:00:00', '2021-01-01T00:00:00', '2021-01-01T00:00:00'],
  ])('%s', (grain, ...texts) => {
    const buckets = moments.map((instant) => new Date(truncate(instant, grain)).toISOString())
    expect(buckets).toEqual(texts.map((text) => `${text}.000Z`))
  })

  it('P1W starts on Sunday for engines that have it so', () => {
    const buckets = moments.map((instant) => new Date(truncate(instant, 'P1W', 'sunday')).toISOString().slice(0, 10))
    expect(buckets).toEqual(['2021-08-15', '2021-08-15', '2021-08-08'])
  })
})

it('buckets moments before the epoch and before the year 100', () => {
  expect(new Date(truncate(Date.UTC(1969, 11, 31, 23, 59, 59), 'PT6H')).toISOString()).toBe('1969-12-31T18:00:00.000Z')
  // 1969-12-28 was a Sunday.
  expect(new Date(truncate(Date.UTC(1969, 11, 31), sunday)).toISOString()).toBe('1969-12-28T00:00:00.000Z')
  expect(new Date(truncate(Date.parse('0050-06-15T00:00:00Z'), 'P1Y')).toISOString()).toBe('0050-01-01T00:00:00.000Z')
})

it('reads both codes of half hours and quarters, and returns other codes unchanged', () => {
  expect(['PT0.5H', 'P0.25Y', 'P1D'].map(canonicalGrain)).toEqual(['PT30M', 'P3M', 'P1D'])
  expect(truncate(moments[0], 'P1X')).toBe(moments[0])
})

it.each([
  ['PT1S', '2001-06-30T23:59:59', '2001-07-01T00:00:00'],
  ['PT0.5H', '2001-06-30T23:30:00', '2001-07-01T00:00:00'],
  ['PT6H', '2001-06-30T18:00:00', '2001-07-01T00:00:00'],
  ['P1D', '2001-06-30T00:00:00', '2001-07-01T00:00:00'],
  [sunday, '2001-06-24T00:00:00', '2001-07-01T00:00:00'],
  ['P1M', '2004-02-01T00:00:00', '2004-03-01T00:00:00'],
  ['P0.25Y', '2001-10-01T00:00:00', '2002-01-01T00:00:00'],
  ['P1Y', '2004-01-01T00:00:00', '2005-01-01T00:00:00'],
])('a bucket of %s that begins at %s ends at %s', (code, start, end) => {
  expect(periodEnd(Date.parse(`${start}Z`), code)).toBe(Date.parse(`${end}Z`))
})

it('returns no end for a bucket named by its end, or for other values', () => {
  expect([saturday, 'P', 'day', 'P0D'].map((code) => periodEnd(0, code))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

it.each(['constructor', '__proto__', 'toString'])('returns the unknown grain %s unchanged', (code) => {
  expect(canonicalGrain(code)).toBe(code)
  expect(periodEnd(0, code)).toBeUndefined()
})
