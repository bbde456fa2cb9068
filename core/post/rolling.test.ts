import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { post } from '#testing/post-processing.ts'

const y = [1, 2, 3, 4, 5]
const gap = [1, 2, null, 4, 5]

function rolled(values: readonly (number | null)[], options: object): readonly unknown[] | undefined {
  return post({ y: values }, ['rolling', { columns: { y: 'y' }, rolling_type: 'mean', window: 2, ...options }])['y']
}

describe('windows', () => {
  it.each<[string, readonly (number | null)[], object, readonly (number | null)[]]>([
    ['partial windows count with min_periods 0', y, { min_periods: 0 }, [1, 1.5, 2.5, 3.5, 4.5]],
    ['min_periods rows are taken off the beginning', y, { min_periods: 2 }, [2.5, 3.5, 4.5]],
    ['also rows with a value', gap, { window: 3, min_periods: 1 }, [1.5, 1.5, 3, 4.5]],
    ['without min_periods a window must be full', y, {}, [null, 1.5, 2.5, 3.5, 4.5]],
    ['a sum over nothing is 0 with min_periods 0', [null, null], { rolling_type: 'sum', min_periods: 0 }, [0, 0]],
    ['a mean over nothing is missing', [null, null], { min_periods: 0 }, [null, null]],
    ['a centred window looks ahead', y, { window: 3, center: true, min_periods: 0 }, [1.5, 2, 3, 4, 4.5]],
    [
      'an even centred window looks back further',
      y,
      { window: 4, center: true, rolling_type: 'sum' },
      [null, null, 10, 14, null],
    ],
    ['a window longer than the rows', y, { window: 9, min_periods: 0, rolling_type: 'sum' }, [1, 3, 6, 10, 15]],
    ['the variance is that of a sample', [1, 3, 5], { rolling_type: 'var', min_periods: 0 }, [null, 2, 2]],
    [
      'the standard deviation is the root of the variance',
      [1, 3, 5],
      { rolling_type: 'std', window: 3 },
      [null, null, 2],
    ],
    ['least', [3, 1, 2], { rolling_type: 'min', min_periods: 0 }, [3, 1, 1]],
    ['greatest', [3, 1, 2], { rolling_type: 'max', min_periods: 0 }, [3, 3, 2]],
    ['median', [5, 1, 3], { rolling_type: 'median', window: 3 }, [null, null, 3]],
    ['count of values', gap, { rolling_type: 'count', min_periods: 0 }, [1, 2, 1, 1, 2]],
    [
      'quantile',
      y,
      { rolling_type: 'quantile', window: 5, rolling_type_options: { quantile: 0.25 } },
      [null, null, null, null, 2],
    ],
    ['skew', [1, 2, 6], { rolling_type: 'skew', window: 3 }, [null, null, 1.4578629673]],
    ['skew of equal values', [2, 2, 2], { rolling_type: 'skew', window: 3 }, [null, null, 0]],
    ['kurtosis', [1, 2, 3, 10], { rolling_type: 'kurt', window: 4 }, [null, null, null, 3.228]],
  ])('%s', (_name, values, options, expected) => {
    const result = rolled(values, options) ?? []
    expect(result.length).toBe(expected.length)
    for (const [at, value] of expected.entries()) {
      if (value === null) expect(result[at]).toBeNull()
      else expect(result[at]).toBeCloseTo(value, 8)
    }
  })
})

it('appends columns under another name and combines pivoted columns', () => {
  expect(post({ y }, ['rolling', { columns: { y: 'sum' }, rolling_type: 'sum', window: 2 }])).toEqual({
    y,
    sum: [null, 3, 5, 7, 9],
  })
  const long = { t: [1, 2, 1, 2], c: ['a', 'a', 'b', 'b'], m: [1, 2, 10, 20] }
  const spread = ['pivot', { index: ['t'], columns: ['c'], aggregates: { m: { operator: 'mean' } } }] as const
  const sums = { rolling_type: 'sum', window: 2, min_periods: 0 }
  const expected = { t: [1, 2], 'm, a': [1, 3], 'm, b': [10, 30] }
  expect(post(long, spread, ['rolling', { ...sums, columns: { m: 'm' } }])).toEqual(expected)
  expect(post(long, spread, ['rolling', { ...sums, columns: {}, is_pivot_df: true }])).toEqual(expected)
})

describe('invalid options', () => {
  it.each([
    [{ window: null }, 'Undefined window for rolling operation'],
    [{ window: 0 }, 'Window must be > 0'],
    [{ rolling_type: 'mode' }, 'Invalid rolling_type: mode'],
    [{ rolling_type_options: { q: 1 } }, 'Invalid options for mean: {"q":1}'],
    [{ rolling_type: 'quantile' }, 'Invalid options for quantile: {}'],
    [{ rolling_type: 'corr' }, 'Invalid options for corr: {}'],
    [{ columns: { z: 'z' } }, 'Referenced columns not available in DataFrame.'],
    [{ min_periods: 3 }, 'min_periods 3 must be <= window 2'],
  ])('reports an error for %j', (options, message) => {
    expect(() => rolled(y, options)).toThrow(message)
  })
})

it('sums windows like a plain loop does', () => {
  const value = fc.option(fc.integer({ min: -1000, max: 1000 }))
  fc.assert(
    fc.property(
      fc.array(value, { minLength: 1 }),
      fc.integer({ min: 1, max: 12 }),
      fc.boolean(),
      (values, window, center) => {
        const ahead = center ? Math.floor((window - 1) / 2) : 0
        const expected = values.map((_, row) => {
          const seen = values.slice(Math.max(0, row + ahead - window + 1), row + ahead + 1)
          return seen.reduce<number>((sum, each) => sum + (each ?? 0), 0)
        })
        expect(
          post({ y: [...values, 1] }, [
            'rolling',
            { columns: { y: 'y' }, rolling_type: 'sum', window, center, min_periods: 0 },
          ])['y']?.slice(0, -1 - ahead),
        ).toEqual(ahead === 0 ? expected : expected.slice(0, -ahead))
      },
    ),
    { seed: 7 },
  )
})
