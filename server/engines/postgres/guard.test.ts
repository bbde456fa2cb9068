import { expect, it } from 'vitest'
import { Guard } from '#server/sql/guard.ts'
import { restrictTables } from '../restrict-tables.ts'
import { dialect } from './dialect.ts'
import { inspectText, trees } from './inspect.ts'

const guard = new Guard(
  {
    grammar: {
      inspect: inspectText,
      narrow: (text, conditions) => restrictTables(text, conditions, trees),
      homes: async (schema) => [schema ?? 'public'],
      foreign: async () => [],
    },
    shape: async () => [],
  },
  dialect,
)

async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
    return 'passed'
  } catch (error) {
    return (error as { code?: string }).code ?? String(error)
  }
}

it.each([
  ['a = 1', 'passed'],
  ['SUM(a) FILTER (WHERE b > 0)::numeric / NULLIF(COUNT(*), 0)', 'passed'],
  ["name = 'it''s; --' AND (a ->> 'pg_sleep') = $$x$$", 'passed'],
  ['a -- a remark', 'passed'],
  ['SUM(a) OVER (PARTITION BY b ORDER BY c)', 'passed'],
  ['percentile_cont(0.5) WITHIN GROUP (ORDER BY a)', 'passed'],
  ['(a, b)', 'passed'],
  ['t.version', 'passed'],
  ['a AS b', 'clause-wrong'],
  ['a b', 'clause-wrong'],
  ['DISTINCT a', 'clause-wrong'],
  ['a; DROP TABLE x', 'clause-wrong'],
  ['1) FROM x; --', 'clause-wrong'],
  ['a UNION SELECT 1', 'clause-wrong'],
  ['a ORDER BY b', 'clause-wrong'],
  ['a /* open', 'clause-wrong'],
  ['t.*', 'clause-wrong'],
  ['', 'clause-wrong'],
  ['a IN (SELECT 1)', 'subquery-refused'],
  ['EXISTS (SELECT 1)', 'subquery-refused'],
  ['ARRAY(SELECT 1)', 'subquery-refused'],
  ['$1', 'sql-refused'],
  ['pg_sleep(10) IS NULL', 'sql-refused'],
  ["pg_catalog.pg_read_file('/etc/passwd')", 'sql-refused'],
  ['"pg_read_file"(a)', 'sql-refused'],
  ["('/etc/passwd'::text).pg_read_file", 'sql-refused'],
  ['t.pg_read_file', 'sql-refused'],
  ['(ARRAY[a])[1].lo_import', 'sql-refused'],
  ['((ARRAY[a])[1]).lo_import', 'sql-refused'],
  ["set_config('a.b', 'c', false)", 'sql-refused'],
  ["query_to_xml('SELECT 1', true, true, '')", 'sql-refused'],
  ["dblink_exec('x', 'y')", 'sql-refused'],
  ["lo_export(1, '/tmp/x')", 'sql-refused'],
  ['COALESCE(a, lo_get(1)::text)', 'sql-refused'],
])('expression %s: %s', async (text, expected) => {
  expect(await codeOf(guard.expression(text, 'column'))).toBe(expected)
})

it.each([
  ['SELECT * FROM a JOIN b USING (c)', 'passed'],
  ['TABLE a', 'passed'],
  ['VALUES (1), (2)', 'passed'],
  ['WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r WHERE n < 9) SELECT * FROM r', 'passed'],
  ["SELECT * FROM generate_series(1, 3) AS s(n), LATERAL unnest(ARRAY[n]) u, jsonb_each('{}')", 'passed'],
  ['SELECT 1 UNION SELECT 2 EXCEPT (SELECT 3 INTERSECT SELECT 4)', 'passed'],
  ['SELECT a FROM b GROUP BY GROUPING SETS ((a), ()) -- done;', 'passed'],
  ['SELECT * INTO c FROM a', 'virtual-not-select'],
  ['SELECT * FROM a FOR UPDATE', 'virtual-not-select'],
  ['SELECT * FROM (SELECT * FROM a FOR SHARE) x', 'virtual-not-select'],
  ['WITH d AS (DELETE FROM a RETURNING *) SELECT * FROM d', 'virtual-not-select'],
  ['SELECT * FROM (WITH d AS (UPDATE a SET b = 1 RETURNING *) SELECT * FROM d) x', 'virtual-not-select'],
  ['INSERT INTO a VALUES (1)', 'virtual-not-select'],
  ["COPY a TO PROGRAM 'id'", 'virtual-not-select'],
  ['EXPLAIN ANALYZE DELETE FROM a', 'virtual-not-select'],
  ['DO $$BEGIN PERFORM 1; END$$', 'virtual-not-select'],
  ['SET statement_timeout = 0', 'virtual-not-select'],
  ['CALL p()', 'virtual-not-select'],
  ['SELECT 1; COMMIT', 'virtual-not-select'],
  ['SELECT 1; SELECT 2', 'virtual-many'],
  ['SELECT * FORM a', 'sql-syntax'],
  ["SELECT * FROM pg_ls_dir('/')", 'sql-refused'],
  ["SELECT * FROM ROWS FROM (generate_series(1, 2), pg_read_file('x'))", 'sql-refused'],
  ["SELECT * FROM generate_series(1, length(pg_read_file('x')))", 'sql-refused'],
  ['SELECT * FROM nosuch_function(1)', 'function-refused'],
  ["SELECT * FROM dblink('x', 'SELECT 1') AS t(a int)", 'sql-refused'],
  ['SELECT * FROM pg_catalog.pg_authid', 'sql-refused'],
  ['WITH pg_authid AS (SELECT 1) SELECT * FROM pg_authid', 'passed'],
  ['WITH pg_authid AS (SELECT 1) SELECT * FROM pg_catalog.pg_authid', 'sql-refused'],
  ['WITH pg_authid AS (SELECT * FROM pg_authid) SELECT * FROM pg_authid', 'sql-refused'],
  ['SELECT * FROM pg_authid, (WITH pg_authid AS (SELECT 1) SELECT * FROM pg_authid) x', 'sql-refused'],
  ['SELECT 1 UNION SELECT rolpassword FROM pg_authid', 'sql-refused'],
  ['SELECT 1 UNION SELECT 2 UNION SELECT pg_sleep(1)', 'sql-refused'],
  ['SELECT * FROM a TABLESAMPLE SYSTEM (pg_backend_pid())', 'sql-refused'],
  ['SELECT * FROM a ORDER BY pg_sleep(1) LIMIT (SELECT pg_sleep(1))', 'sql-refused'],
  ["SELECT t.pg_read_file FROM unnest(ARRAY['/etc/passwd']) AS t", 'sql-refused'],
  ['SELECT * FROM a WHERE b = $1', 'sql-refused'],
])('statement %s: %s', async (text, expected) => {
  expect(await codeOf(guard.select(text))).toBe(expected)
})

it.each([
  ['NOT', (count: number) => `${'NOT '.repeat(count)}true`],
  ['casts', (count: number) => `a${'::int'.repeat(count)}`],
  ['sums', (count: number) => `1${'+1'.repeat(count)}`],
  ['choices', (count: number) => `${'CASE WHEN a THEN '.repeat(count)}1${' END'.repeat(count)}`],
  ['JSON paths', (count: number) => `a${"->'b'".repeat(count)}`],
])('accepts deep %s up to the limit of the parser, and rejects deeper ones', async (_, text) => {
  expect(await codeOf(guard.expression(text(500), 'column'))).toBe('passed')
  for (const count of [2500, 3500, 5000, 9000])
    if (text(count).length < 65_536) expect(await codeOf(guard.expression(text(count), 'column'))).toBe('clause-wrong')
  expect(await codeOf(guard.expression('a', 'column'))).toBe('passed')
})

it('returns to the event loop between long texts', async () => {
  let turns = 0
  const turn = (): void => {
    turns += 1
    next = setImmediate(turn)
  }
  let next = setImmediate(turn)
  for (let count = 0; count < 5; count++) await inspectText(`SELECT '${String(count).repeat(5000)}'`)
  clearImmediate(next)
  expect(turns).toBeGreaterThanOrEqual(4)
})

it('applies row rules to a deeply nested statement', async () => {
  const tables = [{ schema: null, name: 'a', rules: [['b = 1']] }]
  const { text } = await guard.select(`SELECT ${'NOT '.repeat(1000)}true FROM a`, tables)
  expect(text).toContain(
    `(SELECT  FROM (SELECT *, (((b = 1\n))\n) AS "__visible" FROM a) AS "__rows" WHERE "__visible") AS a`,
  )
})

it('names the position of a syntax error', async () => {
  await expect(guard.select('SELECT a\nFORM b c')).rejects.toThrow('syntax error at or near "b" (line 2, column 6)')
})
