import { expect, it } from 'vitest'
import { resultTable } from './result-table.ts'

const column = (name: string, type: string, type_generic: number, is_dttm = false) => ({
  name,
  column_name: name,
  type,
  type_generic,
  is_dttm,
})

it('makes a table of records by the order and types of the columns; nested values are JSON', () => {
  const table = resultTable({
    columns: [column('n', 'BIGINT', 0), column('at', 'TIMESTAMP', 2, true), column('tags', 'JSON', 1)],
    data: [
      { tags: ['a', 1], n: 1, at: '2026-01-01T00:00:00' },
      { n: null, at: null },
    ],
  })
  expect(table.rowCount).toBe(2)
  expect(table.columns.map(({ name, type, values }) => [name, type, values])).toEqual([
    ['n', 0, [1, null]],
    ['at', 2, ['2026-01-01T00:00:00', null]],
    ['tags', 1, ['["a",1]', null]],
  ])
})

it('takes the type from is_dttm if the generic type is unknown', () => {
  const { columns } = resultTable({ columns: [column('at', 'DATE', 9, true), column('x', 'X', 9)], data: [] })
  expect(columns.map(({ type }) => type)).toEqual([2, 1])
})
