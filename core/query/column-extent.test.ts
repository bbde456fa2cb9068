import { expect, it } from 'vitest'
import { parseColumnExtent, columnExtentQuery } from './column-extent.ts'
import type { Value } from '#core/table/table.ts'

const answer = (rows: Value, min: Value, max: Value, type: 0 | 1 | 2 = 2) => ({
  columns: [
    { name: 'rows', type: 0 as const, values: [rows] },
    { name: 'MIN', type, values: [min] },
    { name: 'MAX', type, values: [max] },
  ],
  rowCount: 1,
})

it('queries the number of rows, the minimum and the maximum of the column', () => {
  const column = { column_name: 'sold at' }
  expect(columnExtentQuery('sold at')).toEqual({
    columns: [],
    metrics: [
      { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'rows' },
      { expressionType: 'SIMPLE', aggregate: 'MIN', column, label: 'MIN' },
      { expressionType: 'SIMPLE', aggregate: 'MAX', column, label: 'MAX' },
    ],
    row_limit: 1,
  })
})

it('returns the first and the last timestamp', () => {
  expect(parseColumnExtent(answer(3, 1000, 61_000))).toEqual({
    rows: 3,
    span: 60_000,
    extent: { first: 1000, last: 61_000 },
  })
})

it('returns a width without an extent for numbers that are no timestamps', () => {
  expect(parseColumnExtent(answer(3, 1999, 2024, 0))).toEqual({ rows: 3, span: 25 })
})

it.each<[string, Value, Value]>([
  ['without rows', null, null],
  ['without a minimum', null, 5],
  ['without a maximum', 5, null],
  ['of texts', 'a', 'z'],
])('the profile of a column %s has only its number of rows', (_, min, max) => {
  expect(parseColumnExtent(answer(7, min, max))).toEqual({ rows: 7, span: Number.NaN })
})

it('returns undefined without a result', () => {
  expect(parseColumnExtent(undefined)).toEqual({ rows: Number.NaN, span: Number.NaN })
})
