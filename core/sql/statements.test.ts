import { describe, expect, it } from 'vitest'
import { splitStatements, statementAt } from './statements.ts'

const texts = (sql: string) => splitStatements(sql).map(({ text }) => text)

describe('the statements of an SQL text', () => {
  it.each([
    ['SELECT 1', ['SELECT 1']],
    ['SELECT 1;', ['SELECT 1']],
    [' SELECT 1 ; SELECT 2 ', ['SELECT 1', 'SELECT 2']],
    ["SELECT ';' AS a; SELECT 2", ["SELECT ';' AS a", 'SELECT 2']],
    ["SELECT 'it''s;'; SELECT 2", ["SELECT 'it''s;'", 'SELECT 2']],
    ['SELECT ";" FROM t; SELECT 2', ['SELECT ";" FROM t', 'SELECT 2']],
    ['SELECT 1 -- a; b\n; SELECT 2', ['SELECT 1 -- a; b', 'SELECT 2']],
    ['SELECT 1 /* ; /* ; */ ; */; SELECT 2', ['SELECT 1 /* ; /* ; */ ; */', 'SELECT 2']],
    ['SELECT $$a;b$$; SELECT 2', ['SELECT $$a;b$$', 'SELECT 2']],
    ['SELECT $x$a;$$b$x$; SELECT 2', ['SELECT $x$a;$$b$x$', 'SELECT 2']],
    ["SELECT E'\\';' ; SELECT 2", ["SELECT E'\\';'", 'SELECT 2']],
    ["SELECT {{ filter_values('a;b') }}; SELECT 2", ["SELECT {{ filter_values('a;b') }}", 'SELECT 2']],
    ['{% set a = 1; %} SELECT 1; SELECT 2', ['{% set a = 1; %} SELECT 1', 'SELECT 2']],
    ['-- only a comment', []],
    ['SELECT 1; -- done', ['SELECT 1']],
    ['SELECT 1; /* a */ -- b\n ;; SELECT 2', ['SELECT 1', 'SELECT 2']],
    ['-- first\nSELECT 1', ['-- first\nSELECT 1']],
    ["SELECT 'not closed; ", ["SELECT 'not closed;"]],
    ['', []],
    [' ; ;', []],
  ])('returns them in %j', (sql, expected) => {
    expect(texts(sql)).toEqual(expected)
  })

  it('returns offsets in the text', () => {
    const sql = '  SELECT 1;\n SELECT 2 ;'
    expect(splitStatements(sql)).toEqual([
      { text: 'SELECT 1', start: 2, end: 10 },
      { text: 'SELECT 2', start: 13, end: 21 },
    ])
  })

  it.each([
    [0, 'SELECT 1'],
    [8, 'SELECT 1'],
    [9, 'SELECT 1'],
    [12, 'SELECT 2'],
    [25, 'SELECT 2'],
  ])('include the statement at the cursor: offset %i', (offset, expected) => {
    expect(statementAt('SELECT 1;   SELECT 2;   ', offset)?.text).toBe(expected)
  })
})
