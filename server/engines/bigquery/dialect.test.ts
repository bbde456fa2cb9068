import { expect, it } from 'vitest'
import { print } from '#server/sql/print-sql.ts'
import type { Expr, Select } from '#server/sql/tree.ts'
import { dialect } from './dialect.ts'

it.each([
  ['a b', '`a b`'],
  ['', '`_column`'],
  // A result may have no column with such a name: labels differ by their hash.
  ['SUM(n)', /^`SUM_n__[\da-f]{10}`$/],
  ['a`b', /^`a_b_[\da-f]{10}`$/],
  ['n'.repeat(300), `\`${'n'.repeat(300)}\``],
  ['n'.repeat(301), /^`n{289}_[\da-f]{10}`$/],
])('quotes %j', (name, quoted) => {
  if (typeof quoted === 'string') expect(dialect.quote(name)).toBe(quoted)
  else expect(dialect.quote(name)).toMatch(quoted)
})

it.each([
  ["it's", String.raw`'it\'s'`],
  ['a\\', String.raw`'a\\'`],
  ['a\nb', String.raw`'a\nb'`],
  [true, 'TRUE'],
  [null, 'NULL'],
  [{ epochMs: Date.UTC(2024, 1, 29, 12) + 0.25 }, "DATETIME '2024-02-29 12:00:00.000250'"],
])('prints %j as a literal', (value, text) => {
  expect(dialect.literal(value)).toBe(text)
})

const TIME = 'CAST(t AS DATETIME)'
const trunc = (unit: string) => `DATETIME_TRUNC(${TIME}, ${unit})`
const within = (count: number) =>
  `DATETIME_ADD(${trunc('DAY')}, INTERVAL (DIV(DATETIME_DIFF(${TIME}, ${trunc('DAY')}, SECOND), ${count}) * ${count}) SECOND)`

it.each([
  ['PT1S', trunc('SECOND')],
  ['PT5S', within(5)],
  ['PT1M', trunc('MINUTE')],
  ['PT15M', within(900)],
  ['PT1H', trunc('HOUR')],
  ['PT6H', within(21_600)],
  ['P1D', trunc('DAY')],
  ['P7D', trunc('WEEK(MONDAY)')],
  ['P1W', trunc('WEEK(MONDAY)')],
  ['1969-12-28T00:00:00Z/P1W', trunc('WEEK(SUNDAY)')],
  ['1969-12-29T00:00:00Z/P1W', trunc('WEEK(MONDAY)')],
  ['P1W/1970-01-03T00:00:00Z', `DATETIME_ADD(${trunc('WEEK(SUNDAY)')}, INTERVAL 6 DAY)`],
  ['P1W/1970-01-04T00:00:00Z', `DATETIME_ADD(${trunc('WEEK(MONDAY)')}, INTERVAL 6 DAY)`],
  ['P1M', trunc('MONTH')],
  ['P3M', trunc('QUARTER')],
  ['P1Y', trunc('YEAR')],
])('prints the grain %s', (code, text) => {
  expect(dialect.grains[code]?.replaceAll('{col}', 't')).toBe(text)
})

it.each([
  [null, "DATETIME(CAST(NULLIF(c, '') AS TIMESTAMP))"],
  ['%d.%m.%Y %H:%M:%S.%f', "PARSE_DATETIME('%d.%m.%Y %H:%M:%E*S', NULLIF(c, ''))"],
])('parses texts by %j', (pattern, text) => {
  expect(dialect.parseTime(pattern).replaceAll('{col}', 'c')).toBe(text)
})

it.each([
  ['TIMESTAMP', { template: 'CAST({value} AS TIMESTAMP)', value: { epochMs: 0 } }],
  ['DATE', { value: { epochMs: 0 } }],
  [null, { column: 'CAST({col} AS DATETIME)', value: { epochMs: 0 } }],
  ['STRING', { template: '{value}', value: '1970-01-01' }],
])('compares a column of type %s with a limit of the same type', (type, bound) => {
  expect(dialect.timeBound({ type, isText: type === 'STRING' }, { epochMs: 0 })).toEqual(bound)
})

const column = (name: string): Expr => ({ kind: 'column', name })
const bind = (value: string | number): Expr => ({ kind: 'bind', value })

function whole(change: Partial<Select>): string {
  const columns = [{ expr: column('n'), label: 'n' }]
  const from = { kind: 'table', schema: 'shop', name: 'orders' } as const
  return print(
    { columns, from, where: [], groupBy: [], having: [], orderBy: [], limit: null, offset: 0, ...change },
    dialect,
  ).text
}

it('sorts nulls after all values, and limits rows', () => {
  const orderBy: Select['orderBy'] = [
    { by: { label: 'n' }, ascending: false },
    { by: column('c'), ascending: true, nullsLast: true },
  ]
  expect(whole({ orderBy, limit: 10, offset: 5 })).toBe(
    'SELECT `n` AS `n`\nFROM `shop`.`orders`\nORDER BY CASE WHEN `n` IS NULL THEN 1 ELSE 0 END DESC, `n` DESC, `c` ASC NULLS LAST\nLIMIT 10 OFFSET 5',
  )
})

it.each<[Expr, string]>([
  [{ kind: 'is', of: column('yes'), what: 'TRUE' }, '(`yes`) IS TRUE'],
  [
    { kind: 'like', of: column('s'), pattern: bind('%a%'), anyCase: true, escape: true },
    'LOWER(CAST(`s` AS STRING)) LIKE LOWER(?)',
  ],
  [
    { kind: 'compare', op: 'IS NOT DISTINCT FROM', left: column('a'), right: column('b') },
    '(`a` = `b` OR (`a` IS NULL AND `b` IS NULL))',
  ],
])('prints the condition %#', (condition, printed) => {
  expect(whole({ where: [condition] })).toBe(`SELECT \`n\` AS \`n\`\nFROM \`shop\`.\`orders\`\nWHERE ${printed}`)
})
