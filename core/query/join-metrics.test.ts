import { expect, it } from 'vitest'
import { joinedMetrics } from './join-metrics.ts'
import type { QuoteMark } from './quote-mark.ts'
import { renameInSql } from './replace-name-in-sql.ts'

const COLUMNS = [
  { name: 'id', side: 0, column: 'id' },
  { name: 'b_id', side: 1, column: 'id' },
]
const side = (expression: string, repeated: number | null, added: number | null) => ({
  name: 'b',
  metrics: [{ metric_name: 'm', expression }],
  columns: ['id', 'b_id', 'left_out'],
  repeated,
  added,
})
const reasonOf = (expression: string, repeated: number | null, added: number | null, mark: QuoteMark = '"') =>
  joinedMetrics([side(expression, repeated, added)], [], { taken: [], mark }).refused[0]?.reason

it.each<[string, number | null, number | null, string | undefined]>([
  ['SUM(amount)', 0, 0, undefined],
  ['SUM(amount)', 2, 0, 'rows_repeated'],
  ['AVG(amount)', 2, 0, 'rows_repeated'],
  ['COUNT(*)', 2, 0, 'rows_repeated'],
  ['SUM(a) / COUNT(DISTINCT b)', 2, 0, 'rows_repeated'],
  ['MAX(a) - SUM(b)', 2, 0, 'rows_repeated'],
  ['min( "a b" )', 2, 0, undefined],
  ['COUNT(DISTINCT customer)', 2, 0, undefined],
  ['SUM(amount)', 0, 1, undefined],
  ['COUNT(*)', 0, 1, 'rows_added'],
  ['COUNT(TRUE)', 0, 1, 'rows_added'],
  ['COUNT(NULL)', 2, 0, 'rows_repeated'],
  [`COUNT("true")`, 0, 1, undefined],
  [`MAX(CASE WHEN day < DATE '2024-01-01' THEN left_outer END)`, 0, 0, undefined],
  ['SUM(CASE WHEN a IS NULL THEN 1 END)', 0, 1, 'rows_added'],
  ['SUM(amount)', null, null, 'rows_not_counted'],
  ['MAX(amount)', null, null, undefined],
  ['SUM({{ column }})', 0, 0, 'expression'],
  ['SUM(orders.amount)', 0, 0, 'expression'],
  ['SUM("a.b")', 0, 0, undefined],
  ["SUM(CASE WHEN a = 'x.y' THEN 1.5 END)", 0, 0, undefined],
  ['(SELECT 1)', 0, 0, 'expression'],
  ['SUM(left_out)', 0, 0, 'expression'],
  ['SUM(`amount`)', 0, 0, 'expression'],
])('%s with %s repeated and %s added rows: %s', (expression, repeated, added, reason) => {
  expect(reasonOf(expression, repeated, added)).toBe(reason)
})

it('renames columns, and prefixes a metric whose name is taken', () => {
  const { metrics } = joinedMetrics([side('SUM(id)', 0, 0), side("SUM(ID) FILTER ('id' <> x)", 0, 0)], COLUMNS, {
    taken: [],
    mark: '"',
  })
  expect(metrics.map(({ metric_name, expression }) => [metric_name, expression])).toEqual([
    ['m', 'SUM(id)'],
    ['b_m', `SUM("b_id") FILTER ('id' <> x)`],
  ])
})

it('renames no keyword that has the name of a column', () => {
  const names = new Map([['date', 'b_date']])
  expect(renameInSql("MAX(date) FILTER (date > DATE '2024-01-01' AND CAST(x AS date) > date)", names, '"')).toBe(
    `MAX("b_date") FILTER ("b_date" > DATE '2024-01-01' AND CAST(x AS date) > "b_date")`,
  )
})

it('renames several columns at once', () => {
  const names = new Map([
    ['a', 'b'],
    ['b', 'c'],
  ])
  expect(renameInSql('SUM(a) + "b" + b(1)', names, '"')).toBe('SUM("b") + "c" + b(1)')
})

it('reads and writes names in backticks on databases where double quotes are around texts', () => {
  expect(reasonOf('SUM(`amount`)', 2, 0, '`')).toBe('rows_repeated')
  expect(reasonOf('MAX(`a b`)', 2, 0, '`')).toBeUndefined()
  expect(reasonOf('COUNT("amount")', 0, 1, '`')).toBe('rows_added')
  expect(reasonOf('SUM(`orders`.`amount`)', 0, 0, '`')).toBe('expression')
  expect(reasonOf('SUM(`left_out`)', 0, 0, '`')).toBe('expression')
  const names = new Map([['id', 'b_id']])
  expect(renameInSql('SUM(id) + SUM(`id`) # id', names, '`')).toBe('SUM(`b_id`) + SUM(`b_id`) # id')
  expect(renameInSql(`IF(x = "id", id, 'it\\'s id')`, names, '`')).toBe(`IF(x = "id", \`b_id\`, 'it\\'s id')`)
})
