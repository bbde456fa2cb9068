import { expect, it } from 'vitest'
import { post, tableOf } from '#testing/post-processing.ts'
import { operations, runPost } from './index.ts'

const steps = (operation: string) => [{ operation }]

it('finds every operation by its wire name', () => {
  expect(operations.map(({ name }) => name)).toEqual([
    'aggregate',
    'boxplot',
    'compare',
    'contribution',
    'cum',
    'diff',
    'flatten',
    'geodetic_parse',
    'geohash_decode',
    'geohash_encode',
    'histogram',
    'pivot',
    'prophet',
    'rank',
    'rename',
    'resample',
    'rolling',
    'select',
    'sort',
  ])
})

it('skips null operations, ignores all for an empty table and rejects unknown ones', () => {
  const table = tableOf({ a: [1] })
  expect(runPost(table, [null]).table).toEqual(table)
  expect(runPost({ columns: table.columns, rowCount: 0 }, steps('nope')).table).toEqual({ columns: [], rowCount: 0 })
  expect(() => runPost(table, steps('nope'))).toThrow('Unsupported post processing operation: nope')
  expect(() => runPost(table, [{ operation: '' }])).toThrow('`operation` property of post processing object undefined')
  expect(() => runPost(table, [{} as never])).toThrow('`operation` property of post processing object undefined')
})

it('keeps its input unchanged, and with any options throws or returns complete columns', () => {
  const columns = { t: ['2021-01-01', '2021-01-02'], c: ['x', null], m: [1, null], f: [true, false] }
  const before = JSON.stringify(tableOf(columns))
  const odd = [
    {},
    { columns: {} },
    { columns: ['m'] },
    { columns: { m: 'm' } },
    { columns: 5 },
    { index: ['t'], aggregates: { m: { operator: 'sum' } } },
  ]
  for (const { name } of operations) {
    for (const options of odd) {
      const table = tableOf(columns)
      try {
        const result = runPost(table, [{ operation: name, options }]).table
        for (const column of result.columns) {
          expect(column.values.length, `${name} ${JSON.stringify(options)}`).toBe(result.rowCount)
          expect(column.values.some((value) => Number.isNaN(value))).toBe(false)
        }
      } catch (error) {
        expect(error, name).toMatchObject({ code: 'post-wrong' })
      }
      expect(JSON.stringify(table)).toBe(before)
    }
  }
})

it('keeps digits beyond 2^53 of columns that it does not process', () => {
  expect(
    post({ big: ['9007199254740993', 1], m: [1, 2] }, ['cum', { operator: 'sum', columns: { m: 'm' } }])['big'],
  ).toEqual(['9007199254740993', 1])
})
