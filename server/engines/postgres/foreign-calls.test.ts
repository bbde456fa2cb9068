import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { functionAllowlist } from '#core/entity/allowed-functions.ts'
import { Guard } from '#server/sql/guard.ts'
import { emptyDatabase } from '#testing/postgres.ts'
import type { Connection } from '../engine.ts'
import { postgresql } from './index.ts'

let server: Awaited<ReturnType<typeof emptyDatabase>>
let connection: Connection | undefined
/** The same database with the schema `wide` before `public` in the search path. */
let wide: Connection | undefined

/** Objects that a database user may have created, all with the same aim: to read the only row of `vault`. */
const statements = [
  'CREATE TABLE t (a INTEGER, b TEXT)',
  'CREATE TABLE date (day INTEGER, total INTEGER, single INTEGER)',
  "CREATE TABLE vault AS SELECT 'SECRET'::text AS v",
  "CREATE FUNCTION leak() RETURNS SETOF vault LANGUAGE sql AS 'SELECT * FROM vault'",
  "CREATE FUNCTION total(t) RETURNS text LANGUAGE sql AS 'SELECT v FROM vault'",
  "CREATE FUNCTION single() RETURNS text LANGUAGE sql AS 'SELECT v FROM vault'",
  "CREATE FUNCTION lower(integer) RETURNS text LANGUAGE sql AS 'SELECT v FROM vault'",
  "CREATE FUNCTION joined(text, text) RETURNS text LANGUAGE sql AS 'SELECT v FROM vault'",
  'CREATE OPERATOR <+> (LEFTARG = text, RIGHTARG = text, FUNCTION = joined)',
  'CREATE SCHEMA wide',
  'CREATE OPERATOR wide.- (LEFTARG = text, RIGHTARG = text, FUNCTION = joined)',
  "CREATE FUNCTION wide.upper(integer) RETURNS text LANGUAGE sql AS 'SELECT v FROM vault'",
  "CREATE FUNCTION read_vault(integer) RETURNS boolean LANGUAGE sql AS 'SELECT count(*) > 0 FROM vault'",
  'CREATE DOMAIN checked AS integer CHECK (read_vault(value))',
  "CREATE TYPE mood AS ENUM ('good')",
  'CREATE TYPE pair AS (one integer, two integer)',
  'CREATE EXTENSION IF NOT EXISTS citext',
  'CREATE EXTENSION IF NOT EXISTS pg_trgm',
  'CREATE TABLE names (name citext)',
]

beforeAll(async () => {
  server = await emptyDatabase()
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
  const storage = { directory: '/nowhere' }
  connection = await postgresql.connect(postgresql.parseUri(server.url) ?? {}, storage)
  wide = await postgresql.connect(postgresql.parseUri(`${server.url}?schema=wide`) ?? {}, storage)
}, 60_000)
afterAll(async () => {
  await connection?.close()
  await wide?.close()
  await server.stop()
})

async function judged(text: string, extra: object = {}, database = connection): Promise<string> {
  if (!database) throw new Error('There is no connection')
  const guard = new Guard(database, postgresql.dialect, functionAllowlist(JSON.stringify(extra)))
  try {
    await guard.select(text)
    return 'passed'
  } catch (error) {
    const { code, args } = error as { readonly code?: string; readonly args?: readonly string[] }
    return `${code}: ${args?.join()}`
  }
}

it.each([
  ['SELECT leak()', 'function-refused: public.leak'],
  ['SELECT (leak()).v', 'function-refused: public.leak'],
  ['SELECT public.leak()', 'function-refused: public.leak'],
  ['SELECT postgres.public.leak()', 'function-refused: public.leak'],
  ['SELECT * FROM leak()', 'function-refused: public.leak'],
  ['SELECT * FROM ROWS FROM (generate_series(1, 2), leak())', 'function-refused: public.leak'],
  ['SELECT pg_temp.leak()', 'function-refused: pg_temp.leak'],
  ['SELECT nosuch(a) FROM t', 'function-refused: nosuch'],
  // A function with the name of a built-in one may be the better match.
  ['SELECT lower(a) FROM t', 'function-refused: public.lower'],
  ['SELECT pg_catalog.lower(b) FROM t', 'passed'],
  // By the name of a column that the table lacks.
  ['SELECT t.total FROM t', 'function-refused: public.total'],
  ['SELECT (t).total FROM t', 'function-refused: public.total'],
  ['SELECT date.single FROM date', 'passed'],
  ["SELECT ('3'::int).checked", 'function-refused: public.checked'],
  ["SELECT ('pg_authid'::text).regclass", 'sql-refused: regclass'],
  ['SELECT b <+> b FROM t', 'function-refused: public.<+>'],
  ['SELECT b OPERATOR(public.<+>) b FROM t', 'function-refused: public.<+>'],
  ['SELECT b OPERATOR(wide.-) b FROM t', 'function-refused: wide.-'],
  ['SELECT a OPERATOR(pg_catalog.-) a, a - 1 FROM t', 'passed'],
  ['SELECT a FROM t ORDER BY a USING OPERATOR(wide.-)', 'function-refused: wide.-'],
  ['SELECT a FROM t WHERE b OPERATOR(wide.-) ANY (SELECT b FROM t)', 'function-refused: wide.-'],
  ['SELECT a::checked FROM t', 'function-refused: public.checked'],
  ["SELECT CAST('(1,2)' AS public.pair)", 'function-refused: public.pair'],
  ["SELECT checked '3'", 'function-refused: public.checked'],
  ["SELECT checked('3')", 'function-refused: public.checked'],
  ["SELECT * FROM jsonb_to_record('{}') AS r(a public.checked)", 'function-refused: public.checked'],
  ["SELECT JSON_VALUE(b, '$' RETURNING public.checked) FROM t", 'function-refused: public.checked'],
  ["SELECT 'pg_authid'::regclass", 'sql-refused: regclass'],
  ["SELECT 'x'::nosuch", 'function-refused: nosuch'],
  ["SELECT 'good'::mood, 'good'::public.mood, '{good}'::mood[]", 'passed'],
  // A table has a type with its name, which does not replace the built-in one.
  ["SELECT '2024-01-01'::date, date '2024-01-01', date(now()) FROM date", 'passed'],
  ['SELECT a FROM t TABLESAMPLE public.leak (1)', 'sql-refused: TABLESAMPLE public.leak'],
  // Overloads added by extensions are called by the built-in name.
  ["SELECT MAX(name), REPLACE(name, 'a', 'b') FROM names WHERE name = 'a' AND name LIKE 'b%'", 'passed'],
  ['SELECT a % 2 FROM t', 'passed'],
  ['SELECT similarity(b, b) FROM t', 'function-refused: public.similarity'],
  ["SELECT 'x'::citext", 'function-refused: public.citext'],
  ['SELECT CURRENT_USER', 'sql-refused: CURRENT_USER'],
  ['SELECT USER, SESSION_USER', 'sql-refused: USER'],
  ['SELECT CURRENT_SCHEMA, CURRENT_CATALOG', 'sql-refused: CURRENT_SCHEMA'],
  ['SELECT CURRENT_DATE, CURRENT_TIMESTAMP(3), LOCALTIME', 'passed'],
  ["SELECT * FROM XMLTABLE('/a' PASSING b COLUMNS c integer)", 'sql-refused: RangeTableFunc'],
  ['SELECT version()', 'sql-refused: version'],
  ['SELECT * FROM information_schema.tables', 'sql-refused: tables'],
])('the functions and types that the database defines for %s: %s', async (text, expected) => {
  expect(await judged(text)).toBe(expected)
})

it('resolves names by the search path of the connection', async () => {
  expect(await judged("SELECT b - b, upper('a') FROM t")).toBe('passed')
  expect(await judged('SELECT b - b FROM public.t', {}, wide)).toBe('function-refused: wide.-')
  expect(await judged('SELECT upper(1) FROM public.t', {}, wide)).toBe('function-refused: wide.upper')
  expect(await judged('SELECT leak()', {}, wide)).toBe('function-refused: leak')
})

it('allows a listed function, a listed schema, and listed functions of the server', async () => {
  expect(await judged('SELECT leak()', { allowed_functions: ['public.leak'] })).toBe('passed')
  expect(await judged('SELECT (public.leak()).v', { allowed_functions: ['public.leak'] })).toBe('passed')
  expect(await judged('SELECT * FROM leak()', { allowed_functions: ['public.leak'] })).toBe('passed')
  expect(await judged('SELECT a::checked, b <+> b FROM t', { allowed_functions: ['public.*'] })).toBe('passed')
  expect(await judged('SELECT b OPERATOR(wide.-) b FROM t', { allowed_functions: ['public.*'] })).toBe(
    'function-refused: wide.-',
  )
  expect(await judged('SELECT hashtext(b) FROM t')).toBe('function-refused: hashtext')
  expect(await judged('SELECT hashtext(b) FROM t', { allowed_functions: ['pg_catalog.hashtext'] })).toBe('passed')
  const all = { allowed_functions: ['pg_catalog.*', 'public.*'] }
  expect(await judged('SELECT pg_sleep(1)', all)).toBe('sql-refused: pg_sleep')
  expect(await judged("SELECT query_to_xml('SELECT 1', true, true, '')", all)).toBe('sql-refused: query_to_xml')
  expect(await judged('SELECT 1::regrole', all)).toBe('sql-refused: regrole')
})
