import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#core/entity/database.ts'
import { NOON } from '#testing/app.ts'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'
import { writeDuckDB } from '#testing/duckdb-file.ts'
import { emptyDatabase } from '#testing/postgres.ts'

const SETUP = [
  'CREATE TABLE stock (item VARCHAR(20), amount INTEGER)',
  "INSERT INTO stock VALUES ('a', 1), ('b', 2), ('c', 3)",
  'CREATE TABLE notes (item VARCHAR(20), amount INTEGER)',
  'CREATE VIEW stock_view AS SELECT * FROM stock',
]

let fixture: DataFixture
let postgres: Awaited<ReturnType<typeof emptyDatabase>>
let remote: Database
beforeAll(async () => {
  fixture = await openDataFixture([], NOON)
  fixture.context.sqlQueries.start()
  await writeDuckDB(join(fixture.home, 'databases'), 'own.duckdb', SETUP)
  await fixture.context.store.databases.update(fixture.database.id, { sqlalchemy_uri: 'duckdb:///own.duckdb' }, null)
  postgres = await emptyDatabase()
  await onPostgres(SETUP)
  const url = postgres.url.replace(/^postgres:/, 'postgresql:')
  remote = await fixture.context.store.databases.create(
    { database_name: 'remote', backend: 'postgresql', sqlalchemy_uri: url },
    null,
  )
})
afterAll(async () => {
  await fixture.close()
  await postgres.stop()
})

async function onPostgres(statements: readonly string[]): Promise<void> {
  const client = new pg.Client(postgres.url)
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

const engines = [
  ['DuckDB', () => fixture.database.id],
  ['PostgreSQL', () => remote.id],
] as const

const allow = async (id: number, allow_dml: boolean) => {
  await fixture.context.store.databases.update(id, { allow_dml }, null)
}

let count = 0
async function run(id: number, sql: string, more: object = {}, user: readonly [string, ...string[]] = ['admin']) {
  const answer = await fixture.app.inject({
    method: 'POST',
    url: '/api/v1/sqllab/execute/',
    headers: { authorization: `Bearer ${await fixture.token(...user)}` },
    payload: { database_id: id, sql, client_id: `dml${++count}`, ...more },
  })
  const body = answer.json()
  return { status: answer.statusCode, body, error: body.errors?.[0] }
}

const rows = async (id: number, sql: string) => (await run(id, sql)).body.data
const amounts = (id: number) => rows(id, 'SELECT item, amount FROM stock ORDER BY 1')
const ALL = [
  { item: 'a', amount: 1 },
  { item: 'b', amount: 2 },
  { item: 'c', amount: 3 },
]

/** Statements in order, with their type and the number of rows they change. */
const WRITES = [
  ['INSERT', "INSERT INTO stock VALUES ('d', 4), ('e', 5)", 2],
  ['INSERT', 'INSERT INTO stock (item) SELECT item FROM stock WHERE amount > 1', 4],
  ['UPDATE', 'UPDATE stock SET amount = amount + 1 WHERE amount > 2', 3],
  ['DELETE', 'WITH least AS (SELECT 1 AS n) DELETE FROM stock WHERE amount IN (SELECT n FROM least)', 1],
  [
    'MERGE',
    "MERGE INTO stock USING (SELECT 'b' AS item) s ON stock.item = s.item WHEN MATCHED THEN UPDATE SET amount = 9",
    2,
  ],
  ['CREATE TABLE', "CREATE TABLE made (n INTEGER PRIMARY KEY, m VARCHAR(3) DEFAULT upper('x'), CHECK (n > 0))", null],
  ['CREATE VIEW', 'CREATE OR REPLACE VIEW made_view AS SELECT item FROM stock', null],
  ['ALTER', 'ALTER TABLE notes ADD COLUMN extra INTEGER', null],
  ['ALTER', 'ALTER TABLE notes RENAME COLUMN extra TO more', null],
  ['ALTER', 'ALTER TABLE notes DROP COLUMN more', null],
  ['DROP', 'DROP VIEW IF EXISTS made_view', null],
  ['DROP', 'DROP TABLE made', null],
] as const

/** Statements that no setting allows; those of one engine are a syntax error in the other. */
const REFUSED = [
  'CREATE FUNCTION f() RETURNS INT AS $$ SELECT 1 $$ LANGUAGE sql',
  "COPY stock TO '/tmp/facet-copy.csv'",
  "ATTACH '/tmp/facet-attached.duckdb' AS x",
  'CREATE SECRET s (TYPE s3)',
  'CREATE EXTENSION dblink',
  'INSTALL httpfs',
  "LOAD 'httpfs'",
  'CREATE MACRO f() AS 1',
  'GRANT ALL ON stock TO PUBLIC',
  'PRAGMA database_list',
  'TRUNCATE stock; DROP DATABASE x',
  "INSERT INTO stock (item) SELECT pg_read_file('/etc/passwd')",
  "INSERT INTO stock (item) SELECT content FROM read_text('/etc/passwd')",
  "INSERT INTO stock (item) FROM '/etc/passwd'",
  "INSERT INTO stock (item) SELECT * FROM query('SELECT 1')",
  "INSERT INTO stock (item) SELECT * FROM query_table('notes')",
  "UPDATE stock SET item = getenv('HOME')",
  "UPDATE stock SET item = current_setting('x')",
  "ALTER TABLE stock ADD COLUMN x VARCHAR(9) DEFAULT current_setting('x')",
  'INSERT INTO stock (item) SELECT usename FROM pg_user',
  'INSERT INTO stock (item) SELECT table_name FROM information_schema.tables',
  'WITH x AS (DELETE FROM stock RETURNING *) INSERT INTO notes SELECT * FROM x',
  'DELETE FROM stock RETURNING *',
  'INSERT INTO pg_catalog.pg_class SELECT 1',
]

it('The database of the examples is never changed', async () => {
  const values = { backend: 'duckdb', sqlalchemy_uri: 'duckdb:///examples.duckdb', allow_dml: true }
  const { id } = await fixture.context.store.databases.create({ database_name: 'copy of examples', ...values }, null)
  const { status, error } = await run(id, 'CREATE TABLE n (n INTEGER)')
  expect([status, error.message]).toEqual([403, 'The database of the examples cannot be changed'])
})

it('only SELECT statements of DuckDB can be the source of a table', async () => {
  await allow(fixture.database.id, true)
  const copied = await run(fixture.database.id, 'CREATE OR REPLACE TABLE copied AS FROM stock')
  const added = await run(
    fixture.database.id,
    'INSERT INTO copied SELECT * EXCLUDE (amount), [7][1] FROM stock LIMIT 0',
  )
  expect([copied.status, added.status]).toEqual([200, 200])
})

describe.each(engines)('Data changes on %s', (name, id) => {
  const reset = async () => {
    await allow(id(), true)
    await run(id(), "TRUNCATE stock; INSERT INTO stock VALUES ('a', 1), ('b', 2), ('c', 3)")
  }
  beforeEach(reset)

  it('report the number of changed rows by statement, and no result', async () => {
    for (const [command, sql, changed] of WRITES) {
      const { status, body } = await run(id(), sql)
      expect([sql, status, body.data, body.columns, body.query?.rows]).toEqual([sql, 200, [], [], null])
      expect(body.query.extra.statements).toEqual([
        expect.objectContaining({ state: 'success', command, changedRows: changed, resultsKey: null }),
      ])
    }
    // b twice 9, c 4, d 5, e 6; the copies of c, d and e have no amount.
    const sums = await rows(id(), 'SELECT COUNT(*) AS n, COUNT(amount) AS m, SUM(amount) AS s FROM stock')
    expect(sums).toEqual([{ n: 8, m: 5, s: 33 }])
  })

  it('rejects them with the error of Superset while the switch is off', async () => {
    await allow(id(), false)
    for (const [, sql] of [...WRITES, [0, 'TRUNCATE stock'] as const]) {
      const { status, error } = await run(id(), sql)
      expect([sql, status, error?.error_type]).toEqual([sql, 403, 'DML_NOT_ALLOWED_ERROR'])
    }
    expect(await amounts(id())).toEqual(ALL)
  })

  it('need SQL Lab and access to the database', async () => {
    const { store } = fixture.context
    const schema = name === 'DuckDB' ? 'main' : 'public'
    const database = await store.databases.get(id())
    const role = await store.roles.create({ name: `Schema of ${name}` }, null)
    await store.roles.setPairs(role.id, [['schema_access', `[${database?.database_name}].[${schema}]`]])
    const users = [
      ['gamma', 'Gamma'],
      ['lab', 'Gamma', 'sql_lab'],
      [`schema${id()}`, 'Gamma', 'sql_lab', role.name],
      ['alone', 'Alpha'],
    ] as const
    for (const user of users) {
      const { status } = await run(id(), 'TRUNCATE stock', {}, user)
      expect([user[0], [401, 403, 404].includes(status)]).toEqual([user[0], true])
    }
    expect(await amounts(id())).toEqual(ALL)
    expect((await run(id(), 'DELETE FROM stock WHERE amount = 3', {}, ['writer', 'Alpha', 'sql_lab'])).status).toBe(200)
  })

  it('change only rows of tables and views', async () => {
    for (const sql of REFUSED) {
      const { status, body } = await run(id(), sql)
      expect([sql, status >= 400 && status < 500, body.data]).toEqual([sql, true, undefined])
    }
    const left = await rows(id(), 'SELECT COUNT(*) AS n FROM stock')
    // The statement before the rejected one is committed.
    expect(left).toEqual([{ n: 0 }])
  })

  it('run in order, each saved by itself, until one fails', async () => {
    const { status, error, body } = await run(
      id(),
      'DELETE FROM stock WHERE amount = 1; DELETE FROM none; DELETE FROM stock',
    )
    expect([status, error.message.slice(0, 22), body.data]).toEqual([400, '[Statement 2 out of 3]', undefined])
    expect(await amounts(id())).toEqual(ALL.slice(1))
  })

  it('run in the background and by the older call', async () => {
    const headers = { authorization: `Bearer ${await fixture.token('admin')}` }
    const payload = { database_id: id(), sql: 'DELETE FROM stock WHERE amount = 1', client_id: `old${++count}` }
    const older = await fixture.app.inject({ method: 'POST', url: '/superset/sql_json/', headers, payload })
    expect(older.statusCode).toBe(200)
    const background = {
      ...payload,
      sql: 'DELETE FROM stock WHERE amount = 2',
      client_id: `job${++count}`,
      runAsync: true,
    }
    expect(
      (await fixture.app.inject({ method: 'POST', url: '/api/v1/sqllab/execute/', headers, payload: background }))
        .statusCode,
    ).toBe(202)
    await expect.poll(() => amounts(id()), { timeout: 30_000 }).toEqual(ALL.slice(2))
  })

  it('runs them once if the server of the job stopped while they ran', async () => {
    const { store } = fixture.context
    const sql = 'SELECT 1; DELETE FROM stock WHERE amount = 1'
    const statement = { sql, rows: null, limited: false, resultsKey: null, startDttm: NOON, endDttm: null, errors: [] }
    const statements = [
      { ...statement, index: 0, sql: 'SELECT 1', start: 0, end: 8, state: 'success', endDttm: NOON },
      {
        ...statement,
        index: 1,
        sql: 'DELETE FROM stock WHERE amount = 1',
        start: 10,
        end: sql.length,
        state: 'running',
      },
    ]
    const query = await store.queries.create(
      {
        client_id: `gone${id()}`,
        database_id: id(),
        schema: null,
        tab_name: null,
        sql,
        executed_sql: null,
        status: 'running',
        row_limit: 10,
        start_time: NOON,
        sql_editor_id: null,
        progress: 50,
        extra_json: JSON.stringify({ statements, templateParams: null }),
      },
      fixture.admin.userId,
    )
    const job = { kind: 'sql_query', payload: JSON.stringify({ id: query.id }), user_id: fixture.admin.userId }
    await store.jobs.enqueue(job)
    const ended = async () => (await store.queries.get(query.id))?.error_message ?? ''
    await expect.poll(ended, { timeout: 30_000 }).toContain('it is not run again')
    expect(await amounts(id())).toEqual(ALL)
  })

  it('lists them in the query history', async () => {
    await run(id(), 'DELETE FROM stock WHERE amount = 2')
    const headers = { authorization: `Bearer ${await fixture.token('admin')}` }
    const listed = await fixture.app.inject({
      method: 'GET',
      url: '/api/v1/query/?q=(order_column:start_time,order_direction:desc,page_size:100)',
      headers,
    })
    const found = listed.json().result.find(({ sql }: { sql: string }) => sql === 'DELETE FROM stock WHERE amount = 2')
    expect(found?.status).toBe('success')
  })
})
