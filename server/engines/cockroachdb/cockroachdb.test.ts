import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { shiftedWeeks, timeGrains } from '#core/time/grains.ts'
import { toRecords } from '#core/table/table.ts'
import { type EngineFixture, openEngineFixture } from '#testing/engine-fixtures.ts'
import { truncate } from '#testing/truncate-time.ts'
import { compatibleEngine, postgresql, PROCESS_CANCELLATION } from '../postgres/index.ts'
import { cockroachDialect } from './index.ts'

const TIMES = ['2021-08-15 13:47:38.5', '1965-02-28 23:59:59.999', '2100-12-31 23:59:59', '1899-12-31 00:00:00']

/** The connection and the dialect of CockroachDB on a server of PostgreSQL, which has all of their SQL but this. */
const engine = compatibleEngine({
  dialect: { ...cockroachDialect, parseTime: (pattern) => postgresql.dialect.parseTime(pattern) },
  cancellation: PROCESS_CANCELLATION,
  absentSettings: [],
  ambiguityIn: (text) => (/(?<!\w)b'/i.test(text) ? text.indexOf('\\') : -1),
})

let fixture: EngineFixture
beforeAll(async () => {
  fixture = await openEngineFixture(engine, [
    'CREATE TABLE sales (id INT PRIMARY KEY, big BIGINT, city VARCHAR(20), doc JSON, tags TEXT[], price NUMERIC(38, 2))',
    "COMMENT ON TABLE sales IS 'all sales'",
    "COMMENT ON COLUMN sales.city IS 'where'",
    `INSERT INTO sales VALUES (1, 9007199254740993, 'a', '{"k": 1}', '{x,y}', 12345678901234567890.5),
      (2, NULL, 'b', NULL, NULL, NULL), (3, 5, 'a', NULL, '{}', 1)`,
    'CREATE VIEW seen AS SELECT id FROM sales',
    'CREATE TABLE many AS SELECT n, md5(n::text) AS h FROM generate_series(1, 20000) AS g(n)',
    'CREATE SCHEMA other',
    'CREATE TABLE other.t AS SELECT 1 AS id',
    'CREATE FUNCTION abs(a TEXT) RETURNS TEXT LANGUAGE SQL AS $$ SELECT a $$',
    'CREATE TABLE moments (i INT, ts TIMESTAMP)',
    `INSERT INTO moments VALUES ${TIMES.map((time, index) => `(${index}, '${time}')`).join(', ')}`,
  ])
})
afterAll(() => fixture.close())

const SIGNAL = new AbortController().signal

async function rowsOf(text: string, labels: readonly string[], maxRows = 100) {
  const sql = await fixture.guard.statement(text)
  return fixture.connection.table(sql, { signal: SIGNAL, maxRows, labels })
}

it('returns exact values in order, in both forms', async () => {
  const labels = ['id', 'big', 'city', 'doc', 'tags', 'price']
  const text = 'SELECT id, big, city, doc, tags, price FROM sales ORDER BY id DESC'
  const table = await rowsOf(text, labels)
  expect(table.columns.map(({ values }) => values)).toEqual([
    [3, 2, 1],
    [5, null, '9007199254740993'],
    ['a', 'b', 'a'],
    [null, null, '{"k": 1}'],
    ['[]', null, '["x","y"]'],
    [1, null, '12345678901234567890.50'],
  ])
  const sql = await fixture.guard.statement(text)
  const { data } = await fixture.connection.bytes(sql, 'rows', { signal: SIGNAL, maxRows: 100, labels })
  expect(JSON.parse(Buffer.from(data).toString())).toEqual(toRecords(table))
})

it('cancels a statement after the requested rows, and rejects results of more bytes', async () => {
  const few = await rowsOf('SELECT n FROM many ORDER BY n', ['n'], 3)
  expect(few.columns[0]?.values).toEqual([1, 2, 3])
  const sql = await fixture.guard.statement('SELECT h FROM many')
  const limited = { signal: SIGNAL, maxRows: 20_000, maxBytes: 5000, labels: ['h'] }
  const failed = await fixture.connection.table(sql, limited).catch((error: unknown) => engine.explain(error))
  expect(failed).toMatchObject({ code: 'result-too-large' })
})

it('ends an aborted statement in the server', async () => {
  const sql = await fixture.guard.statement('SELECT COUNT(*) FROM many a, many b, many c WHERE a.h > b.h')
  const abort = new AbortController()
  setTimeout(() => abort.abort(new Error('left')), 200)
  const running = fixture.connection.table(sql, { signal: abort.signal, maxRows: 1, labels: ['n'] })
  await expect(running).rejects.toThrow('left')
  await vi.waitFor(async () => expect(await fixture.idle()).toBe(true))
})

it('scans all rows in chunks', async () => {
  const sql = await fixture.guard.statement('SELECT n FROM many ORDER BY n')
  const seen: unknown[] = []
  await fixture.connection.scan(sql, { signal: SIGNAL, maxRows: 20_000, labels: ['n'] }, async ({ columns }) => {
    seen.push(...(columns[0]?.values ?? []))
  })
  expect([seen.length, seen[0], seen.at(-1)]).toEqual([20_000, 1, 20_000])
})

it('describes schemas, tables, columns and statements', async () => {
  const { connection } = fixture
  expect(await connection.schemas()).toEqual(['public', 'other'])
  expect(await connection.tables('public')).toEqual([
    { name: 'many', kind: 'table' },
    { name: 'moments', kind: 'table' },
    { name: 'sales', kind: 'table' },
    { name: 'seen', kind: 'view' },
  ])
  expect(await connection.findTables?.('public', { text: 'S', limit: 2, offset: 0 })).toEqual({
    count: 3,
    tables: [
      { name: 'sales', kind: 'table' },
      { name: 'seen', kind: 'view' },
    ],
  })
  expect((await connection.columns('public', 'sales')).map(({ type, logical }) => [type, logical])).toEqual([
    ['INTEGER', 'integer'],
    ['BIGINT', 'integer'],
    ['VARCHAR(20)', 'text'],
    ['JSON', 'opaque'],
    ['TEXT[]', 'list'],
    ['NUMERIC(38,2)', 'decimal'],
  ])
  expect(await connection.tableMetadata('public', 'sales')).toMatchObject({
    comment: 'all sales',
    columnComments: { city: 'where' },
    primaryKey: { name: 'sales_pkey', columns: ['id'] },
    isDerived: false,
  })
  expect(await connection.tableMetadata('public', 'nosuch')).toBeUndefined()
  const sql = await fixture.guard.statement('SELECT city, COUNT(*) AS n FROM sales GROUP BY city')
  expect((await connection.shape(sql)).map(({ name, type, logical }) => [name, type, logical])).toEqual([
    ['city', 'VARCHAR(20)', 'text'],
    ['n', 'BIGINT', 'integer'],
  ])
  const plan = await connection.plan(sql, SIGNAL)
  expect([plan.name, plan.children[0]?.name]).toEqual(['HashAggregate', 'Seq Scan on sales'])
  expect(plan.detail).toBe('Group Key: city')
  expect(plan.cost).toBeGreaterThan(0)
})

it.each([
  ['SELECT * FROM postgres.public.sales', 'sql-refused'],
  ['SELECT * FROM otherdb.sales', 'sql-refused'],
  ['SELECT * FROM crdb_internal.tables', 'sql-refused'],
  ['SELECT * FROM pg_class', 'sql-refused'],
  [String.raw`SELECT b'\' OR 1=1 --'`, 'sql-syntax'],
  ['SELECT ABS(city) FROM sales', 'function-refused'],
  ['SELECT pg_sleep(1)', 'sql-refused'],
  ['DELETE FROM sales', 'virtual-not-select'],
])('rejects %s', async (text, code) => {
  await expect(fixture.guard.select(text)).rejects.toMatchObject({ code })
})

it('reads tables of other schemas of the database, and applies row rules', async () => {
  expect((await rowsOf('SELECT id FROM other.t', ['id'])).columns[0]?.values).toEqual([1])
  const rules = [{ schema: null, name: 'sales', rules: [["city = 'a'"]] }]
  const sql = await fixture.guard.statement('SELECT id FROM sales ORDER BY id', rules)
  const table = await fixture.connection.table(sql, { signal: SIGNAL, maxRows: 10, labels: ['id'] })
  expect(table.columns[0]?.values).toEqual([1, 3])
})

it('runs in read-only transactions', async () => {
  const sql = { ...(await fixture.guard.statement('SELECT 1')), text: 'DELETE FROM sales' }
  const run = { signal: SIGNAL, maxRows: 1, labels: [] }
  const failed = await fixture.connection.table(sql, run).catch((error: unknown) => engine.explain(error))
  expect(failed).toMatchObject({ code: 'dml-refused' })
})

it('buckets times by every grain as the calendar does', async () => {
  const moments = TIMES.map((time) => Date.parse(`${time.replace(' ', 'T')}Z`))
  const weeks = shiftedWeeks.map(([code]) => code)
  for (const code of [...timeGrains.map((grain) => grain.code), ...weeks, 'P7D', 'PT0.5H', 'P0.25Y']) {
    if (code === null) continue
    const bucket = cockroachDialect.grains[code]?.replaceAll('{col}', 'ts')
    const [column] = (await rowsOf(`SELECT ${bucket} FROM moments ORDER BY i`, ['bucket'])).columns
    expect([code, column?.type, column?.values]).toEqual([code, 2, moments.map((instant) => truncate(instant, code))])
  }
})
