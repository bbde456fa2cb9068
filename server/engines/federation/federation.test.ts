import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Guard } from '#server/sql/guard.ts'
import { mariadbUri, startMariaDB, type MariaDB } from '#testing/mariadb.ts'
import { startPostgres, type Postgres } from '#testing/postgres.ts'
import type { Attachable, Connection, EngineStorage, Settings } from '../engine.ts'
import { engineNamed } from '../index.ts'
import { createSql } from '../sql.ts'
import { federation } from './index.ts'

const PASSWORD = 'extremely-secret'
const SIGNAL = new AbortController().signal

let root: string
let storage: EngineStorage
let postgres: Postgres
let admin: pg.Client
let mariadb: MariaDB
let connection: Connection
const stored = new Map<number, Attachable>()

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'facet-federation-'))
  for (const folder of ['home/databases', 'data']) mkdirSync(join(root, folder), { recursive: true })
  const file = join(root, 'data/shop.sqlite')
  const shop = new DatabaseSync(file)
  shop.exec(`CREATE TABLE orders (id INTEGER, customer INTEGER, amount REAL);
    INSERT INTO orders VALUES (1, 1, 10.5), (2, 2, 4), (9007199254740993, 1, 1);
    CREATE VIEW large AS SELECT * FROM orders WHERE amount > 5`)
  shop.close()
  postgres = await startPostgres()
  admin = new pg.Client({ connectionString: postgres.url })
  admin.on('error', () => {})
  await admin.connect()
  await admin.query(`CREATE ROLE reader LOGIN PASSWORD '${PASSWORD}';
    CREATE TABLE customers (id INT PRIMARY KEY, name TEXT, since TIMESTAMPTZ, tags TEXT[], rate NUMERIC(20, 4));
    INSERT INTO customers VALUES (1, 'Ana', '2024-01-31 10:00Z', '{a,b}', 1.5), (2, 'Bob', NULL, NULL, NULL);
    ALTER ROLE reader SET standard_conforming_strings = off;
    CREATE TABLE hits (n INT);
    CREATE FUNCTION hit() RETURNS INT LANGUAGE sql VOLATILE AS 'INSERT INTO hits VALUES (1); SELECT 1';
    CREATE VIEW hitting AS SELECT hit() AS n;
    CREATE SCHEMA "Old data"; CREATE TABLE "Old data".notes (note TEXT); INSERT INTO "Old data".notes VALUES ('old');
    GRANT ALL ON ALL TABLES IN SCHEMA public TO reader;
    GRANT USAGE ON SCHEMA "Old data" TO reader; GRANT SELECT ON "Old data".notes TO reader`)
  mariadb = await startMariaDB()
  const maria = await mariadb.connect()
  await maria.query('CREATE DATABASE places')
  await maria.query('CREATE TABLE places.cities (id INT, city VARCHAR(20))')
  await maria.query("INSERT INTO places.cities VALUES (1, 'Oslo'), (2, 'Rome')")
  await maria.end()
  const store = (id: number, name: string, engine: string, settings: Settings) =>
    stored.set(id, { name, engine, settings, impersonates: false, isTunneled: false })
  store(1, 'Shop', 'sqlite', { file })
  const port = Number(new URL(postgres.url).port)
  const account = { host: 'localhost', port, database: 'postgres', username: 'reader', password: PASSWORD }
  store(2, 'Customers', 'postgresql', account)
  store(3, 'Places', 'mysql', engineNamed('mysql')?.parseUri(mariadbUri(mariadb, 'places')) ?? {})
  store(4, 'Down', 'postgresql', { ...account, port: 1 })
  store(5, 'Metadata', 'postgresql', { ...account, host: '169.254.169.254' })
  store(6, 'Verified', 'postgresql', { ...account, sslmode: 'verify-full' })
  store(7, 'Outside', 'sqlite', { file: '/etc/passwd' })
  store(8, 'Server', 'mysql', { ...stored.get(3)?.settings, database: 'mysql' })
  storage = {
    directory: join(root, 'home/databases'),
    dataDirectories: [join(root, 'data')],
    extensions: process.env['FACET_TEST_EXTENSIONS'],
    attachable: (id) => Promise.resolve(stored.get(id)),
  }
  connection = await federation.connect({ databases: 'shop:1, crm:2, geo:3, old:2:Old data' }, storage)
})
afterAll(async () => {
  await connection.close()
  await admin.end()
  await postgres.stop()
  await mariadb.stop()
  rmSync(root, { recursive: true, force: true })
})

async function rowsOf(text: string, columns: number, guarded = true): Promise<readonly unknown[][]> {
  const sql = guarded ? await new Guard(connection, federation.dialect).statement(text) : createSql(text, [], text)
  const labels = Array.from({ length: columns }, (_, index) => `c${index}`)
  const table = await connection.table(sql, { signal: SIGNAL, maxRows: 100, labels })
  return Array.from({ length: table.rowCount }, (_, row) => table.columns.map(({ values }) => values[row]))
}
const failure = (work: Promise<unknown>) =>
  work.then(
    (result) => ({ code: 'none', message: JSON.stringify(result) }),
    (error: unknown) => ({ code: String((error as { code?: string }).code), message: (error as Error).message }),
  )

it('lists the tables and columns of each database', async () => {
  expect(await connection.schemas()).toEqual(['shop', 'crm', 'geo', 'old'])
  const listed = async (schema: string) => (await connection.tables(schema)).map(({ name, kind }) => `${kind} ${name}`)
  expect(await listed('shop')).toEqual(['view large', 'table orders'])
  expect(await listed('crm')).toEqual(['table customers', 'table hits', 'view hitting'])
  expect(await listed('geo')).toEqual(['table cities'])
  expect(await listed('old')).toEqual(['table notes'])
  expect(await listed('facet_a0')).toEqual([])
  const columns = await connection.columns('crm', 'customers')
  expect(columns.map(({ name, type }) => `${name} ${type}`)).toEqual([
    'id INTEGER',
    'name VARCHAR',
    'since TIMESTAMP WITH TIME ZONE',
    'tags VARCHAR[]',
    'rate DECIMAL(20,4)',
  ])
  expect(await connection.columns('crm', 'nosuch')).toEqual([])
  expect(await connection.tableMetadata('shop', 'nosuch')).toBeUndefined()
})

it('joins tables of SQLite, PostgreSQL and MariaDB with exact values', async () => {
  const joined = `SELECT c.name, g.city, SUM(o.amount), MAX(o.id) FROM shop.orders o
    JOIN crm.customers c ON c.id = o.customer JOIN facet.GEO.cities g ON g.id = c.id GROUP BY 1, 2 ORDER BY 1`
  expect(await rowsOf(joined, 4)).toEqual([
    ['Ana', 'Oslo', 11.5, '9007199254740993'],
    ['Bob', 'Rome', 4, 2],
  ])
  expect(await rowsOf('SELECT * FROM crm.customers ORDER BY id LIMIT 1', 5)).toEqual([
    [1, 'Ana', Date.UTC(2024, 0, 31, 10), '["a","b"]', 1.5],
  ])
  expect(await rowsOf('SELECT note FROM old.notes', 1)).toEqual([['old']])
})

it.each(['shop.orders', 'crm.customers', 'geo.cities'])('counts, sorts and limits the rows of %s', async (table) => {
  expect(await rowsOf(`SELECT COUNT(*), MIN(id) FROM ${table}`, 2)).toEqual([[table === 'shop.orders' ? 3 : 2, 1]])
  expect(await rowsOf(`SELECT id FROM ${table} WHERE id < 3 ORDER BY id DESC LIMIT 1`, 1)).toEqual([[2]])
  expect(await rowsOf(`SELECT COUNT(DISTINCT id) FROM ${table} WHERE id = 1 OR id IS NULL`, 1)).toEqual([[1]])
})

it.each([
  'city = VALUE',
  "city IN (VALUE, 'x')",
  'city BETWEEN VALUE AND VALUE',
  'city LIKE VALUE',
  'starts_with(city, VALUE)',
])('never runs a value with a backslash as SQL of MariaDB: %s', async (condition) => {
  for (const value of ["\\' OR 1=1 -- ", '\\', "\\\\' OR 1=1 -- "]) {
    const text = condition.replaceAll('VALUE', `'${value.replaceAll("'", "''")}'`)
    expect(await rowsOf(`SELECT id FROM geo.cities WHERE ${text}`, 1)).toEqual([])
  }
})

it('never runs a value with a backslash as SQL of PostgreSQL, whose role has other string literals', async () => {
  const value = "'\\'' OR 1=1) TO STDOUT (FORMAT \"binary\") -- '"
  for (const condition of [`name = ${value}`, `name IN (${value}, 'x')`, `name BETWEEN ${value} AND ${value}`])
    expect(await rowsOf(`SELECT id, name FROM crm.customers WHERE ${condition}`, 2)).toEqual([])
  expect(await rowsOf("SELECT id FROM crm.customers WHERE name = 'Ana'", 1)).toEqual([[1]])
})

it('reads the present columns after a change of a table', async () => {
  await admin.query('CREATE TABLE changing AS SELECT 1 AS a; GRANT SELECT ON changing TO reader')
  expect(await rowsOf('SELECT * FROM crm.changing', 1)).toEqual([[1]])
  await admin.query('ALTER TABLE changing ADD COLUMN b INT DEFAULT 7')
  expect((await connection.columns('crm', 'changing')).map(({ name }) => name)).toEqual(['a', 'b'])
  expect(await rowsOf('SELECT b FROM crm.changing', 1)).toEqual([[7]])
})

it('allows no writes, also not by a view of the database', async () => {
  expect((await failure(rowsOf('SELECT * FROM crm.hitting', 1))).message).toContain('read-only transaction')
  expect((await admin.query('SELECT * FROM hits')).rows).toEqual([])
})

it.each([
  "SELECT * FROM sqlite_scan('/etc/passwd', 'x')",
  "SELECT * FROM sqlite_query('facet_a0', 'SELECT 1')",
  "SELECT * FROM postgres_query('facet_a1', 'SELECT 1')",
  "SELECT * FROM postgres_scan('host=localhost', 'public', 'customers')",
  "SELECT * FROM postgres_scan_pushdown('host=localhost', 'public', 'customers')",
  "SELECT * FROM postgres_execute('facet_a1', 'SELECT 1')",
  "SELECT * FROM mysql_query('facet_a2', 'SELECT 1')",
  "SELECT * FROM mysql_execute('facet_a2', 'SELECT 1')",
  "SELECT * FROM postgres_attach('host=localhost')",
  "SELECT * FROM sqlite_attach('/etc/passwd')",
  "SELECT * FROM postgres_configure_pool('facet_a1')",
  "SELECT * FROM read_postgres_binary('/etc/passwd')",
  'SELECT * FROM pg_clear_cache()',
  "SELECT * FROM read_csv('/etc/passwd')",
  "SELECT * FROM '/etc/passwd'",
  'SELECT * FROM duckdb_databases()',
  'SELECT * FROM duckdb_secrets()',
  'SELECT * FROM shop.duckdb_databases',
  'SELECT * FROM shop.sqlite_master',
  'SELECT * FROM information_schema.tables',
  'SELECT * FROM facet_a1.public.customers',
  'SELECT * FROM facet_a0.orders',
  'SELECT * FROM customers',
  "ATTACH 'x.sqlite' AS x (TYPE sqlite)",
  'CALL pg_clear_cache()',
  'USE facet_a1',
  'DETACH facet_a1',
  'SET pg_debug_show_queries = true',
  'SELECT * FROM crm.customers; SELECT 1',
  "COPY (SELECT 1) TO '/tmp/x'",
])('rejects %s in the guard, and again in the process', async (text) => {
  for (const isGuarded of [true, false]) {
    const { code, message } = await failure(rowsOf(text, 1, isGuarded))
    expect([isGuarded, code]).not.toEqual([isGuarded, 'none'])
    expect(message).not.toContain(PASSWORD)
    expect(message).not.toContain(root)
  }
})

it('shows no path, account or password in plans, arguments of processes and errors', async () => {
  const guard = new Guard(connection, federation.dialect)
  const sql = await guard.statement('SELECT * FROM shop.orders o JOIN crm.customers c ON o.customer = c.id')
  const plan = JSON.stringify(await connection.plan(sql, SIGNAL))
  expect(plan).toContain('customers')
  expect(plan).not.toContain(root)
  expect(plan).not.toMatch(/extremely|localhost|127\.0\.0\.1|reader/)
  expect(execFileSync('ps', ['ax', '-o', 'args']).toString()).not.toContain(PASSWORD)
})

it.each([
  ['down:4', 'attached-failed'],
  ['meta:5', 'connection-link-local'],
  ['tls:6', 'attached-tls'],
  ['out:7', 'data-file-outside'],
  ['server:8', 'connection-database'],
  ['crm:2:pg_catalog', 'connection-database'],
])('rejects %s with %s', async (databases, code) => {
  const found = await failure(federation.connect({ databases }, storage))
  expect(found.code).toBe(code)
  expect(found.message).not.toMatch(/extremely|reader/)
})

it('rejects a changed extension', async () => {
  const extensions = join(root, 'changed')
  mkdirSync(extensions)
  const name = 'sqlite_scanner.duckdb_extension'
  copyFileSync(join(String(storage.extensions), name), join(extensions, name))
  const bytes = readFileSync(join(extensions, name))
  bytes.writeUInt8(bytes.readUInt8(500_000) ^ 1, 500_000)
  writeFileSync(join(extensions, name), bytes)
  const error = await federation.connect({ databases: 'shop:1' }, { ...storage, extensions }).catch((caught) => caught)
  expect(error).toMatchObject({
    code: 'extension-unusable',
    args: [expect.anything(), expect.anything(), 'its signature is missing or invalid'],
  })
})

it('stops a query with its signal, and reads other databases while one is down', async () => {
  const slow = new Guard(connection, federation.dialect).statement(
    'SELECT COUNT(*) FROM range(100000000000) r(i) JOIN shop.orders o ON hash(i) = o.id',
  )
  const run = { signal: AbortSignal.timeout(500), maxRows: 1, labels: ['n'] }
  await expect(connection.table(await slow, run)).rejects.toThrow(/timeout|aborted/)
  await postgres.halt('QUIT')
  expect(await failure(rowsOf('SELECT * FROM crm.customers', 5))).toMatchObject({ code: 'attached-failed' })
  expect(await rowsOf('SELECT COUNT(*) FROM geo.cities', 1)).toEqual([[2]])
})
