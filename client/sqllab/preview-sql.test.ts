import { describe, expect, it } from 'vitest'
import { cteQueries, previewedStatement } from './preview-sql.ts'

const queries = (text: string) => cteQueries(text).map(({ name, sql }) => [name, sql])

describe('the previewed statement', () => {
  it.each([
    ['SELECT 1', 8, 'SELECT 1'],
    ['(SELECT 1)', 3, '(SELECT 1)'],
    ['with a as (select 1) select * from a', 0, 'with a as (select 1) select * from a'],
    ['FROM t', 6, 'FROM t'],
    ['SELECT 1; SELECT 2', 18, 'SELECT 2'],
    ["SELECT ')' AS a", 5, "SELECT ')' AS a"],
    ['{% set a = 1 %} SELECT {{ a }}', 20, '{% set a = 1 %} SELECT {{ a }}'],
    ['-- first\nSELECT 1', 10, '-- first\nSELECT 1'],
  ])('the previewed statement of %j at %i is the SELECT at the cursor', (text, offset, expected) => {
    expect(previewedStatement(text, offset)).toBe(expected)
  })

  it.each([
    '',
    '-- a comment',
    'INSERT INTO t VALUES (1)',
    'DELETE FROM t',
    'CREATE TABLE t AS SELECT 1',
    'EXPLAIN SELECT 1',
    'SELECT count(',
    'SELECT 1)',
    'SELECT 1; DROP TABLE t',
  ])('returns undefined in %j', (text) => {
    expect(previewedStatement(text, text.length)).toBeUndefined()
  })
})

describe('the queries of CTEs', () => {
  it('select the rows of each CTE, with those before it', () => {
    const text = 'WITH a AS (SELECT 1 AS n), "B b"(n) AS MATERIALIZED (SELECT n FROM a) SELECT * FROM "B b"'
    expect(queries(text)).toEqual([
      ['a', 'WITH a AS (SELECT 1 AS n)\nSELECT * FROM a'],
      ['B b', 'WITH a AS (SELECT 1 AS n), "B b"(n) AS MATERIALIZED (SELECT n FROM a)\nSELECT * FROM "B b"'],
    ])
    expect(cteQueries(text).map(({ range }) => text.slice(range.from, range.to))).toEqual(['a', '"B b"'])
  })

  it('contain the complete list if it is recursive', () => {
    const list = 'WITH RECURSIVE a AS (SELECT n FROM b) SEARCH DEPTH FIRST BY n SET o, b AS (SELECT 1 AS n)'
    expect(queries(`${list} SELECT * FROM a`)).toEqual([
      ['a', `${list}\nSELECT * FROM a`],
      ['b', `${list}\nSELECT * FROM b`],
    ])
  })

  it('contain complete CTEs while the next one is typed', () => {
    expect(queries('WITH a AS (SELECT 1), b AS (SELECT')).toEqual([['a', 'WITH a AS (SELECT 1)\nSELECT * FROM a']])
  })

  it('omit the text before WITH, except for templates', () => {
    expect(queries('{% set n = 1 %} INSERT INTO t WITH a AS (SELECT {{ n }}) SELECT * FROM a')).toEqual([
      ['a', '{% set n = 1 %}WITH a AS (SELECT {{ n }})\nSELECT * FROM a'],
    ])
  })

  it('return positions in the complete text', () => {
    const text = 'SELECT 1; WITH one AS (SELECT 1), two AS (SELECT 2) (SELECT * FROM two)'
    expect(cteQueries(text).map(({ range }) => text.slice(range.from, range.to))).toEqual(['one', 'two'])
  })

  it('contain the lists around a nested one, as far as it can reference them', () => {
    const text =
      'WITH a AS (SELECT 1 AS n), b AS (WITH a AS (SELECT n + 1 AS n FROM a), c AS (SELECT n FROM a) SELECT * FROM c) SELECT * FROM (WITH d AS (TABLE b) TABLE d)'
    const inner = 'WITH a AS (SELECT n + 1 AS n FROM a)'
    const outer = text.slice(0, text.indexOf(' SELECT * FROM (WITH'))
    expect(queries(text)).toEqual([
      ['a', 'WITH a AS (SELECT 1 AS n)\nSELECT * FROM a'],
      ['b', `${outer}\nSELECT * FROM b`],
      ['a', `WITH a AS (SELECT 1 AS n)\nSELECT * FROM (${inner}\nSELECT * FROM a) AS a`],
      ['c', `WITH a AS (SELECT 1 AS n)\nSELECT * FROM (${inner}, c AS (SELECT n FROM a)\nSELECT * FROM c) AS c`],
      ['d', `${outer}\nSELECT * FROM (WITH d AS (TABLE b)\nSELECT * FROM d) AS d`],
    ])
  })

  it('a list in brackets does not contain lists that end before it', () => {
    expect(queries('SELECT * FROM (WITH a AS (SELECT 1) TABLE a), (WITH b AS (SELECT 2) TABLE b)')).toEqual([
      ['a', 'WITH a AS (SELECT 1)\nSELECT * FROM a'],
      ['b', 'WITH b AS (SELECT 2)\nSELECT * FROM b'],
    ])
  })

  it('a query in the first CTE of a list is independent of the list, unless it is recursive', () => {
    const inner = 'WITH c AS (SELECT 1 AS n)'
    expect(queries(`WITH a AS (${inner} TABLE c) TABLE a`)[1]).toEqual(['c', `${inner}\nSELECT * FROM c`])
    const list = `WITH RECURSIVE a AS (${inner} TABLE c)`
    expect(queries(`${list} TABLE a`)[1]).toEqual(['c', `${list}\nSELECT * FROM (${inner}\nSELECT * FROM c) AS c`])
  })

  it.each([
    "SELECT 'WITH a AS (SELECT 1)'",
    'SELECT CAST(x AS TIMESTAMP WITH TIME ZONE) FROM t',
    'CREATE TABLE t (a int) WITH (x = 1)',
  ])('returns none in %j', (text) => {
    expect(queries(text)).toEqual([])
  })
})
