import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RecordedBigQuery, openRecordedBigQuery } from '#testing/bigquery-driver.ts'
import { Guard } from '#server/sql/guard.ts'
import type { Grammar, TableColumn } from '../engine.ts'
import { dialect } from './dialect.ts'

const column = (name: string) =>
  ({ name, type: 'INT64', logical: 'integer', generic: 0, nullable: true }) as TableColumn

let home: RecordedBigQuery
let grammar: Grammar
let guard: Guard
beforeAll(async () => {
  home = await openRecordedBigQuery()
  ;({ grammar } = await home.connect())
  guard = new Guard({ grammar, shape: () => Promise.resolve([column('id'), column('city')]) }, dialect)
})
afterAll(() => home.remove())

it.each([
  'SELECT `a b` AS x, t.`c-d` FROM `shop`.`orders` AS t ORDER BY 1 DESC LIMIT 10 OFFSET 5',
  'SELECT a FROM `sales-123456.shop.orders`',
  'SELECT a FROM `sales-123456`.shop.orders',
  "SELECT CAST(a AS STRING), SAFE_CAST(b AS INT64), 'it\\'s', \"x\" FROM orders",
  'SELECT DATE_TRUNC(d, WEEK(MONDAY)), DATE_DIFF(a, b, DAY), IF(a > 1, 2, 3), SAFE_DIVIDE(a, b) FROM orders',
  'SELECT COUNTIF(a > 1), APPROX_QUANTILES(a, 100)[OFFSET(50)] FROM orders GROUP BY b HAVING COUNT(*) > 1',
  'WITH c AS (SELECT a FROM orders) SELECT c.a FROM c LEFT JOIN u ON u.a = c.a',
  'SELECT a, ROW_NUMBER() OVER (PARTITION BY a ORDER BY b) AS n FROM orders QUALIFY n = 1',
  'SELECT x FROM orders, UNNEST(orders.items) AS x # a comment',
  'SELECT -a % 2 & 1 | ~b ^ c, a || b, NOT a <> b AND c >= 1 OR d <= 2 FROM orders UNION ALL SELECT 1, 2, 3',
  'SELECT SAFE_CAST(a AS FLOAT64) FROM orders -- a comment',
])('accepts %s', async (text) => {
  await expect(guard.select(text)).resolves.toMatchObject({ text })
})

it.each([
  ["SELECT * FROM EXTERNAL_QUERY('c', 'SELECT 1')", 'sql-refused'],
  ["EXPORT DATA OPTIONS(uri='gs://b/*') AS SELECT 1", 'sql-syntax'],
  ["LOAD DATA INTO d.t FROM FILES (uris=['gs://b/f'])", 'sql-syntax'],
  ['SELECT d.f(1)', 'function-refused'],
  ['SELECT ERROR("x")', 'sql-refused'],
  ['SELECT SESSION_USER()', 'sql-refused'],
  ['SELECT * FROM ML.PREDICT(MODEL d.m, TABLE d.t)', 'sql-syntax'],
  ['SELECT x FROM UNNEST(GENERATE_ARRAY(1, 1000000)) AS x', 'sql-refused'],
  ['SELECT * FROM d.f(1)', 'function-refused'],
  ['SELECT * FROM INFORMATION_SCHEMA.SCHEMATA', 'sql-refused'],
  ['SELECT * FROM shop.INFORMATION_SCHEMA.TABLES', 'sql-refused'],
  ['SELECT * FROM `region-eu`.INFORMATION_SCHEMA.JOBS', 'sql-refused'],
  ['SELECT * FROM shop.__TABLES__', 'sql-refused'],
  // Several tables, and parts of a table, have values of tables with rules.
  ['SELECT * FROM `shop.orders_*`', 'sql-refused'],
  ['SELECT * FROM `shop.orders$20240101`', 'sql-refused'],
  ['SELECT * FROM other-project.shop.orders', 'sql-refused'],
  ['SELECT * FROM orders FOR SYSTEM_TIME AS OF CURRENT_TIMESTAMP()', 'sql-refused'],
  ['SELECT * FROM orders TABLESAMPLE SYSTEM (10 PERCENT)', 'sql-refused'],
  ['SELECT * FROM orders |> WHERE a > 1', 'sql-refused'],
  ['SELECT @@project_id', 'sql-syntax'],
  ['SELECT @p', 'sql-syntax'],
  ['SELECT * FROM `other-project:shop.orders`', 'sql-refused'],
  ['SELECT * FROM `sh-op`.orders', 'sql-refused'],
  ["SELECT * FROM 'orders'", 'sql-refused'],
  ['SELECT * FROM "orders"', 'sql-refused'],
  ['SELECT * FROM shop."orders"', 'sql-refused'],
  ['SELECT a ->> b FROM orders', 'sql-refused'],
  ['SELECT a <=> b FROM orders', 'sql-refused'],
  ['CALL d.p()', 'sql-syntax'],
  ["EXECUTE IMMEDIATE 'SELECT 1'", 'sql-syntax'],
  ['BEGIN SELECT 1; END', 'sql-syntax'],
  ['SELECT 1; SELECT 2', 'virtual-many'],
  ['DELETE FROM t WHERE TRUE', 'sql-syntax'],
  ['CREATE TEMP FUNCTION f() AS (1)', 'sql-syntax'],
  // The parser and the server read these texts differently.
  ["SELECT r'\\' FROM t -- '", 'sql-syntax'],
  ["SELECT '''a' FROM t -- '''", 'sql-syntax'],
  ["SELECT 'it''s'", 'sql-syntax'],
  ['SELECT `a\\`b`', 'sql-syntax'],
  ['SELECT 1 /* a /* b */', 'sql-syntax'],
  ["SELECT b'x'", 'sql-syntax'],
])('rejects %s', async (text, code) => {
  await expect(guard.select(text)).rejects.toMatchObject({
    code: expect.stringMatching(code === 'sql-syntax' ? /^(?:sql-syntax|virtual-not-select)$/ : code),
  })
})

it('shows rows of a table by its rules, for any case of its name', async () => {
  const rules = [{ schema: 'shop', name: 'orders', rules: [["city = 'a'"]] }]
  const { text } = await guard.select('SELECT id FROM shop.`Orders` AS o', rules)
  expect(text).toBe(
    "SELECT id FROM (SELECT CASE WHEN `__visible` THEN `id` END AS `id`, CASE WHEN `__visible` THEN `city` END AS `city` FROM (SELECT *, (((city = 'a'\n))\n) AS `__visible` FROM shop.`Orders`) AS `__rows` WHERE `__visible`) AS o",
  )
})

it('rejects a table with rules whose quoted name has several parts', async () => {
  const rules = [{ schema: 'shop', name: 'orders', rules: [["city = 'a'"]] }]
  await expect(guard.select('SELECT id FROM `shop.orders`', rules)).rejects.toMatchObject({ code: 'rules-unsafe' })
})

it('resolves names without a dataset in that of the connection', async () => {
  expect(await grammar.homes(null)).toEqual(['shop'])
  expect(await grammar.homes('Other')).toEqual(['other'])
})

it('names the position of a part that is read differently', async () => {
  expect(await grammar.inspect("SELECT 1, r'a'")).toMatchObject({ ok: false, position: 11 })
})

it.each([
  'WITH `KÖ` AS (SELECT 1 AS id) SELECT id FROM `kö`',
  'WITH `\u212aö` AS (SELECT 1 AS id) SELECT id FROM `kö`',
])('applies rules to a table whose name equals that of an expression only in JavaScript: %s', async (text) => {
  const rules = [{ schema: 'shop', name: 'kö', rules: [["city = 'a'"]] }]
  expect((await guard.select(text, rules)).text).toContain("city = 'a'")
  const same = 'WITH `Kö` AS (SELECT 1 AS id) SELECT id FROM `kö`'
  expect((await guard.select(same, rules)).text).toBe(same)
})
