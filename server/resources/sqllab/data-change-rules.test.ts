import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#core/entity/database.ts'
import { NOON } from '#testing/app.ts'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'
import { writeDuckDB } from '#testing/duckdb-file.ts'
import { emptyDatabase } from '#testing/postgres.ts'

const SETUP = [
  'CREATE TABLE sales (area VARCHAR(20) PRIMARY KEY, amount INTEGER)',
  "INSERT INTO sales VALUES ('a', 1), ('b', 2)",
  'CREATE TABLE free (area VARCHAR(20), amount INTEGER)',
  'CREATE TABLE totals (area VARCHAR(20), amount INTEGER)',
  "INSERT INTO totals VALUES ('a', 10)",
  'CREATE TABLE linked (area VARCHAR(20) REFERENCES sales (area))',
  'CREATE VIEW sales_view AS SELECT * FROM sales',
]

let fixture: DataFixture
let other: DataFixture
let postgres: Awaited<ReturnType<typeof emptyDatabase>>
let remote: Database
const datasets = new Map<number, number>()
const totals = new Map<number, number>()
beforeAll(async () => {
  fixture = await openDataFixture([], NOON)
  const { store } = fixture.context
  await writeDuckDB(join(fixture.home, 'databases'), 'own.duckdb', SETUP)
  const on = { allow_dml: true, allow_ctas: true, allow_cvas: true }
  await store.databases.update(fixture.database.id, { sqlalchemy_uri: 'duckdb:///own.duckdb', ...on }, null)
  postgres = await emptyDatabase()
  const client = new pg.Client(postgres.url)
  await client.connect()
  for (const statement of SETUP) await client.query(statement)
  await client.end()
  const url = postgres.url.replace(/^postgres:/, 'postgresql:')
  const values = { database_name: 'remote', backend: 'postgresql', sqlalchemy_uri: url, ...on }
  remote = await store.databases.create(values, null)
  other = await openDataFixture([], NOON, {}, { peer: fixture })
  const role = (await store.roles.byName('Alpha'))?.id as number
  for (const [database_id, schema] of [
    [fixture.database.id, 'main'],
    [remote.id, 'public'],
  ] as const) {
    const columns = [
      { column_name: 'area', type: 'VARCHAR' },
      { column_name: 'amount', type: 'INTEGER' },
    ]
    const metrics = [{ metric_name: 'total', expression: 'SUM(amount)' }]
    const make = (table_name: string, sql?: string) =>
      store.datasets.create({ database_id, table_name, schema, columns, metrics, ...(sql && { sql }) }, null)
    const { id } = await make('sales')
    datasets.set(database_id, id)
    totals.set(database_id, (await make('totals')).id)
    const virtual = await make('virtual_totals', 'SELECT * FROM totals')
    const rule = { filter_type: 'Regular', clause: "area = 'a'", roles: [role] } as const
    await store.rowRules.create({ name: `sales ${id}`, ...rule, tables: [id] }, null)
    await store.rowRules.create({ name: `virtual ${id}`, ...rule, tables: [virtual.id] }, null)
  }
})
afterAll(async () => {
  await other.close()
  await fixture.close()
  await postgres.stop()
})

const RULED = ['ruled', 'Alpha', 'sql_lab'] as const
const ADMIN = ['admin'] as const

let count = 0
async function run(id: number, sql: string, user: readonly [string, ...string[]] = ADMIN, more: object = {}) {
  const answer = await fixture.app.inject({
    method: 'POST',
    url: '/api/v1/sqllab/execute/',
    headers: { authorization: `Bearer ${await fixture.token(...user)}` },
    payload: { database_id: id, sql, client_id: `rule${++count}`, ...more },
  })
  const body = answer.json()
  return { status: answer.statusCode, body, message: body.errors?.[0]?.message }
}

async function total(server: DataFixture, id: number) {
  const { body, statusCode } = await server.app.inject({
    method: 'POST',
    url: '/api/v1/chart/data',
    headers: { authorization: `Bearer ${await server.token('admin')}` },
    payload: { datasource: { id: totals.get(id), type: 'table' }, queries: [{ columns: [], metrics: ['total'] }] },
  })
  return [statusCode, JSON.parse(body).result?.[0]?.data]
}

const engines = [
  ['DuckDB', () => fixture.database.id],
  ['PostgreSQL', () => remote.id],
] as const

describe.each(engines)('A row rule on a table of %s', (name, id) => {
  it('rejects statements that read or write the table in any form, by its name', async () => {
    const schema = name === 'DuckDB' ? 'main' : 'public'
    const statements = [
      "INSERT INTO sales VALUES ('c', 3)",
      'UPDATE sales SET amount = 0',
      `DELETE FROM ${schema}."sales"`,
      'TRUNCATE sales',
      'DROP TABLE sales',
      'ALTER TABLE sales RENAME TO opened',
      'ALTER TABLE sales DROP COLUMN area',
      "MERGE INTO sales USING (SELECT 'a' AS area) s ON s.area = sales.area WHEN MATCHED THEN UPDATE SET amount = 0",
      'INSERT INTO free SELECT * FROM sales',
      'WITH x AS (SELECT * FROM sales) INSERT INTO free SELECT * FROM x',
      'INSERT INTO free WITH x AS (SELECT * FROM sales) SELECT * FROM x',
      'INSERT INTO free SELECT * FROM (SELECT * FROM sales) AS x',
      'UPDATE free SET amount = (SELECT MAX(amount) FROM sales)',
      'UPDATE free SET amount = s.amount FROM sales s',
      'DELETE FROM free USING sales WHERE sales.area = free.area',
      'DELETE FROM free WHERE area IN (SELECT area FROM sales)',
      'MERGE INTO free USING sales s ON s.area = free.area WHEN NOT MATCHED THEN INSERT VALUES (s.area, s.amount)',
      'CREATE TABLE opened AS SELECT * FROM sales',
      'CREATE OR REPLACE VIEW opened AS SELECT * FROM sales',
      `INSERT INTO free SELECT * FROM {{ dataset(${datasets.get(id())}) }}`,
      ...(name === 'DuckDB' ? ['INSERT INTO free FROM sales', 'CREATE OR REPLACE TABLE opened AS FROM SALES'] : []),
    ]
    for (const sql of statements) {
      const { status, message } = await run(id(), sql, RULED)
      expect([sql, status, message]).toEqual([
        sql,
        403,
        expect.stringMatching(/row-level security applies to you.*sales/),
      ])
    }
    const virtual = await run(id(), "INSERT INTO free SELECT '{{ current_username() }}', 1", RULED)
    expect([virtual.status, virtual.message]).toEqual([403, expect.stringContaining('virtual_totals')])
    expect((await run(id(), 'SELECT COUNT(*) AS n, SUM(amount) AS s FROM sales')).body.data).toEqual([{ n: 2, s: 3 }])
    expect((await run(id(), 'SELECT COUNT(*) AS n FROM free')).body.data).toEqual([{ n: 0 }])
  })

  it('rejects views, foreign keys and CASCADE, and other tables can be changed', async () => {
    for (const sql of [
      'INSERT INTO free SELECT * FROM sales_view',
      "INSERT INTO linked VALUES ('b')",
      'DROP TABLE free CASCADE',
    ]) {
      const { status, message } = await run(id(), sql, RULED)
      expect([sql, status, message]).toEqual([sql, 403, expect.stringContaining('may reach other tables')])
    }
    const { status, body } = await run(id(), "INSERT INTO free VALUES ('x', 1)", RULED)
    expect([status, body.query?.extra.statements[0].changedRows]).toEqual([200, 1])
    expect((await run(id(), 'DELETE FROM free', RULED)).status).toBe(200)
  })

  it('rows that are copied from the table stay hidden until the copy is dropped', async () => {
    const read = async (table: string) => (await run(id(), `SELECT COUNT(*) AS n FROM ${table}`, RULED)).status
    await run(id(), 'CREATE TABLE target (area VARCHAR(20), amount INTEGER)')
    await run(id(), 'CREATE VIEW over_target AS SELECT * FROM target')
    expect([await read('target'), await read('over_target')]).toEqual([200, 200])
    await run(id(), 'INSERT INTO target SELECT * FROM sales')
    expect([await read('target'), await read('over_target')]).toEqual([403, 403])
    expect((await run(id(), 'DROP TABLE target', RULED)).status).toBe(403)
    await run(id(), 'DELETE FROM target')
    expect(await read('target')).toBe(403)
    await run(id(), 'DROP VIEW over_target; ALTER TABLE target RENAME TO moved')
    expect(await read('moved')).toBe(403)
    await run(id(), 'DROP TABLE moved; CREATE TABLE moved (n INTEGER)')
    expect(await read('moved')).toBe(200)
    await run(id(), 'DROP TABLE moved')
    const entries = await fixture.context.store.createdTables.ofDatabase(id())
    expect(entries.filter((entry) => ['moved', 'over_target'].includes(entry.name))).toEqual([])
  })

  it('a failed copy hides no rows, and a repeated one is stored once', async () => {
    await run(id(), 'CREATE TABLE again (area VARCHAR(20), amount INTEGER NOT NULL)')
    expect((await run(id(), 'INSERT INTO again SELECT area, NULL FROM sales')).status).toBe(400)
    expect((await run(id(), 'SELECT * FROM again', RULED)).status).toBe(200)
    for (const _ of [1, 2]) await run(id(), 'INSERT INTO again SELECT * FROM sales')
    const entries = await fixture.context.store.createdTables.ofDatabase(id())
    expect(entries.filter((entry) => entry.name === 'again')).toHaveLength(1)
    await run(id(), 'DROP TABLE again')
  })

  it('an entry of a table that was dropped outside ends when its name is used again', async () => {
    const { store } = fixture.context
    const schema = name === 'DuckDB' ? 'main' : 'public'
    const entry = { database_id: id(), schema, method: 'TABLE', user_id: null, sources: ['sales'] } as const
    for (const lost of ['lost', 'lost_too']) await store.createdTables.add({ ...entry, name: lost })
    await run(id(), 'CREATE TABLE lost (n INTEGER)')
    await run(id(), 'SELECT 1 AS n', ADMIN, { select_as_cta: true, ctas_method: 'TABLE', tmp_table_name: 'lost_too' })
    for (const table of ['lost', 'lost_too'])
      expect((await run(id(), `SELECT COUNT(*) AS n FROM ${table}`, RULED)).status).toBe(200)
  })

  it('charts show the change at once, on a second server as well', async () => {
    const servers = name === 'DuckDB' ? [fixture] : [fixture, other]
    for (const server of servers) expect(await total(server, id())).toEqual([200, [{ total: 10 }]])
    await run(id(), "UPDATE totals SET amount = 11 WHERE area = 'a'")
    for (const server of servers) expect(await total(server, id())).toEqual([200, [{ total: 11 }]])
    await run(id(), 'ALTER TABLE totals DROP COLUMN amount')
    for (const server of servers) expect((await total(server, id()))[0]).toBe(400)
    const headers = { authorization: `Bearer ${await fixture.token('admin')}` }
    const url = `/api/v1/dataset/${totals.get(id())}/refresh`
    const refreshed = await fixture.app.inject({ method: 'PUT', url, headers })
    expect([refreshed.statusCode, refreshed.body.includes('amount')]).toEqual([200, true])
    await run(id(), 'DROP TABLE totals CASCADE')
    expect((await total(fixture, id()))[0]).toBe(400)
    const schema = name === 'DuckDB' ? 'main' : 'public'
    const table = `/api/v1/database/${id()}/table/totals/${schema}/`
    expect((await fixture.app.inject({ method: 'GET', url: table, headers })).statusCode).toBe(404)
  })
})
