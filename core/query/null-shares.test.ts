import { expect, it } from 'vitest'
import type { Table, Value } from '#core/table/table.ts'
import type { ProfiledColumn } from './column-profile.ts'
import { nullShareGroups, nullShareQuery, nullShareText, readNullShares } from './null-shares.ts'

const column = (column_name: string, expression: string | null = null): ProfiledColumn => ({
  column_name,
  expression,
  type: 'INTEGER',
  type_generic: 0,
  is_dttm: false,
})
const [a, b, c] = [column('a'), column('b'), column('c')]
const table = (cells: Readonly<Record<string, Value>>): Table => ({
  columns: Object.entries(cells).map(([name, value]) => ({ name, type: 0, values: [value] })),
  rowCount: 1,
})

it('queries the number of rows, and the values of each column', () => {
  const count = { expressionType: 'SIMPLE', aggregate: 'COUNT', hasCustomLabel: true }
  expect(nullShareQuery([a, b])).toEqual({
    columns: [],
    metrics: [
      { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'rows', hasCustomLabel: true },
      { ...count, column: { column_name: 'a', type: 'INTEGER' }, label: 'present_0' },
      { ...count, column: { column_name: 'b', type: 'INTEGER' }, label: 'present_1' },
    ],
    row_limit: 1,
  })
})

it('queries 32 columns together, and each of the first 8 calculated columns separately', () => {
  const stored = Array.from({ length: 70 }, (_, at) => column(`stored ${at}`))
  const calculated = Array.from({ length: 9 }, (_, at) => column(`calculated ${at}`, 'a + 1'))
  const groups = nullShareGroups([...calculated, ...stored])
  expect(groups.map(({ length }) => length)).toEqual([32, 32, 6, 1, 1, 1, 1, 1, 1, 1, 1])
  expect(groups.flat()).toEqual([...stored, ...calculated.slice(0, 8)])
  expect(nullShareGroups([])).toEqual([])
})

it('reads the shares of columns that have nulls', () => {
  const shares = readNullShares([a, b, c], table({ rows: 8, present_0: 7, present_1: 8, present_2: 0 }))
  expect([...shares]).toEqual([
    ['a', 0.125],
    ['c', 1],
  ])
})

it('reads no shares without rows, without a count or without a result', () => {
  expect(readNullShares([a], table({ rows: 0, present_0: 0 })).size).toBe(0)
  expect(readNullShares([a], table({ rows: 8, present_0: null })).size).toBe(0)
  expect(readNullShares([a], undefined).size).toBe(0)
})

it.each([
  [0.0001, '<1%'],
  [0.01, '1%'],
  [0.125, '13%'],
  [0.99, '99%'],
  [0.9999, '>99%'],
  [1, '100%'],
])('prints the share %s as %s', (share, text) => expect(nullShareText(share)).toBe(text))
