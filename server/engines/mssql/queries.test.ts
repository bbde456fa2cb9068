import { expect, it } from 'vitest'
import { print } from '#server/sql/print-sql.ts'
import type { Expr, From, Select } from '#server/sql/tree.ts'
import { dialect } from './dialect.ts'

const column = (name: string): Expr => ({ kind: 'column', name })
const bind = (value: string | number): Expr => ({ kind: 'bind', value })
const sales: From = { kind: 'table', schema: 'dbo', name: 'sales' }
const over1: Expr = { kind: 'compare', op: '>', left: column('n'), right: bind(1) }

function select(change: Partial<Select>): Select {
  const columns = [{ expr: column('n'), label: 'n' }]
  return { columns, from: sales, where: [], groupBy: [], having: [], orderBy: [], limit: null, offset: 0, ...change }
}

const text = (change: Partial<Select>) => print(select(change), dialect).text

it('prints groups with sums of 64 bits, ordered with nulls after all values', () => {
  const columns: Select['columns'] = [
    { expr: column('city'), label: 'city' },
    { expr: { kind: 'aggregate', name: 'SUM', of: column('n') }, label: 'SUM(n)' },
    { expr: { kind: 'aggregate', name: 'AVG', of: column('n') }, label: 'a]' },
  ]
  const change: Partial<Select> = {
    columns,
    where: [over1],
    groupBy: [column('city')],
    orderBy: [
      { by: { label: 'SUM(n)' }, ascending: false },
      { by: { label: 'city' }, ascending: true, nullsLast: true },
    ],
    limit: 10,
    offset: 5,
  }
  const sum = 'SUM([n] + CAST(0 AS bigint))'
  expect(text(change)).toBe(
    `SELECT [city] AS [city], ${sum} AS [SUM(n)], AVG(CAST([n] AS float)) AS [a]]]
FROM [dbo].[sales]
WHERE [n] > @p1
GROUP BY [city]
ORDER BY CASE WHEN ${sum} IS NULL THEN 1 ELSE 0 END DESC, [SUM(n)] DESC, CASE WHEN [city] IS NULL THEN 1 ELSE 0 END, [city] ASC
OFFSET 5 ROWS FETCH NEXT 10 ROWS ONLY`,
  )
  expect(print(select(change), dialect).params).toEqual([1])
})

it('limits rows without an order', () => {
  expect(text({ limit: 10 })).toBe(
    'SELECT [n] AS [n]\nFROM [dbo].[sales]\nORDER BY (SELECT NULL)\nOFFSET 0 ROWS FETCH NEXT 10 ROWS ONLY',
  )
})

it('masks rows by a mark of 1 and 0, as a condition is no value', () => {
  const columns = [{ name: '[n]', value: '[n]' }]
  const from: From = { kind: 'masked', from: sales, rule: over1, where: [], columns, flag: 'shown', alias: 'rows' }
  expect(text({ from })).toBe(
    `SELECT [n] AS [n]
FROM (SELECT CASE WHEN [shown] = 1 THEN [n] END AS [n]
FROM (SELECT *, CASE WHEN [n] > @p1 THEN 1 ELSE 0 END AS [shown] FROM [dbo].[sales]) AS [rows]
WHERE [shown] = 1) AS [rows]`,
  )
})

it.each<[Expr, string]>([
  [{ kind: 'is', of: column('yes'), what: 'TRUE' }, '[yes] = 1'],
  [{ kind: 'is', of: column('yes'), what: 'NOT NULL' }, '[yes] IS NOT NULL'],
  [
    { kind: 'not', of: { kind: 'is', of: { kind: 'all', of: [over1] }, what: 'TRUE' } },
    'NOT (CASE WHEN (([n] > @p1)) THEN 1 ELSE 0 END = 1)',
  ],
  [
    { kind: 'like', of: column('s'), pattern: bind('%[a]%'), anyCase: true, escape: true },
    String.raw`LOWER(CAST([s] AS nvarchar(max))) LIKE LOWER(REPLACE(@p1, '[', '[[]')) ESCAPE N'\'`,
  ],
  [
    { kind: 'compare', op: 'IS NOT DISTINCT FROM', left: column('a'), right: column('b') },
    '([a] = [b] OR ([a] IS NULL AND [b] IS NULL))',
  ],
])('prints the condition %#', (condition, printed) => {
  expect(text({ where: [condition] })).toBe(`SELECT [n] AS [n]\nFROM [dbo].[sales]\nWHERE ${printed}`)
})
