import { expect, it } from 'vitest'
import { isTemplateName, type JoinSide, joinCountSql, joinedColumns, joinSql } from './join-sql.ts'

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`
const orders: JoinSide = { id: 3, name: 'orders', columns: ['id', 'Customer'], type: 'inner', keys: [] }
const customers: JoinSide = {
  id: 5,
  name: 'customers',
  columns: ['ID', 'name'],
  type: 'left',
  keys: [{ column: 'ID', with: 0, with_column: 'Customer' }],
}

it('prefixes a name that an earlier dataset has in any case with the name of its dataset', () => {
  expect(joinedColumns([orders, customers]).map(({ name }) => name)).toEqual(['id', 'Customer', 'customers_ID', 'name'])
  const again = { ...customers, columns: ['id', 'customers_id'] }
  expect(joinedColumns([orders, customers, again]).map(({ name }) => name)).toEqual([
    'id',
    'Customer',
    'customers_ID',
    'name',
    'customers_id_2',
    'customers_customers_id',
  ])
})

it('reads each dataset by its macro and quotes names', () => {
  expect(joinSql([orders, { ...customers, columns: ['a"b'] }], quote)).toBe(
    [
      'SELECT',
      '  "side_1"."id" AS "id",',
      '  "side_1"."Customer" AS "Customer",',
      '  "side_2"."a""b" AS "a""b"',
      'FROM (SELECT * FROM {{ dataset(3) }}',
      ') AS "side_1"',
      'LEFT JOIN (SELECT * FROM {{ dataset(5) }}',
      ') AS "side_2"',
      '  ON "side_2"."ID" = "side_1"."Customer"',
    ].join('\n'),
  )
})

it('counts by a row number whose name no column has', () => {
  const sql = joinCountSql([orders, { ...customers, columns: ['__ROW'] }], quote)
  expect(sql).toContain('COUNT(DISTINCT "side_2"."__row_") AS "matched_1"')
  expect(sql).toContain('(SELECT COUNT(*) FROM {{ dataset(3) }}\n) AS "rows_0"')
})

it.each([
  ['a{{b', true],
  ['{% raw %}', true],
  ['{#', true],
  ['{a}', false],
])('finds names that templates would read: %s', (name, expected) => {
  expect(isTemplateName(name)).toBe(expected)
})
