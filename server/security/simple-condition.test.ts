import { expect, it } from 'vitest'
import { simpleComparisons } from './simple-condition.ts'

const columnsOf = (condition: string) => {
  const operands = simpleComparisons(condition)?.flat()
  return operands && [...new Set(operands.flatMap((each) => (each.kind === 'column' ? [each.name] : [])))]
}

it.each<[string, readonly string[]]>([
  ["region = 'north'", ['region']],
  ["region = 'it''s' AND (n >= -1.5 OR NOT n <> 3)", ['region', 'n']],
  ["\"Größe\" in ('a', 'b', NULL) or `n` not between 1 and 2", ['Größe', 'n']],
  [
    "city LIKE 'B%' AND city NOT ILIKE '%x' AND at < TIMESTAMP '2024-01-01' AND day > date '2024-01-01'",
    ['city', 'at', 'day'],
  ],
  ['a IS NULL AND b is not null AND 1 = 1 AND true', ['a', 'b']],
  ['a = b', ['a', 'b']],
  ["date >= '2024-01-01' AND timestamp < DATE '2024-02-01'", ['date', 'timestamp']],
])('reads the columns of %s', (condition, columns) => {
  expect(columnsOf(condition)).toEqual(columns)
})

it.each([
  '',
  '1',
  'n',
  '(SELECT 1) = 1',
  'n IN (SELECT n FROM t)',
  'n IN (FROM t)',
  '(FROM t)',
  '(TABLE t)',
  'EXISTS (SELECT 1)',
  'n = max(n)',
  'lower(region) = 1',
  'CASE WHEN n = 1 THEN true END',
  'CAST(n AS INTEGER) = 1',
  "n::INT = '1'",
  'n / 0 = 1',
  'n - 1 = 1',
  "a || b = 'x'",
  't.n = 1',
  "n = E'1'",
  "n = 'a\\' OR (SELECT 1) = '1'",
  "n = U&'0061'",
  "n = '{{ current_username() }}' OR {{ 1 }}",
  `n = '{{ "' OR (SELECT 1) = '1" }}'`,
  "n = '{# #}'",
  '{% if true %} n = 1 {% endif %}',
  'n = 1 -- comment',
  'n = 1 /* comment */',
  'n = 1; n = 2',
  'n = 1)',
  '(n = 1',
  'n = $1',
  'n = ?',
  'n = #1',
  "n = 'open",
  "current_user = 'facet'",
  "user = 'facet'",
  "n = '''b' OR n = ''' || (SELECT 1) --'",
  'n\u00A0= 1',
  'n LIKE n',
  'n BETWEEN a AND b',
  `${'('.repeat(22)}n = 1${')'.repeat(22)}`,
])('reads no columns of %s', (condition) => {
  expect(columnsOf(condition)).toBeUndefined()
})

it('returns the types of the operands of each comparison', () => {
  const condition = "a = 'x' AND b NOT IN (1, -2, NULL) OR c BETWEEN DATE '2024-01-01' AND '2024-02-01' AND d <> true"
  const kinds = simpleComparisons(condition)?.map((operands) => operands.map(({ kind }) => kind))
  expect(kinds).toEqual([
    ['column', 'text'],
    ['column', 'number', 'number', 'null'],
    ['column', 'time', 'text'],
    ['column', 'boolean'],
  ])
})
