import { expect, it } from 'vitest'
import { Guard } from '#server/sql/guard.ts'
import type { TableColumn } from '../engine.ts'
import { TrinoDatabase } from './connection.ts'
import { dialect } from './dialect.ts'

const address = {
  host: '127.0.0.1',
  port: 1,
  isSecure: false,
  acceptsAnyCertificate: false,
  user: 'ana',
  password: '',
  isToken: false,
  catalog: 'Hive',
  schema: 'Web',
}
const { grammar } = new TrinoDatabase(address)
const column = (name: string) => ({ name, type: 'VARCHAR', logical: 'text', generic: 1, nullable: true }) as TableColumn
const guard = new Guard({ grammar, shape: () => Promise.resolve([column('id'), column('city')]) }, dialect)

it.each([
  "SELECT transform(ARRAY[1, 2], x -> x + 1)[1], m['k'], o.f.g FROM t",
  'SELECT count(*) FILTER (WHERE x > 1), listagg(a, \',\') WITHIN GROUP (ORDER BY a) FROM "hive"."web".t',
  'SELECT u.x FROM t CROSS JOIN UNNEST(a, b) WITH ORDINALITY AS u (x, y, n)',
  'SELECT a FROM t GROUP BY GROUPING SETS ((a), ()) ORDER BY a OFFSET 1 ROW FETCH FIRST 2 ROWS ONLY',
  "SELECT CAST(a AS TIMESTAMP(6) WITH TIME ZONE) AT TIME ZONE 'UTC', TRY_CAST(b AS DECIMAL(38, 2)), X'ff'",
  "SELECT DATE '2020-01-01' + INTERVAL '1' DAY, approx_percentile(x, 0.5) FROM t -- a comment: no #",
  'SELECT lag(x) IGNORE NULLS OVER (PARTITION BY a ORDER BY b) FROM t',
])('accepts %s', async (text) => {
  await expect(guard.select(text)).resolves.toMatchObject({ text })
})

it.each([
  ['SELECT * FROM system.runtime.queries', 'sql-refused'],
  ['SELECT * FROM other.web.t', 'sql-refused'],
  ['SELECT * FROM a.b.c.d', 'sql-refused'],
  ['SELECT * FROM information_schema.tables', 'sql-refused'],
  ['SELECT * FROM hive."INFORMATION_SCHEMA".columns', 'sql-refused'],
  ['SELECT * FROM "t$partitions"', 'sql-refused'],
  ['SELECT * FROM "t$data"', 'sql-refused'],
  ['SELECT * FROM "t: *"', 'sql-refused'],
  ['SELECT * FROM "t*"', 'sql-refused'],
  ['SELECT * FROM "t@1"', 'sql-refused'],
  ['SELECT * FROM "SELECT a FROM t"', 'sql-refused'],
  ['SELECT * FROM "with x as y"', 'sql-refused'],
  ["SELECT * FROM TABLE(hive.system.query(query => 'SELECT 1'))", 'sql-refused'],
  ['SELECT * FROM TABLE(sequence(1, 1000000))', 'sql-refused'],
  ['SELECT * FROM sequence(1, 10)', 'sql-refused'],
  ['SELECT sequence(1, 10)', 'sql-refused'],
  ["SELECT fail('x')", 'sql-refused'],
  ['SELECT "FAIL"(\'x\')', 'sql-refused'],
  ['SELECT version()', 'sql-refused'],
  ['SELECT current_user', 'sql-refused'],
  ['SELECT current_catalog FROM t', 'sql-refused'],
  ['SELECT hive.web.f(1)', 'function-refused'],
  ['SELECT nosuch(1)', 'function-refused'],
  ['SELECT ? FROM t', 'sql-refused'],
  ['WITH RECURSIVE t (n) AS (SELECT 1 UNION ALL SELECT n FROM t) SELECT n FROM t', 'sql-refused'],
  ['SELECT 1 UNION TABLE t', 'sql-refused'],
  ['SELECT TABLE t', 'sql-refused'],
  ['SELECT * FROM TABLE t', 'sql-syntax'],
  ['SELECT * FROM current_schema', 'sql-refused'],
  ['SELECT * FROM (TABLE t)', 'sql-syntax'],
  ['SELECT * FROM a JOIN (TABLE t) AS b ON TRUE', 'sql-syntax'],
  ['SELECT * FROM a CROSS JOIN LATERAL (TABLE t)', 'sql-syntax'],
  ['SELECT 1 IN (TABLE t)', 'sql-syntax'],
  ['WITH a AS (TABLE t) SELECT * FROM a', 'sql-syntax'],
  ['SELECT * FROM t TABLESAMPLE BERNOULLI (10)', 'sql-refused'],
  ['SELECT * FROM t FOR VERSION AS OF 1', 'sql-syntax'],
  ['TABLE t', 'sql-syntax'],
  ["CALL system.runtime.kill_query('x', 'y')", 'virtual-not-select'],
  ["SET SESSION query_max_run_time = '9h'", 'virtual-not-select'],
  ['PREPARE a FROM SELECT 1', 'sql-syntax'],
  ["EXECUTE IMMEDIATE 'DROP TABLE t'", 'virtual-not-select'],
  ['EXPLAIN ANALYZE SELECT 1', 'virtual-not-select'],
  ['DELETE FROM t', 'virtual-not-select'],
  ['SELECT 1; SELECT 2', 'virtual-many'],
  ['WITH FUNCTION f() RETURNS INTEGER RETURN 1 SELECT f()', 'sql-syntax'],
  ["SELECT json_object('a' : 1)", 'sql-syntax'],
  ['SELECT `a` FROM t', 'sql-syntax'],
  ['SELECT $$a$$', 'sql-syntax'],
  ["SELECT E'\\' , fail(1) --'", 'sql-syntax'],
  ["SELECT U&'\\0041'", 'sql-syntax'],
  ["SELECT '\\', fail(1)", 'sql-refused'],
  ['SELECT 1 /* /* */ , fail(1) /* */ */', 'sql-syntax'],
  ['SELECT 1 -- \r , fail(1)', 'sql-syntax'],
  ['SELECT 1 /* a', 'sql-syntax'],
  ['SELECT 1 # a', 'sql-syntax'],
  ["SELECT {d '2020-01-01'}", 'sql-syntax'],
])('rejects %s', async (text, code) => {
  await expect(guard.select(text)).rejects.toMatchObject({ code })
})

const rules = [{ schema: null, name: 'sales', rules: [["city = 'a'"]] }]
const MASKED = `(SELECT CASE WHEN "__visible" THEN "id" END AS "id", CASE WHEN "__visible" THEN "city" END AS "city" FROM (SELECT *, (((city = 'a'
))
) AS "__visible" FROM NAME) AS "__rows" WHERE "__visible")`

it.each([
  ['SELECT id FROM sales', 'sales', 'SELECT id FROM MASKED AS sales'],
  ['SELECT s.id FROM "WEB"."Sales" s', '"WEB"."Sales"', 'SELECT s.id FROM MASKED s'],
  ['SELECT id FROM hive.web.SALES', 'hive.web.SALES', 'SELECT id FROM MASKED AS SALES'],
  [
    'WITH sales AS (SELECT * FROM sales) SELECT id FROM sales',
    'sales',
    'WITH sales AS (SELECT * FROM MASKED AS sales) SELECT id FROM sales',
  ],
])('masks the rows that a rule hides in %s', async (text, name, expected) => {
  const { text: masked } = await guard.select(text, rules)
  expect(masked).toBe(expected.replace('MASKED', MASKED.replace('NAME', name)))
})

it('applies rules to a table whose name differs from that of an expression in other letters than those of ASCII', async () => {
  const { text } = await guard.select('WITH "KÖ" AS (SELECT 1 AS id) SELECT id FROM "kö"', [
    { schema: null, name: 'kö', rules: [["city = 'a'"]] },
  ])
  expect(text).toContain(`FROM ${MASKED.replace('NAME', '"kö"')} AS "kö"`)
})

it('the rule of a table does not affect another schema', async () => {
  const text = 'SELECT id FROM other.sales'
  expect((await guard.select(text, rules)).text).toBe(text)
})
