import { describe, expect, it } from 'vitest'
import { columnSources } from './column-sources.ts'
import { joinSql } from './join-sql.ts'

const sourcesOf = (sql: string, columns: readonly string[], dataset = 5) => {
  const { rows, of, isPositional } = columnSources(sql, dataset, '"')
  return { rows: [...rows], columns: columns.map((column) => [...of(column)]), ...(isPositional && { isPositional }) }
}

describe('the columns that a SELECT reads', () => {
  it('include the columns of each dataset of a join, and its keys', () => {
    const sides = [
      { id: 5, name: 'sales', columns: ['region', 'price'], type: 'inner', keys: [] },
      {
        id: 6,
        name: 'regions',
        columns: ['region', 'size'],
        type: 'left',
        keys: [{ column: 'code', with: 0, with_column: 'region_code' }],
      },
    ] as const
    const sql = joinSql(sides, (name) => `"${name}"`)
    const columns = ['region', 'price', 'regions_region', 'size']
    expect(sourcesOf(sql, columns)).toEqual({
      rows: ['side_1', 'left', 'side_2', 'region_code'],
      columns: [['side_1', 'region'], ['side_1', 'price'], ['side_2'], ['side_2']],
    })
    expect(sourcesOf(sql, columns, 6)).toEqual({
      rows: ['side_1', 'left', 'side_2', 'code'],
      columns: [['side_1'], ['side_1'], ['side_2', 'region'], ['side_2', 'size']],
    })
  })

  it.each([
    ['SELECT region r, upper(b) FROM {{ dataset(5) }} WHERE c > 1', { r: ['region', 'r'], other: ['b'] }, ['c']],
    ['SELECT *, a + b AS total FROM {{ dataset(5) }}', { a: ['a'], total: ['a', 'b'] }, []],
    ["SELECT EXTRACT(year FROM day) AS y, 'a, b' AS t FROM {{ dataset(5) }}", { y: ['day'], t: [] }, []],
    ['SELECT CASE WHEN a THEN b END FROM {{ dataset(5) }}', { end: ['a', 'b'] }, []],
    ['SELECT CAST(a AS decimal(10, 2)) AS x FROM {{ dataset(5) }} -- c', { x: ['a'] }, []],
    ['SELECT a AS x FROM {{ dataset(5) }} UNION SELECT b FROM {{ dataset(5) }}', { x: ['x'] }, ['a', 'b']],
    ['FROM {{ dataset(5) }}', { a: ['a'] }, []],
    ['SELECT "AMOUNT" AS x FROM {{ dataset(5) }}', { x: ['amount'] }, []],
    ["SELECT '}}' AS x, {{ '}}' ~ 1 }} AS y, b FROM {{ dataset(5) }}", { x: [], y: [], b: ['b'] }, []],
    ['SELECT [Order Date] AS x FROM {{ dataset(5) }}', { x: ['order date'] }, []],
    ['SELECT [s].* FROM {{ dataset(5) }} AS [s]', { A: ['s', 'a'] }, ['s']],
    ["SELECT [It's], b FROM {{ dataset(5) }} WHERE c = 'd'", { b: ['b'] }, ["it's", 'b', 'c']],
    ['SELECT [a(] AS z, b FROM {{ dataset(5) }} AS q', { b: ['b'] }, ['b', 'a(']],
    ['SELECT [a]]b] AS z, c FROM {{ dataset(5) }} AS q', { c: ['c'] }, ['a', 'b', 'c', 'a]b']],
  ])('returns them in %s', (sql, columns: Readonly<Record<string, readonly string[]>>, rows) => {
    const found = sourcesOf(sql, Object.keys(columns))
    expect(found).toEqual({ rows, columns: Object.values(columns) })
  })

  it.each([
    'SELECT x FROM (SELECT * FROM {{ dataset(5) }}) AS s (x, y)',
    'WITH s (x) AS (SELECT * FROM {{ dataset(5) }}) SELECT x FROM s',
    'SELECT x FROM (SELECT * FROM {{ dataset(5) }}) AS [s] ([x], [y])',
    'WITH [s] ([x]) AS (SELECT * FROM {{ dataset(5) }}) SELECT x FROM s',
  ])('returns all possible ones where columns are renamed by position: %s', (sql) => {
    expect(columnSources(sql, 5, '"').isPositional).toBe(true)
  })

  it('returns all if another read of a dataset has no alias', () => {
    const sql = 'SELECT a.x AS y FROM (SELECT * FROM {{ dataset(6) }}) AS a, {{ dataset(5) }}'
    expect(sourcesOf(sql, ['y'])).toEqual({ rows: [], columns: [['a', 'x']] })
  })
})

it.each([
  '"',
  '`',
  "'",
  '[',
  '(',
  '/* ',
  "'\\",
  'a.',
  'a ',
  ', ',
  'as ',
  'as "',
  ', a(',
  ', a(b',
  'with a(b,',
  ' ',
  '(select * from {{dataset(5)}})as "',
  '(select * from {{ dataset(5) }} ',
  '{{dataset(',
  '"a""',
  '[a].',
  ', [',
  'as [',
])(
  'reads the longest SQL of %s in linear time',
  (text) => {
    for (const mark of ['"', '`'] as const) {
      const sql = `SELECT ${text.repeat(19_990 / text.length)}`
      expect(columnSources(sql, 5, mark).of('x').size).toBeLessThan(6)
    }
  },
  5000,
)
