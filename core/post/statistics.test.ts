import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { post } from '#testing/post-processing.ts'

describe('boxplot', () => {
  const x = [1, 2, 3, 4, 5, 6, 7, 8, 9, 50]
  const box = (options: object, columns: object = { x }) =>
    post(columns as Record<string, unknown[]>, [
      'boxplot',
      { groupby: [], metrics: ['x'], whisker_type: 'tukey', ...options },
    ])

  it('draws whiskers to the last values within their range and lists the rest', () => {
    expect(box({})).toEqual({
      x__mean: [9.5],
      x__median: [5.5],
      x__max: [9],
      x__min: [1],
      x__q1: [3.5],
      x__q3: [7.5],
      x__count: [10],
      x__outliers: [[50]],
    })
  })

  it('draws them to percentiles or to the ends', () => {
    const percentile = box({ whisker_type: 'percentile', percentiles: [9, 91] })
    expect(percentile.x__min?.[0]).toBeCloseTo(1.81, 10)
    expect(percentile.x__max?.[0]).toBeCloseTo(16.79, 10)
    expect(percentile.x__outliers).toEqual([[50, 1]])
    const ends = box({ whisker_type: 'min/max' })
    expect([ends.x__min, ends.x__max, ends.x__outliers]).toEqual([[1], [50], [[]]])
  })

  it.each([
    [[1, 2, 3, 4], 1.5, 3.5],
    [[1, 2, 3, 4, 5], 2, 4],
    [[1, 2, 3, 4, 5, 6], 2.5, 4.5],
  ])('uses the middle of two neighbours for the quartiles of %j', (values, q1, q3) => {
    const result = box({}, { x: values })
    expect([result.x__q1, result.x__q3]).toEqual([[q1], [q3]])
  })

  it('orders columns by part, then by metric, after the keys', () => {
    const table = { g: ['b', 'a'], x: [1, 2], y: [3, 4] }
    const result = post(table, ['boxplot', { groupby: ['g'], metrics: ['x', 'y'], whisker_type: 'min/max' }])
    expect(Object.keys(result).slice(0, 5)).toEqual(['g', 'x__mean', 'y__mean', 'x__median', 'y__median'])
    expect(result.g).toEqual(['a', 'b'])
    expect(result.x__mean).toEqual([2, 1])
  })

  it('rejects percentiles that are no range', () => {
    for (const percentiles of [undefined, [9], [91, 9], 'x']) {
      expect(() => box({ whisker_type: 'percentile', percentiles })).toThrow('percentiles must be a list or tuple')
    }
    expect(() => box({ whisker_type: 'x' })).toThrow('Unsupported whisker type: x')
  })
})

describe('histogram', () => {
  const count = (v: readonly unknown[], options: object) => post({ v }, ['histogram', { column: 'v', ...options }])

  it('counts values between edges of equal width, the last one included', () => {
    expect(count([1, 2, 2, 3, 10], { bins: 3 })).toEqual({ '1.0 - 4.0': [4], '4.0 - 7.0': [0], '7.0 - 10.0': [1] })
    expect(Object.values(count([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10], {})).flat()).toEqual([2, 2, 2, 2, 3])
  })

  it('extends half a unit to both sides of a single value and omits missing values', () => {
    expect(count([3, null, 3], { bins: 2 })).toEqual({ '2.5 - 3.0': [0], '3.0 - 3.5': [2] })
    expect(count([null], { bins: 2 })).toEqual({})
  })

  it('adds up and normalises', () => {
    expect(Object.values(count([1, 2, 2, 3, 10], { bins: 3, cumulative: true })).flat()).toEqual([4, 4, 5])
    expect(Object.values(count([1, 2, 2, 3, 10], { bins: 3, normalize: true })).flat()).toEqual([0.8, 0, 0.2])
  })

  it('returns a row for each group with the edges of all', () => {
    const table = { v: [0, 4, 2], g: ['b', 'a', 'b'] }
    expect(post(table, ['histogram', { column: 'v', groupby: ['g'], bins: 2 }])).toEqual({
      g: ['a', 'b'],
      '0.0 - 2.0': [0, 1],
      '2.0 - 4.0': [1, 1],
    })
  })

  it('rejects texts and odd numbers of bins', () => {
    expect(() => count(['a'], {})).toThrow("Column 'v' contains non-numeric values")
    for (const bins of [0, 1001, 1.5]) {
      expect(() => count([1], { bins })).toThrow('`bins` must be an integer between 1 and 1000')
    }
  })

  it('loses no value', () => {
    const values = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1 })
    fc.assert(
      fc.property(values, fc.integer({ min: 1, max: 40 }), (v, bins) => {
        const counts = Object.values(count(v, { bins })).flat().map(Number)
        expect(counts.reduce((sum, each) => sum + each, 0)).toBe(v.length)
      }),
      { seed: 7 },
    )
  })
})

describe('rank', () => {
  it('returns the share of values up to this one, equal ones at their middle', () => {
    expect(post({ v: [10, 20, 20, 40] }, ['rank', { metric: 'v' }]).rank).toEqual([0.25, 0.625, 0.625, 1])
    expect(post({ v: [10, null, 20] }, ['rank', { metric: 'v' }]).rank).toEqual([0.5, null, 1])
  })

  it('ranks each group by itself', () => {
    const table = { g: ['a', 'b', 'a', 'b'], v: [2, 1, 1, 5] }
    expect(post(table, ['rank', { metric: 'v', group_by: 'g' }]).rank).toEqual([1, 0.5, 0.5, 1])
  })
})
