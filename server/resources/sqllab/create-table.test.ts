import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#core/entity/database.ts'
import { NOON } from '#testing/app.ts'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'
import { writeDuckDB } from '#testing/duckdb-file.ts'
import { emptyDatabase } from '#testing/postgres.ts'

let fixture: DataFixture
let postgres: Awaited<ReturnType<typeof emptyDatabase>>
let remote: Database
let sales: number
beforeAll(async () => {
  fixture = await openDataFixture([], NOON)
  fixture.context.sqlQueries.start()
  await writeDuckDB(join(fixture.home, 'databases'), 'own.duckdb', [
    "CREATE TABLE sales AS SELECT * FROM (VALUES ('a', 1), ('b', 2)) t(area, amount)",
    'CREATE TABLE open_data AS SELECT 7 AS n',
    'CREATE SCHEMA scratch',
  ])
  await allow({ sqlalchemy_uri: 'duckdb:///own.duckdb' })
  sales = (await fixture.dataset({ table_name: 'sales', schema: 'main' })).id
  postgres = await emptyDatabase()
  const client = new pg.Client(postgres.url)
  await client.connect()
  await client.query("CREATE TABLE sales AS SELECT * FROM (VALUES ('a', 1), ('b', 2)) t(area, amount)")
  await client.end()
  const { store } = fixture.context
  const url = postgres.url.replace(/^postgres:/, 'postgresql:')
  const values = { backend: 'postgresql', sqlalchemy_uri: url, allow_ctas: true, allow_cvas: true }
  remote = await store.databases.create({ database_name: 'remote', ...values }, null)
})
afterAll(async () => {
  await fixture.close()
  await postgres.stop()
})

let count = 0
async function run(sql: string, more: object = {}, [username, ...roles]: readonly [string, ...string[]] = ['admin']) {
  const answer = await fixture.app.inject({
    method: 'POST',
    url: '/api/v1/sqllab/execute/',
    headers: { authorization: `Bearer ${await fixture.token(username, ...roles)}` },
    payload: { database_id: fixture.database.id, sql, client_id: `ctas${++count}`, ...more },
  })
  return { status: answer.statusCode, body: answer.json(), error: answer.json().errors?.[0] }
}
const create = (sql: string, name: string, more: object = {}, user: readonly [string, ...string[]] = ['admin']) =>
  run(sql, { select_as_cta: true, ctas_method: 'TABLE', tmp_table_name: name, ...more }, user)
const allow = (values: Partial<Database>) => fixture.context.store.databases.update(fixture.database.id, values, null)

it('CREATE TABLE AS needs a setting of the database, and CREATE VIEW AS another one', async () => {
  expect((await create('SELECT 1 AS n', 'refused')).error.error_type).toBe('DML_NOT_ALLOWED_ERROR')
  await allow({ allow_cvas: true })
  expect((await create('SELECT 1 AS n', 'refused')).status).toBe(403)
  await allow({ allow_ctas: true, allow_cvas: false })
  expect((await create('SELECT 1 AS n', 'refused', { ctas_method: 'VIEW' })).status).toBe(403)
  await allow({ allow_cvas: true })
  expect((await run('SELECT * FROM refused')).status).toBe(400)
})

const engines = [
  ['DuckDB', () => fixture.database.id, 'main'],
  ['PostgreSQL', () => remote.id, 'public'],
] as const

describe.each(engines)('tables created on %s', (_, id, schema) => {
  it('the last SELECT becomes a table or a view, and the state names which', async () => {
    const made = await create('SELECT 1; SELECT area, amount * 10 AS tenfold FROM sales', 'made', { database_id: id() })
    expect([made.status, made.body.query]).toEqual([
      200,
      expect.objectContaining({ state: 'success', ctas: true, tempTable: 'made', tempSchema: schema }),
    ])
    const view = { database_id: id(), ctas_method: 'VIEW' }
    expect((await create('SELECT SUM(tenfold) AS total FROM made', 'summed', view)).status).toBe(200)
    const rows = await run('SELECT CAST(total AS INTEGER) AS total FROM summed', { database_id: id() })
    expect(rows.body.data).toEqual([{ total: 30 }])
  })

  it('an existing name is rejected by name, and its table stays', async () => {
    const { status, error } = await create('SELECT 1 AS n', 'sales', { database_id: id() })
    expect([status, error.message]).toEqual([400, 'The table "sales" already exists'])
    expect((await run('SELECT amount FROM sales ORDER BY 1', { database_id: id() })).body.data).toEqual([
      { amount: 1 },
      { amount: 2 },
    ])
  })

  it('accepts any characters in a name, which is quoted as an identifier', async () => {
    const name = 'x" AS SELECT 1; DROP TABLE sales; --'
    const { status, body } = await create('SELECT 5 AS n', name, { database_id: id() })
    expect([status, body.query.tempTable]).toEqual([200, name])
    const quoted = `"${name.replaceAll('"', '""')}"`
    expect((await run(`SELECT n FROM ${quoted}`, { database_id: id() })).body.data).toEqual([{ n: 5 }])
    expect((await run('SELECT COUNT(*) AS n FROM sales', { database_id: id() })).body.data).toEqual([{ n: 2 }])
    for (const wrong of [' ', 'a\u0000b', 'n'.repeat(251)])
      expect((await create('SELECT 1 AS n', wrong, { database_id: id() })).status).toBe(400)
  })

  it.each([
    ['SELECT area\nFROM nowhere', 2, 6],
    ['SELECT area,\n  missing FROM sales', 2, 3],
    ['SELECT {{ 1 + 1 }} AS two, missing FROM sales', 1, 28],
  ])('the plan of invalid SQL returns the same error as running it: %j', async (sql, line, column) => {
    const body = { database_id: id(), sql }
    const answer = await fixture.app.inject({
      method: 'POST',
      url: '/api/v1/sqllab/explain/',
      headers: { authorization: `Bearer ${await fixture.token('admin')}` },
      payload: body,
    })
    const [error] = answer.json().errors
    expect([answer.statusCode, error.extra.line, error.extra.column]).toEqual([400, line, column])
    const ran = await run(sql, body)
    expect([error.error_type, error.message, error.extra.reason]).toEqual([
      ran.error.error_type,
      ran.error.message,
      ran.error.extra.reason,
    ])
  })

  it('statements other than SELECT are rejected with the errors of the reference', async () => {
    const given = { database_id: id() }
    const table = await create('SELECT 1; DROP TABLE sales', 'none', given)
    expect([table.status, table.error.error_type]).toEqual([400, 'INVALID_CTAS_QUERY_ERROR'])
    for (const sql of ['DROP TABLE sales', 'SELECT 1; SELECT 2']) {
      const view = await create(sql, 'none', { ...given, ctas_method: 'VIEW' })
      expect([view.status, view.error.error_type]).toEqual([400, 'INVALID_CVAS_QUERY_ERROR'])
    }
    expect((await run('SELECT COUNT(*) AS n FROM sales', given)).body.data).toEqual([{ n: 2 }])
  })
})

it('A table without a name is named after the user and the time', async () => {
  const { body } = await run('SELECT 1 AS n', { select_as_cta: true })
  expect([body.query.tempTable, body.query.tempSchema]).toEqual([
    `tmp_${fixture.admin.userId}_table_2024_05_01_12_00_00`,
    'main',
  ])
})

it.each(engines)('jobs and the legacy call create tables on %s, and the query history lists them', async (_, id) => {
  const older = await fixture.app.inject({
    method: 'POST',
    url: '/superset/sql_json/',
    headers: { authorization: `Bearer ${await fixture.token('admin')}` },
    payload: {
      database_id: id(),
      sql: 'SELECT 8 AS n',
      client_id: `old${id()}`,
      select_as_cta: true,
      tmp_table_name: 'older',
    },
  })
  expect([older.statusCode, older.json().query.ctas]).toEqual([200, true])
  const begun = await create('SELECT 9 AS n', 'job_made', { database_id: id(), runAsync: true })
  expect(begun.status).toBe(202)
  const rowsOf = async (table: string) => (await run(`SELECT n FROM ${table}`, { database_id: id() })).body.data
  await expect.poll(() => rowsOf('job_made'), { timeout: 30_000 }).toEqual([{ n: 9 }])
  expect(await rowsOf('older')).toEqual([{ n: 8 }])
  const listed = await fixture.app.inject({
    method: 'GET',
    url: '/api/v1/query/?q=(page_size:100,order_column:start_time,order_direction:desc)',
    headers: { authorization: `Bearer ${await fixture.token('admin')}` },
  })
  const found = listed
    .json()
    .result.filter(({ sql }: { sql: string }) => ['SELECT 8 AS n', 'SELECT 9 AS n'].includes(sql))
  const own = found.filter((each: { client_id: string }) =>
    [`old${id()}`, begun.body.query.id].includes(each.client_id),
  )
  expect(own.map((each: { status: string }) => each.status)).toEqual(['success', 'success'])
})

it.each(engines)('a stopped creation on %s leaves no table and no entry', async (name, id) => {
  const range =
    name === 'DuckDB'
      ? 'range(10000000) a(i), range(100000) b(j)'
      : 'generate_series(1, 10000000) a(i), generate_series(1, 100000) b(j)'
  const slow = `SELECT count(*) AS n FROM ${range} WHERE (i * j) % 7 = 3`
  const { body } = await create(slow, 'half', { database_id: id(), runAsync: true })
  const headers = { authorization: `Bearer ${await fixture.token('admin')}` }
  const query = async () => fixture.context.store.queries.get(body.query.queryId)
  await expect.poll(async () => (await query())?.status, { timeout: 30_000 }).toBe('running')
  const payload = { client_id: body.query.id }
  await fixture.app.inject({ method: 'POST', url: '/api/v1/query/stop', headers, payload })
  expect((await query())?.status).toBe('stopped')
  expect((await run('SELECT * FROM half', { database_id: id() })).error.error_type).toBe('GENERIC_DB_ENGINE_ERROR')
  // The name is free for the next attempt.
  expect((await create('SELECT 1 AS n', 'half', { database_id: id() })).status).toBe(200)
  const entries = await fixture.context.store.createdTables.ofDatabase(id())
  expect(entries.filter((entry) => entry.name === 'half')).toHaveLength(1)
})

it('rejects functions that read files', async () => {
  expect((await create("SELECT * FROM read_csv('/etc/passwd')", 'leak')).status).toBe(403)
  expect((await create("SELECT pg_read_file('/etc/passwd') AS x", 'leak', { database_id: remote.id })).status).toBe(403)
})

it('The schema of the request is used unless the database prescribes one', async () => {
  expect((await create('SELECT 1 AS n', 'here', { schema: 'scratch' })).body.query.tempSchema).toBe('scratch')
  expect((await create('SELECT 1 AS n', 'nowhere', { schema: 'unknown' })).status).toBe(400)
  await allow({ force_ctas_schema: 'scratch' })
  expect((await create('SELECT 1 AS n', 'there', { schema: 'main' })).body.query.tempSchema).toBe('scratch')
  await allow({ force_ctas_schema: null })
  expect((await run('SELECT n FROM scratch.there')).body.data).toEqual([{ n: 1 }])
})

it('rejects changes of the database of the examples', async () => {
  for (const file of ['examples.duckdb', '.%2Fexamples.duckdb']) {
    const values = { backend: 'duckdb', sqlalchemy_uri: `duckdb:///${file}`, allow_ctas: true }
    const { id } = await fixture.context.store.databases.create({ database_name: file, ...values }, null)
    const { error } = await create('SELECT 1 AS n', 'refused', { database_id: id })
    expect(error.message).toBe('Tables and views cannot be created in the database of the examples')
  }
})

it('A row rule on a source rejects the creation and hides what others created from it', async () => {
  const { store } = fixture.context
  const rival = ['rival', 'Alpha', 'sql_lab'] as const
  await create('SELECT area, amount FROM sales', 'copied')
  await create('SELECT amount FROM copied', 'copied_again')
  await create('SELECT area FROM sales', 'watched', { ctas_method: 'VIEW' })
  await create('SELECT n FROM open_data', 'harmless')
  const read = async (table: string) => (await run(`SELECT COUNT(*) AS n FROM ${table}`, {}, rival)).body.data
  expect([await read('copied'), await read('watched')]).toEqual([[{ n: 2 }], [{ n: 2 }]])
  const role = await store.roles.byName('Alpha')
  const rule = { filter_type: 'Regular', clause: "area = 'a'", tables: [sales], roles: [role?.id as number] } as const
  await store.rowRules.create({ name: 'alpha', ...rule }, null)

  for (const table of ['copied', 'copied_again', 'watched', 'main."COPIED"']) {
    const { status, error } = await run(`SELECT * FROM ${table}`, {}, rival)
    expect([status, error?.message]).toEqual([403, expect.stringContaining('row-level security applies to you')])
  }
  expect([await read('harmless'), await read('sales')]).toEqual([[{ n: 1 }], [{ n: 1 }]])
  for (const ctas_method of ['TABLE', 'VIEW']) {
    const { status, error } = await create('SELECT * FROM sales', 'leak', { ctas_method }, rival)
    expect([status, error.message]).toEqual([
      403,
      'Tables and views cannot be created from sales: row-level security applies to you there',
    ])
  }
  expect((await run('SELECT COUNT(*) AS n FROM copied')).body.data).toEqual([{ n: 2 }])

  const dataset = await fixture.dataset({ table_name: 'copied', schema: 'main' })
  const chart = await fixture.app.inject({
    method: 'POST',
    url: '/api/v1/chart/data',
    headers: { authorization: `Bearer ${await fixture.token(...rival)}` },
    payload: { datasource: { id: dataset.id, type: 'table' }, queries: [{ columns: ['area'], metrics: [] }] },
  })
  expect([chart.statusCode, chart.body.includes('"b"')]).toEqual([403, false])
})
