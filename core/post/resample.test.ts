import { describe, expect, it } from 'vitest'
import { post } from '#testing/post-processing.ts'
import type { Options } from './operation.ts'

const spread = [
  'pivot',
  { index: ['t'], aggregates: { y: { operator: 'mean' } }, drop_missing_columns: false },
] as const

function resampled(t: readonly string[], y: readonly (number | null)[], options: Options) {
  return post({ t, y }, spread, ['resample', options])
}

const two = [
  ['2021-01-01', '2021-01-04'],
  [1, 3],
] as const

describe('days between two instants', () => {
  it.each([
    [{ method: 'asfreq' }, [1, null, null, 3]],
    [{ method: 'asfreq', fill_value: 0 }, [1, 0, 0, 3]],
    [{ method: 'ffill' }, [1, 1, 1, 3]],
    [{ method: 'bfill' }, [1, 3, 3, 3]],
    [{ method: 'linear' }, [1, 1 + 2 / 3, 1 + 4 / 3, 3]],
    [{ method: 'mean' }, [1, null, null, 3]],
    [{ method: 'median' }, [1, null, null, 3]],
    [{ method: 'sum' }, [1, 0, 0, 3]],
  ])('%j', (options, expected) => {
    const result = resampled(...two, { rule: '1D', ...options })
    expect(result.t).toEqual(['2021-01-01', '2021-01-02', '2021-01-03', '2021-01-04'])
    expect(result.y).toEqual(expected.map((value) => (value === null ? null : expect.closeTo(value, 12))))
  })
})

describe('calendar steps', () => {
  const dates = ['2021-01-15', '2021-02-10', '2021-04-20']
  const y = [1, 2, 3]

  it.each([
    ['1M', 'sum', ['2021-01-31', '2021-02-28', '2021-03-31', '2021-04-30'], [1, 2, 0, 3]],
    ['1M', 'asfreq', ['2021-01-31', '2021-02-28', '2021-03-31', '2021-04-30'], [null, null, null, null]],
    ['1M', 'ffill', ['2021-01-31', '2021-02-28', '2021-03-31', '2021-04-30'], [1, 2, 2, 3]],
    ['1MS', 'sum', ['2021-01-01', '2021-02-01', '2021-03-01', '2021-04-01'], [1, 2, 0, 3]],
    ['MS', 'bfill', ['2021-01-01', '2021-02-01', '2021-03-01', '2021-04-01'], [1, 2, 3, 3]],
    ['1AS', 'sum', ['2021-01-01'], [6]],
    ['1A', 'sum', ['2021-12-31'], [6]],
    ['Q', 'sum', ['2021-03-31', '2021-06-30'], [3, 3]],
    ['QS-FEB', 'sum', ['2020-11-01', '2021-02-01'], [1, 5]],
    ['2M', 'sum', ['2021-01-31', '2021-03-31', '2021-05-31'], [1, 2, 3]],
    ['2MS', 'sum', ['2021-01-01', '2021-03-01'], [3, 3]],
  ])('%s %s', (rule, method, t, values) => {
    expect(resampled(dates, y, { rule, method })).toEqual({ t, y: values })
  })

  it('the last instant of a month stays in its month', () => {
    expect(resampled(['2021-01-31T10:00', '2021-02-01'], [1, 2], { rule: 'M', method: 'sum' })).toEqual({
      t: ['2021-01-31', '2021-02-28'],
      y: [1, 2],
    })
  })

  it('ends weeks on Sunday, or on the day named', () => {
    const days = ['2021-08-14', '2021-08-15', '2021-08-16']
    expect(resampled(days, y, { rule: 'W', method: 'sum' })).toEqual({ t: ['2021-08-15', '2021-08-22'], y: [3, 3] })
    expect(resampled(days, y, { rule: 'W-SAT', method: 'sum' })).toEqual({ t: ['2021-08-14', '2021-08-21'], y: [1, 5] })
    expect(resampled(days, y, { rule: 'W-MON', method: 'sum' })).toEqual({ t: ['2021-08-16'], y: [6] })
  })
})

describe('fixed steps', () => {
  it('start with the first day there is', () => {
    const days = ['2021-01-03', '2021-01-09', '2021-01-10']
    expect(resampled(days, [1, 2, 3], { rule: '7D', method: 'sum' })).toEqual({
      t: ['2021-01-03', '2021-01-10'],
      y: [3, 3],
    })
  })

  it('steps within a day are counted from midnight', () => {
    const t = ['2021-01-01T01:10', '2021-01-01T04:00']
    expect(resampled(t, [1, 2], { rule: '2H', method: 'sum' })).toEqual({
      t: ['2021-01-01', '2021-01-01T02:00', '2021-01-01T04:00'].map((each) => each),
      y: [1, 0, 2],
    })
  })
})

it('fills values that were missing before with zeros too', () => {
  expect(resampled(['2021-01-01', '2021-01-02'], [null, 2], { rule: '1D', method: 'asfreq', fill_value: 0 }).y).toEqual(
    [0, 2],
  )
})

it('retains gaps at the start of a series and repeats its last value at the end', () => {
  const t = ['2021-01-01', '2021-01-02', '2021-01-03', '2021-01-04', '2021-01-05']
  expect(resampled(t, [null, 1, null, 3, null], { rule: '1D', method: 'linear' }).y).toEqual([null, 1, 2, 3, 3])
})

it('uses the time column of older payloads', () => {
  const options = { rule: '1D', method: 'ffill', time_column: 't' }
  expect(post({ t: two[0], y: two[1], s: ['a', 'b'] }, ['resample', options])).toEqual({
    t: ['2021-01-01', '2021-01-02', '2021-01-03', '2021-01-04'],
    y: [1, 1, 1, 3],
    s: ['a', 'a', 'a', 'b'],
  })
})

describe('invalid options', () => {
  it('reports the limit', () => {
    expect(() => post({ t: ['a'], y: [1] }, ['resample', { rule: '1D', method: 'sum' }])).toThrow(
      'Resample operation requires DatetimeIndex',
    )
    expect(() => resampled(...two, { rule: '1D', method: 'max' })).toThrow(
      'Resample method should be in asfreq, bfill, ffill, linear, median, mean, sum.',
    )
    expect(() => resampled(...two, { rule: '1X', method: 'sum' })).toThrow('Invalid frequency: 1X')
    expect(() => resampled(['1990-01-01', '2021-01-01'], [1, 2], { rule: 'S', method: 'sum' })).toThrow(
      'Resample would make more than 100000 rows',
    )
  })
})

// 2021-01-01 is a Friday, 2021-01-05 a Tuesday; the weekend belongs to the preceding Friday.
it.each([
  ['B', ['2021-01-01', '2021-01-04', '2021-01-05'], [3, 0, 4]],
  ['2B', ['2021-01-01', '2021-01-05'], [3, 4]],
])('business days: %s', (rule, labels, sums) => {
  const result = resampled(['2021-01-01', '2021-01-03', '2021-01-05T10:00'], [1, 2, 4], { rule, method: 'sum' })
  expect(result).toEqual({ t: labels, y: sums })
})

it('business days begin with the Friday before a weekend', () => {
  const result = resampled(['2021-01-02', '2021-01-04'], [1, 2], { rule: 'B', method: 'sum' })
  expect(result).toEqual({ t: ['2021-01-01', '2021-01-04'], y: [1, 2] })
})
