import { expect, it } from 'vitest'
import { type Table, type Value } from '#core/table/table.ts'
import { runPost } from './index.ts'

const table = (columns: Record<string, readonly Value[]>): Table => ({
  columns: Object.entries(columns).map(([name, values]) => ({
    name,
    type: values.some((value) => typeof value === 'string') ? 1 : 0,
    values,
  })),
  rowCount: Object.values(columns)[0]?.length ?? 0,
})
const values = (result: Table) => Object.fromEntries(result.columns.map((column) => [column.name, column.values]))
const share = (given: Table, options: Record<string, unknown> = {}) =>
  values(runPost(given, [{ operation: 'contribution', options }]).table)

it('divides by the sum of the column, with missing cells as zero', () => {
  expect(share(table({ name: ['x', 'y'], a: [1, 3], b: [4, null] }))).toEqual({
    name: ['x', 'y'],
    a: [0.25, 0.75],
    b: [1, 0],
  })
})

it('divides by the sum of the row', () => {
  expect(share(table({ a: [1, 3], b: [4, null] }), { orientation: 'row' })).toEqual({ a: [0.2, 1], b: [0.8, 0] })
})

it('appends shares as columns with new names', () => {
  const options = { columns: ['a'], rename_columns: ['%a'] }
  expect(share(table({ a: [1, 3], b: [1, 1] }), options)).toEqual({ a: [1, 3], b: [1, 1], '%a': [0.25, 0.75] })
})

it('returns null for a sum of zero', () => {
  expect(share(table({ a: [0, null] }))).toEqual({ a: [null, null] })
})

it('rejects columns of text, and names of another number', () => {
  expect(() => share(table({ a: ['x'] }), { columns: ['a'] })).toThrow(
    'Column "a" is not numeric or does not exists in the query results.',
  )
  expect(() => share(table({ a: [1] }), { columns: ['a'], rename_columns: [] })).toThrow('must have the same length')
})

it('ignores unknown operations when there are no rows', () => {
  expect(runPost(table({ a: [] }), [{ operation: 'magic' }]).table).toEqual({ columns: [], rowCount: 0 })
})
