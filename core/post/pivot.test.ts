import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { post } from '#testing/post-processing.ts'

const long = { t: ['d1', 'd1', 'd2', 'd3'], c: ['LA', 'NY', 'LA', 'NY'], m: [1, 2, 3, 4] }
const mean = { m: { operator: 'mean' } }
const spread = { index: ['t'], columns: ['c'], aggregates: mean }

describe('pivoting rows', () => {
  it('makes a row of each index value and a column of each pivot value, gaps missing', () => {
    expect(post(long, ['pivot', spread])).toEqual({
      t: ['d1', 'd2', 'd3'],
      'm, LA': [1, 3, null],
      'm, NY': [2, null, 4],
    })
  })

  it('orders rows by index, columns by metric name and then by pivot value, for any order of input', () => {
    const table = { t: [3, 1, 2], c: ['b', 'a', 'b'], zsum: [1, 2, 3], count: [4, 5, 6], amt: [7, 8, 9] }
    const aggregates = { zsum: { operator: 'mean' }, count: { operator: 'mean' }, amt: { operator: 'mean' } }
    const result = post(table, ['pivot', { index: ['t'], columns: ['c'], aggregates }])
    expect(Object.keys(result)).toEqual(['t', 'amt, a', 'amt, b', 'count, a', 'count, b', 'zsum, a', 'zsum, b'])
    expect(result.t).toEqual([1, 2, 3])
    expect(result['amt, b']).toEqual([null, 9, 7])
  })

  it('pivots without pivot columns', () => {
    expect(post({ t: ['b', 'a', 'a'], m: [1, 2, 4] }, ['pivot', { index: ['t'], aggregates: mean }])).toEqual({
      t: ['a', 'b'],
      m: [3, 1],
    })
  })

  it('fills gaps with the metric fill value', () => {
    expect(post(long, ['pivot', { ...spread, metric_fill_value: 0 }])['m, NY']).toEqual([2, 0, 4])
  })

  it('names missing pivot values, or leaves their rows out', () => {
    const table = { t: ['d1', 'd2'], c: [null, 'x'], m: [1, 2] }
    expect(post(table, ['pivot', spread])).toEqual({ t: ['d1', 'd2'], 'm, <NULL>': [1, null], 'm, x': [null, 2] })
    expect(post(table, ['pivot', { ...spread, column_fill_value: 'none' }])).toHaveProperty(['m, none'])
    expect(post(table, ['pivot', { ...spread, column_fill_value: null }])).toEqual({ t: ['d2'], 'm, x': [2] })
  })

  it('leaves out columns and rows without any value, or keeps those that occur', () => {
    const table = { t: ['d1', 'd2', null], a: ['x', 'y', 'x'], b: ['p', 'q', 'p'], m: [1, null, 5] }
    const two = { index: ['t'], columns: ['a', 'b'], aggregates: mean }
    expect(post(table, ['pivot', two])).toEqual({ t: ['d1'], 'm, x, p': [1] })
    expect(post(table, ['pivot', { ...two, drop_missing_columns: false }])).toEqual({
      t: ['d1', 'd2', null],
      'm, x, p': [1, null, 5],
      'm, y, q': [null, null, null],
    })
  })

  it('puts the metric after the pivot values when configured', () => {
    const table = { t: [1, 1], c: ['LA', 'NY'], m: [1, 2], n: [3, 4] }
    const aggregates = { m: { operator: 'mean' }, n: { operator: 'mean' } }
    const result = post(table, ['pivot', { index: ['t'], columns: ['c'], aggregates, combine_value_with_metric: true }])
    expect(Object.keys(result)).toEqual(['t', 'LA, m', 'LA, n', 'NY, m', 'NY, n'])
  })

  it('adds margins computed from the rows themselves', () => {
    const options = { ...spread, aggregates: { m: { operator: 'sum' } }, marginal_distributions: true }
    expect(post(long, ['pivot', options])).toEqual({
      t: ['d1', 'd2', 'd3', 'All'],
      'm, LA': [1, 3, null, 4],
      'm, NY': [2, null, 4, 6],
      'm, All': [3, 3, 4, 10],
    })
  })

  it('names the result by the source column of an aggregate', () => {
    const options = { index: ['t'], aggregates: { out: { column: 'm', operator: 'sum' } } }
    expect(post(long, ['pivot', options])).toEqual({ t: ['d1', 'd2', 'd3'], m: [3, 3, 4] })
  })

  it('prints moments, booleans and numbers of headers as text', () => {
    const table = { t: [1, 2, 3], day: ['2021-01-01', '2021-01-01', '2021-01-02'], m: [1, 2, 3] }
    const header = (columns: object) =>
      Object.keys(post({ ...table, ...columns }, ['pivot', { ...spread, columns: ['c'] }]))
    expect(header({ c: ['2021-01-01', '2021-01-02', '2021-01-02'] })).toEqual([
      't',
      'm, 2021-01-01 00:00:00',
      'm, 2021-01-02 00:00:00',
    ])
    expect(header({ c: [true, false, null] })).toEqual(['t', 'm, False', 'm, True', 'm, <NULL>'])
    expect(header({ c: [1, 1.5, 1] })).toEqual(['t', 'm, 1.0', 'm, 1.5'])
    expect(header({ c: [10, 9, 10] })).toEqual(['t', 'm, 9', 'm, 10'])
  })
})

describe('required options of a pivot', () => {
  it.each([
    [{ aggregates: mean }, 'Pivot operation requires at least one index'],
    [{ index: ['t'] }, 'Pivot operation must include at least one aggregate'],
    [{ index: ['t'], aggregates: { m: {} } }, 'Operator undefined for aggregator: m'],
    [{ index: ['t'], aggregates: { m: { operator: 'mode' } } }, 'Invalid numpy function: mode'],
    [{ index: ['t'], aggregates: { x: { operator: 'sum' } } }, 'Column referenced by aggregate is undefined: x'],
    [{ index: ['nope'], aggregates: mean }, 'Referenced columns not available in DataFrame.'],
    [{ index: ['t'], columns: ['nope'], aggregates: mean }, 'Referenced columns not available in DataFrame.'],
  ])('explains the error in %j', (options, message) => {
    expect(() => post(long, ['pivot', options])).toThrow(message)
  })
})

it('pivots random rows without losing a value', () => {
  const row = fc.record({ t: fc.integer({ min: 0, max: 5 }), c: fc.constantFrom('a', 'b, c', 'd'), m: fc.integer() })
  fc.assert(
    fc.property(fc.uniqueArray(row, { selector: ({ t, c }) => `${t} ${c}`, minLength: 1 }), (rows) => {
      const columns = { t: rows.map(({ t }) => t), c: rows.map(({ c }) => c), m: rows.map(({ m }) => m) }
      const { t = [], ...wide } = post(columns, ['pivot', spread])
      const gathered = Object.entries(wide).flatMap(([name, values]) =>
        values.flatMap((m, at) => (m === null ? [] : [{ t: t[at], c: name.slice('m, '.length), m }])),
      )
      const sorted = (list: readonly unknown[]) => list.map((each) => JSON.stringify(each)).sort()
      expect(sorted(gathered)).toEqual(sorted(rows))
    }),
    { seed: 7 },
  )
})
