import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RecordedDatabricks, openRecordedDatabricks } from '#testing/databricks-driver.ts'
import { Guard } from '#server/sql/guard.ts'
import type { Grammar, TableColumn } from '../engine.ts'
import { dialect } from './dialect.ts'

const column = (name: string) => ({ name, type: 'INT', logical: 'integer', generic: 0, nullable: true }) as TableColumn

let home: RecordedDatabricks
let grammar: Grammar
let guard: Guard
beforeAll(async () => {
  home = await openRecordedDatabricks()
  ;({ grammar } = await home.connect())
  guard = new Guard({ grammar, shape: () => Promise.resolve([column('id'), column('city')]) }, dialect)
})
afterAll(() => home.remove())

it.each([
  'SELECT `a b` AS x, t.`c``d` FROM `shop`.`orders` AS t ORDER BY 1 DESC LIMIT 10 OFFSET 5',
  'SELECT a FROM main.shop.orders',
  "SELECT a:b.c::string, CAST(a AS DECIMAL(10,2)), a[0], 'it''s', 'a\\\\' FROM orders",
  "SELECT date_trunc('WEEK', a), datediff(a, b), if(a > 1, 2, 3), nvl(a, 0), a <=> b FROM orders",
  'SELECT -a % 2 | ~b ^ c, a || b, NOT a <> b AND c >= 1 FROM orders MINUS SELECT 1, 2, 3',
  'SELECT stream FROM shop.`stream`',
  'SELECT percentile_approx(a, 0.5) FROM orders GROUP BY b HAVING COUNT(*) > 1',
  'WITH c AS (SELECT a FROM orders) SELECT c.a FROM c LEFT JOIN u ON u.a = c.a -- a comment',
])('accepts %s', async (text) => {
  await expect(guard.select(text)).resolves.toMatchObject({ text })
})

it.each([
  ["SELECT * FROM read_files('/Volumes/x')", 'sql-refused'],
  ["SELECT * FROM table_changes('orders', 1)", 'sql-refused'],
  ['SELECT * FROM range(1000000)', 'sql-refused'],
  ["SELECT * FROM IDENTIFIER('orders')", 'sql-refused'],
  ['SELECT * FROM delta.`/x/y`', 'sql-refused'],
  ['SELECT * FROM csv.`s3://b/f`', 'sql-refused'],
  ['SELECT * FROM parquet.orders', 'sql-refused'],
  ['SELECT * FROM cloudFiles.`a`', 'sql-refused'],
  ['SELECT * FROM kafka.orders', 'sql-refused'],
  ['SELECT * FROM libsvm.orders', 'sql-refused'],
  ['SELECT * FROM image.orders', 'sql-refused'],
  ['SELECT * FROM hudi.orders', 'sql-refused'],
  ['SELECT * FROM `org.apache.spark.sql.execution.datasources.csv.CSVFileFormat`.orders', 'sql-refused'],
  ['SELECT * FROM `orders@v1`', 'sql-refused'],
  ['SELECT * FROM orders VERSION AS OF 1', 'sql-refused'],
  ["SELECT * FROM orders TIMESTAMP AS OF '2020-01-01'", 'sql-refused'],
  ['SELECT * FROM system.access.audit', 'sql-refused'],
  ['SELECT * FROM other.shop.orders', 'sql-refused'],
  ['SELECT * FROM information_schema.tables', 'sql-refused'],
  ["SELECT secret('s', 'k')", 'sql-refused'],
  ["SELECT reflect('java.lang.System', 'getenv', 'X')", 'sql-refused'],
  ["SELECT raise_error('x')", 'sql-refused'],
  ['SELECT current_user()', 'sql-refused'],
  ['SELECT current_user', 'sql-refused'],
  ["SELECT ai_query('m', 'x')", 'sql-refused'],
  ['SELECT shop.f(1)', 'function-refused'],
  ['SELECT explode(a) FROM orders', 'sql-refused'],
  ['SELECT * FROM orders LATERAL VIEW explode(a) t AS x', 'sql-refused'],
  ['SELECT * FROM orders TABLESAMPLE (10 PERCENT)', 'sql-refused'],
  ["COPY INTO orders FROM '/x'", 'sql-syntax'],
  ["INSERT OVERWRITE DIRECTORY '/x' SELECT 1", 'sql-syntax'],
  ['SET x = 1', 'sql-syntax'],
  ['SHOW TABLES', 'sql-syntax'],
  ['USE CATALOG system', 'sql-syntax'],
  ['SELECT 1; SELECT 2', 'virtual-many'],
  ['DELETE FROM orders', 'sql-syntax'],
  ['SELECT :x', 'sql-refused'],
  ["SELECT * FROM 'orders'", 'sql-refused'],
  ["SELECT * FROM shop.'orders'", 'sql-refused'],
  // The table is the next word.
  ['SELECT * FROM STREAM orders', 'sql-refused'],
  ['SELECT * FROM STREAM(orders)', 'sql-refused'],
  ['WITH stream AS (SELECT 1 AS a) SELECT * FROM STREAM orders', 'sql-refused'],
  ['SELECT a ->> b FROM orders', 'sql-refused'],
  ['SELECT a ~ b FROM orders', 'sql-refused'],
  // Variables are replaced before the server reads the text, even in texts.
  ["SELECT '${env:SECRET}'", 'sql-syntax'],
  ['SELECT ${x}', 'sql-syntax'],
  // The parser and the server read these texts differently.
  ["SELECT 'a\\' OR 1 -- '", 'sql-syntax'],
  ['SELECT "a"', 'sql-syntax'],
  ["SELECT r'a'", 'sql-syntax'],
  ['SELECT 1 -- a \\\n, 2', 'sql-syntax'],
  ['SELECT /*+ BROADCAST(t) */ 1', 'sql-syntax'],
  ['SELECT 1 /* a /* b */ c */', 'sql-syntax'],
])('rejects %s', async (text, code) => {
  await expect(guard.select(text)).rejects.toMatchObject({
    code: expect.stringMatching(code === 'sql-syntax' ? /^(?:sql-syntax|virtual-not-select)$/ : code),
  })
})

it('shows rows of a table by its rules', async () => {
  const rules = [{ schema: 'shop', name: 'orders', rules: [["city = 'a'"]] }]
  const { text } = await guard.select('SELECT id FROM Shop.`Orders` AS o', rules)
  expect(text).toBe(
    "SELECT id FROM (SELECT CASE WHEN `__visible` THEN `id` END AS `id`, CASE WHEN `__visible` THEN `city` END AS `city` FROM (SELECT *, (((city = 'a'\n))\n) AS `__visible` FROM Shop.`Orders`) AS `__rows` WHERE `__visible`) AS o",
  )
})

it('resolves names without a schema in that of the connection', async () => {
  expect(await grammar.homes(null)).toEqual(['shop'])
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
