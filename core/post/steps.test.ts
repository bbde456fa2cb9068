import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { post, tableOf } from '#testing/post-processing.ts'
import { runPost } from './index.ts'

const gap = [1, 2, null, 4, 5]
const own = { y: 'y' }

describe('cum', () => {
  it.each([
    ['sum', [1, 3, null, 7, 12]],
    ['prod', [1, 2, null, 8, 40]],
    ['max', [1, 2, null, 4, 5]],
    ['min', [1, 1, null, 1, 1]],
  ])('%s continues after a missing value', (operator, expected) => {
    expect(post({ y: gap }, ['cum', { operator, columns: own }])).toEqual({ y: expected })
  })

  it('rejects other operators', () => {
    expect(() => post({ y: gap }, ['cum', { operator: 'mean', columns: own }])).toThrow(
      'Invalid cumulative operator: mean',
    )
  })
})

describe('diff', () => {
  it.each([
    [{}, [null, 1, null, null, 1]],
    [{ periods: -1 }, [-1, null, null, -1, null]],
    [{ periods: 2 }, [null, null, null, 2, null]],
    [{ periods: 0 }, [0, 0, null, 0, 0]],
  ])('returns the differences with %j', (options, expected) => {
    expect(post({ y: gap }, ['diff', { columns: own, ...options }])).toEqual({ y: expected })
  })

  it('applies to columns by axis 1', () => {
    expect(post({ a: [1, 2], b: [4, 8] }, ['diff', { columns: { a: 'a', b: 'b' }, axis: 1 }])).toEqual({
      a: [null, null],
      b: [3, 6],
    })
  })

  it('the sum of the differences is the original values', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1e6, max: 1e6 }), { minLength: 2 }), (values) => {
        const { y = [] } = post({ y: values }, ['diff', { columns: own }], ['cum', { operator: 'sum', columns: own }])
        expect(y.slice(1)).toEqual(values.slice(1).map((value) => value - (values[0] as number)))
      }),
      { seed: 7 },
    )
  })
})

it('columns renamed among others are appended together with these, under the same label once more', () => {
  const { table } = runPost(tableOf({ a: [1, 2], b: [3, 4] }), [
    { operation: 'cum', options: { operator: 'sum', columns: { a: 'a', b: 'z' } } },
  ])
  expect(table.columns.map(({ name, values }) => [name, values])).toEqual([
    ['a', [1, 2]],
    ['b', [3, 4]],
    ['a', [1, 3]],
    ['z', [3, 7]],
  ])
})

describe('compare', () => {
  const table = { s: [10, 5, 0], c: [8, 0, 0] }
  const pair = { source_columns: ['s'], compare_columns: ['c'] }

  it.each([
    ['difference', [2, 5, 0]],
    ['absolute', [2, 5, 0]],
    ['percentage', [0.25, null, null]],
    ['ratio', [1.25, null, null]],
  ])('%s', (compare_type, expected) => {
    const result = post(table, ['compare', { ...pair, compare_type }])
    expect(result).toEqual({ ...table, [`${compare_type}__s__c`]: expected })
  })

  it('rounds shares and ratios, halves to even, and does not change differences', () => {
    const thirds = { s: [1, 0.00125], c: [3, 1] }
    expect(post(thirds, ['compare', { ...pair, compare_type: 'ratio' }])['ratio__s__c']).toEqual([0.3333, 0.0012])
    expect(post(thirds, ['compare', { ...pair, compare_type: 'ratio', precision: 1 }])['ratio__s__c']).toEqual([0.3, 0])
    expect(post(thirds, ['compare', { ...pair, compare_type: 'difference' }])['difference__s__c']?.[1]).toBe(-0.99875)
  })

  it('drops the originals when configured, and compares each combination of pivoted columns', () => {
    const long = { t: [1, 1], k: ['a', 'b'], s: [10, 6], c: [8, null] }
    const aggregates = { s: { operator: 'mean' }, c: { operator: 'mean' } }
    const options = { ...pair, compare_type: 'difference', drop_original_columns: true }
    const all = { index: ['t'], columns: ['k'], aggregates, drop_missing_columns: false }
    expect(post(long, ['pivot', all], ['compare', options])).toEqual({
      t: [1],
      'difference__s__c, a': [2],
      'difference__s__c, b': [null],
    })
    const fewer = { ...all, drop_missing_columns: true }
    expect(post(long, ['pivot', fewer], ['compare', options])).toEqual({
      t: [1],
      'difference__s__c, a': [2],
      'difference__s__c, b': [null],
    })
  })

  it('returns the rows unchanged without columns and reports invalid options', () => {
    expect(post(table, ['compare', { source_columns: [], compare_columns: [], compare_type: 'ratio' }])).toEqual(table)
    expect(() => post(table, ['compare', { source_columns: ['s'], compare_columns: [] }])).toThrow(
      '`compare_columns` must have the same length as `source_columns`.',
    )
    expect(() => post(table, ['compare', { ...pair, compare_type: 'x' }])).toThrow(
      '`compare_type` must be `difference`, `percentage` or `ratio`',
    )
  })
})

describe('contribution', () => {
  const table = { a: [1, 3], b: [4, null] }

  it('computes shares of columns and of rows', () => {
    expect(post(table, ['contribution', {}])).toEqual({ a: [0.25, 0.75], b: [1, 0] })
    expect(post(table, ['contribution', { orientation: 'row' }])).toEqual({ a: [0.2, 1], b: [0.8, 0] })
  })

  it('appends renamed shares and keeps the rest', () => {
    const result = post({ n: ['x', 'y'], ...table }, ['contribution', { columns: ['a'], rename_columns: ['%a'] }])
    expect(result).toEqual({ n: ['x', 'y'], ...table, '%a': [0.25, 0.75] })
  })

  it('returns no shares when the total is 0', () => {
    expect(post({ a: [0, 0], b: [2, -2] }, ['contribution', {}])).toEqual({ a: [null, null], b: [null, null] })
  })

  it('uses the given totals; a total of 0 or null results in 0', () => {
    const options = { contribution_totals: { a: 8, b: 0 } }
    expect(post({ ...table, c: [1, 2] }, ['contribution', options])).toEqual({
      a: [0.125, 0.375],
      b: [0, 0],
      c: [0, 0],
    })
  })

  it('sums rows separately for each time shift', () => {
    const shifted = { a: [1], b: [3], 'a__1 year ago': [2], 'b__1 year ago': [2] }
    const result = post(shifted, ['contribution', { orientation: 'row', time_shifts: ['1 year ago'] }])
    expect(result).toEqual({ a: [0.25], b: [0.75], 'a__1 year ago': [0.5], 'b__1 year ago': [0.5] })
  })

  it('rejects columns that are no numbers and lists of different length', () => {
    expect(() => post({ n: ['x'], a: [1] }, ['contribution', { columns: ['n'] }])).toThrow(
      'Column "n" is not numeric or does not exists in the query results.',
    )
    expect(() => post(table, ['contribution', { columns: ['a', 'b'], rename_columns: ['x'] }])).toThrow(
      '`rename_columns` must have the same length as `columns`',
    )
  })

  it('shares sum to 1 for any numbers', () => {
    const positive = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 50 })
    fc.assert(
      fc.property(positive, (a) => {
        const sum = (values: readonly unknown[] = []) => values.reduce<number>((total, each) => total + Number(each), 0)
        expect(sum(post({ a }, ['contribution', {}])['a'])).toBeCloseTo(1, 9)
        const b = a.map((each) => each * 3)
        const rows = post({ a, b }, ['contribution', { orientation: 'row' }])
        for (const [at, share] of (rows['a'] ?? []).entries()) {
          expect(Number(share) + Number(rows['b']?.[at])).toBeCloseTo(1, 9)
        }
      }),
      { seed: 7 },
    )
  })
})

describe('sort', () => {
  const table = { c: [2, 1, null, 3, 1], d: ['a', 'b', 'c', 'd', 'e'] }

  it('orders rows with missing values last in either direction, equal ones as they were', () => {
    expect(post(table, ['sort', { columns: { c: true } }]).d).toEqual(['b', 'e', 'a', 'd', 'c'])
    expect(post(table, ['sort', { columns: { c: false } }]).d).toEqual(['d', 'a', 'b', 'e', 'c'])
    expect(post(table, ['sort', { columns: { c: true, d: false } }]).d).toEqual(['e', 'b', 'a', 'd', 'c'])
  })

  it('reads the newer options', () => {
    expect(post(table, ['sort', { by: 'c', ascending: false }]).d).toEqual(['d', 'a', 'b', 'e', 'c'])
    expect(post(table, ['sort', { by: ['c', 'd'], ascending: [true, false] }]).d).toEqual(['e', 'b', 'a', 'd', 'c'])
    const spread = ['pivot', { index: ['d'], aggregates: { c: { operator: 'mean' } } }] as const
    expect(post(table, spread, ['sort', { is_sort_index: true, ascending: false }]).d).toEqual(['e', 'd', 'b', 'a'])
    expect(post(table, spread, ['sort', { by: 'c' }]).d).toEqual(['b', 'e', 'a', 'd'])
    expect(() => post(table, ['sort', { by: 'nope' }])).toThrow('Referenced columns not available in DataFrame.')
  })
})

describe('select', () => {
  const table = { a: [1], b: [2], c: [3] }

  it('selects columns in order, excludes and renames them', () => {
    expect(Object.entries(post(table, ['select', { columns: ['b', 'a'], rename: { a: 'z' } }]))).toEqual([
      ['b', [2]],
      ['z', [1]],
    ])
    expect(post(table, ['select', { exclude: ['b'] }])).toEqual({ a: [1], c: [3] })
    expect(() => post(table, ['select', { columns: ['x'] }])).toThrow('Referenced columns not available in DataFrame.')
  })
})

describe('rename', () => {
  const table = { a: [1], b: [2] }

  it('renames columns, ignores an empty mapping and rejects existing names', () => {
    expect(post(table, ['rename', { columns: { a: 'z' } }])).toEqual({ z: [1], b: [2] })
    expect(post(table, ['rename', { columns: {} }])).toEqual(table)
    expect(() => post(table, ['rename', { columns: { a: 'b' } }])).toThrow('Label already exists')
    expect(() => post(table, ['rename', { columns: { x: 'y' } }])).toThrow('Referenced columns not available')
  })

  it('changes one level of pivoted headers, by number or name', () => {
    const long = { t: [1, 1], c: ['LA', 'NY'], m: [1, 2] }
    const spread = ['pivot', { index: ['t'], columns: ['c'], aggregates: { m: { operator: 'mean' } } }] as const
    const cities = { LA: 'Los Angeles' }
    for (const level of [1, 'c', -1]) {
      expect(Object.keys(post(long, spread, ['rename', { columns: cities, level }]))).toEqual([
        't',
        'm, Los Angeles',
        'm, NY',
      ])
    }
  })
})

describe('aggregate', () => {
  it('makes one row per key, ascending, without those whose key is missing', () => {
    const table = { g: ['b', 'a', 'a', null], v: [3, 1, 2, 4] }
    expect(post(table, ['aggregate', { groupby: ['g'], aggregates: { v: { operator: 'sum' } } }])).toEqual({
      g: ['a', 'b'],
      v: [3, 3],
    })
  })

  it('makes one row without keys and names results as configured', () => {
    const aggregates = { low: { column: 'v', operator: 'min' }, high: { column: 'v', operator: 'max' } }
    expect(post({ v: [3, 1] }, ['aggregate', { groupby: [], aggregates }])).toEqual({ low: [1], high: [3] })
  })

  it.each([
    ['sum', [1, null, 3], 4],
    ['mean', [1, null, 3], 2],
    ['min', [3, null, 1], 1],
    ['max', [3, null, 1], 3],
    ['count', [1, null, 3], 3],
    ['count_nonzero', [1, 0, 3], 2],
    ['median', [1, 5, 3], 3],
    ['median', [1, null, 3], null],
    ['nanmedian', [1, null, 3], 2],
    ['average', [1, null, 3], null],
    ['prod', [2, null, 3], 6],
    ['argmin', [3, 1, 2], 1],
    ['argmax', [3, 1, 2], 0],
    ['sum', [null, null], 0],
    ['mean', [null, null], null],
    ['var', [1, 2, 3], 2 / 3],
    ['cumsum', [1, 2, 3], 6],
    ['cumprod', [1, null, 3], null],
  ])('the aggregate %s of %j is %j', (operator, v, expected) => {
    expect(post({ v }, ['aggregate', { aggregates: { v: { operator } } }])).toEqual({ v: [expected] })
  })

  it('divides deviations by the number of values, reads percentiles and takes texts by their order', () => {
    const made = (v: readonly unknown[], aggregate: object) =>
      post({ v }, ['aggregate', { aggregates: { v: aggregate } }])['v']
    expect(made([1, 2, 3], { operator: 'std' })?.[0]).toBeCloseTo(0.8165, 4)
    expect(made([1, 2, 3, 4], { operator: 'percentile', options: { q: 25 } })).toEqual([1.75])
    expect(made([1, null, 3], { operator: 'percentile', options: { q: 50 } })).toEqual([null])
    expect(made([1, null, 3], { operator: 'nanpercentile', options: { q: 50 } })).toEqual([2])
    expect(made(['b', null, 'a'], { operator: 'max' })).toEqual(['b'])
    expect(made(['2021-01-02', '2021-01-01'], { operator: 'min' })).toEqual(['2021-01-01'])
  })
})
