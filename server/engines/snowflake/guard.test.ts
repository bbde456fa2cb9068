import { afterAll, beforeAll, expect, it } from 'vitest'
import { openRecordedSnowflake, type RecordedSnowflake } from '#testing/snowflake-driver.ts'
import { Guard } from '#server/sql/guard.ts'
import type { Grammar, TableColumn } from '../engine.ts'
import { dialect } from './dialect.ts'

const column = (name: string) =>
  ({ name, type: 'NUMBER(38,0)', logical: 'integer', generic: 0, nullable: true }) as TableColumn

let home: RecordedSnowflake
let grammar: Grammar
let guard: Guard
beforeAll(async () => {
  home = await openRecordedSnowflake()
  ;({ grammar } = await home.connect())
  guard = new Guard({ grammar, shape: () => Promise.resolve([column('ID'), column('CITY')]) }, dialect)
})
afterAll(() => home.remove())

it.each([
  'SELECT "a b" AS x, t."c""d" FROM web."Orders" AS t ORDER BY 1 DESC LIMIT 10 OFFSET 5',
  'SELECT a FROM shop.web.orders',
  "SELECT a:b.c::string, a:b[0], CAST(a AS NUMBER(10,2)), TRY_CAST(b AS DATE), 'it''s', 'it\\'s' FROM orders",
  "SELECT DATE_TRUNC('week', a), DATEDIFF(day, a, b), IFF(a > 1, 2, 3), NVL(a, 0) FROM orders",
  "SELECT LISTAGG(a, ',') WITHIN GROUP (ORDER BY a) FROM orders GROUP BY b HAVING COUNT(*) > 1",
  'WITH c AS (SELECT a FROM orders) SELECT c.a FROM c LEFT JOIN u ON u.a = c.a',
  'SELECT a FROM orders QUALIFY ROW_NUMBER() OVER (PARTITION BY a ORDER BY b) = 1 -- a comment',
])('accepts %s', async (text) => {
  await expect(guard.select(text)).resolves.toMatchObject({ text })
})

it.each([
  ['SELECT $1 FROM @stage/file.csv', 'sql-syntax'],
  ['COPY INTO @stage FROM orders', 'sql-syntax'],
  ["COPY INTO 's3://b/f' FROM orders", 'sql-syntax'],
  ['PUT file:///etc/passwd @stage', 'sql-syntax'],
  ['GET @stage file:///tmp', 'sql-syntax'],
  ['LIST @stage', 'sql-syntax'],
  ['SELECT * FROM TABLE(RESULT_SCAN(LAST_QUERY_ID()))', 'sql-refused'],
  ["SELECT * FROM TABLE('orders')", 'sql-refused'],
  ["SELECT * FROM IDENTIFIER('orders')", 'sql-refused'],
  ['SELECT * FROM orders, LATERAL FLATTEN(input => orders.a)', 'sql-refused'],
  ['SELECT SYSTEM$CANCEL_QUERY(1)', 'sql-syntax'],
  ["SELECT GET_DDL('table', 'orders')", 'sql-refused'],
  ['SELECT CURRENT_USER()', 'sql-refused'],
  ['SELECT CURRENT_USER', 'sql-refused'],
  ['SELECT CURRENT_ROLE', 'sql-refused'],
  ["SELECT GETVARIABLE('X')", 'sql-refused'],
  ['SELECT web.f(1)', 'function-refused'],
  // A function with a quoted name is one of the database.
  ['SELECT "abs"(1)', 'sql-refused'],
  ['SELECT * FROM INFORMATION_SCHEMA.TABLES', 'sql-refused'],
  ['SELECT * FROM "INFORMATION_SCHEMA".TABLES', 'sql-refused'],
  ['SELECT * FROM other.web.orders', 'sql-refused'],
  ['SELECT * FROM "shop".web.orders', 'sql-refused'],
  ['SELECT * FROM shop..orders', 'sql-refused'],
  ['SELECT * FROM SNOWFLAKE.ACCOUNT_USAGE.USERS', 'sql-refused'],
  ['SELECT * FROM orders AT(OFFSET => -60)', 'sql-refused'],
  ['SELECT * FROM orders SAMPLE (10)', 'sql-refused'],
  ['SHOW TABLES', 'sql-syntax'],
  ['CALL p()', 'sql-syntax'],
  ["EXECUTE IMMEDIATE 'SELECT 1'", 'sql-syntax'],
  ['USE ROLE ACCOUNTADMIN', 'sql-syntax'],
  ['SELECT 1; SELECT 2', 'virtual-many'],
  ['DELETE FROM orders', 'sql-syntax'],
  ['SHOW TABLES ->> SELECT * FROM $1', 'sql-syntax'],
  // A chain runs any statement after a SELECT.
  ['SELECT 1 ->> TRUNCATE orders', 'sql-syntax'],
  ['SELECT 1 ->> DELETE FROM orders', 'sql-syntax'],
  ['SELECT 1 ->> USE other', 'sql-syntax'],
  ['SELECT 1 ->> SHOW USERS', 'sql-syntax'],
  ["SELECT 1 ->> EXECUTE IMMEDIATE FROM 'x'", 'sql-syntax'],
  ['SELECT a <=> b FROM orders', 'sql-refused'],
  ['SELECT a := 1 FROM orders', 'sql-refused'],
  ['WITH order\u017f AS (SELECT 1 AS a) SELECT a FROM orders', 'sql-syntax'],
  ["SELECT * FROM 'orders'", 'sql-refused'],
  ["SELECT * FROM web.'orders'", 'sql-refused'],
  ["SELECT * FROM 'snow://x/y'", 'sql-refused'],
  ['SELECT :1', 'sql-refused'],
  // The parser and the server read these texts differently.
  ["SELECT 1 // it's", 'sql-syntax'],
  ['SELECT 1 # 2', 'sql-syntax'],
  ["SELECT $$'$$, 1", 'sql-syntax'],
  ['SELECT `a`', 'sql-syntax'],
  ['SELECT 1 /* a /* b */', 'sql-syntax'],
])('rejects %s', async (text, code) => {
  await expect(guard.select(text)).rejects.toMatchObject({
    code: expect.stringMatching(code === 'sql-syntax' ? /^(?:sql-syntax|virtual-not-select)$/ : code),
  })
})

it('names the position of a chain of statements, also in an expression', async () => {
  const message = 'Chains of statements (->>) are not allowed'
  expect(await grammar.inspect('SELECT 1 ->> TRUNCATE orders')).toMatchObject({ ok: false, message, position: 9 })
  await expect(guard.expression('1 ->> TRUNCATE', 'column')).rejects.toMatchObject({ code: 'clause-wrong' })
  await expect(guard.select("SELECT '->>' AS a FROM orders -- ->>")).resolves.toBeDefined()
})

it('compares names as Snowflake does: in capitals unless they are quoted', async () => {
  const tables = async (text: string) => {
    const found = await grammar.inspect(text)
    return found.ok ? found.tables : []
  }
  expect(await tables('SELECT 1 FROM web.orders, Web."Orders", ORDERS')).toEqual([
    { schema: 'WEB', name: 'ORDERS' },
    { schema: 'WEB', name: 'Orders' },
    { schema: null, name: 'ORDERS' },
  ])
  // The quoted name of an expression is not that of the table.
  expect(await tables('WITH "orders" AS (SELECT 1 AS a) SELECT a FROM orders')).toEqual([
    { schema: null, name: 'ORDERS' },
  ])
  expect(await tables('WITH orders AS (SELECT 1 AS a) SELECT a FROM "ORDERS"')).toEqual([])
})

it('shows rows of a table by its rules', async () => {
  const rules = [{ schema: 'WEB', name: 'ORDERS', rules: [["CITY = 'a'"]] }]
  const { text } = await guard.select('SELECT id FROM web.orders AS o', rules)
  expect(text).toBe(
    `SELECT id FROM (SELECT CASE WHEN "__visible" THEN "ID" END AS "ID", CASE WHEN "__visible" THEN "CITY" END AS "CITY" FROM (SELECT *, (((CITY = 'a'\n))\n) AS "__visible" FROM web.orders) AS "__rows" WHERE "__visible") AS o`,
  )
})

it.each([
  ['web', 'orders', 'SELECT id FROM orders AS o', 'orders'],
  ['WEB', 'Orders', 'SELECT id FROM web.orders AS o', 'web.orders'],
  [null, 'orders', 'SELECT id FROM "Web"."Orders" AS o', '"Web"."Orders"'],
  ['public', 'orders', 'SELECT id FROM ORDERS AS o', 'ORDERS'],
])('applies the rules of %s.%s in %s: names are compared without case', async (schema, name, text, table) => {
  const rules = [{ schema, name, rules: [["CITY = 'a'"]] }]
  expect((await guard.select(text, rules)).text).toContain(`(((CITY = 'a'\n))\n) AS "__visible" FROM ${table})`)
})

it('reads the columns of a table with rules by its stored name', async () => {
  const texts: string[] = []
  const shape = ({ text }: { readonly text: string }) => (texts.push(text), Promise.resolve([column('ID')]))
  const rules = [{ schema: 'web', name: 'orders', rules: [['ID = 1']] }]
  await new Guard({ grammar, shape }, dialect).select('SELECT ID FROM web."Orders"', rules)
  expect(texts).toContain('SELECT * FROM "WEB"."Orders" WHERE ((ID = 1\n))')
})

it('resolves names without a schema in that of the connection, and then in PUBLIC', async () => {
  expect(await grammar.homes(null)).toEqual(['WEB', 'PUBLIC'])
  expect(await grammar.homes('Other')).toEqual(['OTHER'])
})
