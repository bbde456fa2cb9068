import { writeFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { printRison } from '#core/rest/rison.ts'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'
import { type Postgres, startPostgres } from '#testing/postgres.ts'

const PASSWORD = 'p@ss:w/rd% ?#'
const path = '/api/v1/database'

let fixture: TestApp
let admin: Client
let server: Postgres
let port: number

/** Requires the password for `guarded`. */
async function guard(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ hba_file: string }>('SHOW hba_file')
  const rules = ['host all guarded 127.0.0.1/32 scram-sha-256', 'host all all 127.0.0.1/32 trust']
  writeFileSync(rows[0]?.hba_file ?? '', `${rules.join('\n')}\n`)
  await client.query('SELECT pg_reload_conf()')
}

beforeAll(async () => {
  server = await startPostgres()
  port = Number(new URL(server.url).port)
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  await client.query(`CREATE ROLE guarded LOGIN PASSWORD ${client.escapeLiteral(PASSWORD)}`)
  await client.query('CREATE SCHEMA sales')
  await client.query('CREATE TABLE sales.orders (id INTEGER PRIMARY KEY, ds DATE, amount NUMERIC(10,2))')
  await client.query("COMMENT ON TABLE sales.orders IS 'What was bought'")
  await client.query("COMMENT ON COLUMN sales.orders.amount IS 'In euros'")
  await client.query("INSERT INTO sales.orders VALUES (1, '2024-01-02', 9.99)")
  await client.query('CREATE TABLE sales."Days; of ☃" (ds DATE, n INTEGER) PARTITION BY RANGE (ds)')
  await client.query(
    `CREATE TABLE sales.part PARTITION OF sales."Days; of ☃" FOR VALUES FROM ('2024-02-01') TO ('2024-03-01')`,
  )
  await client.query('CREATE TABLE public.salaries (name TEXT, amount INTEGER)')
  await client.query('GRANT USAGE ON SCHEMA sales TO guarded')
  await client.query('GRANT SELECT ON ALL TABLES IN SCHEMA sales TO guarded')
  await guard(client)
  await client.end()
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
})
afterAll(async () => {
  await fixture.close()
  await server.stop()
})

const parameters = (change: object = {}) => ({
  host: '127.0.0.1',
  port,
  database: 'postgres',
  username: 'guarded',
  password: PASSWORD,
  ...change,
})
const form = (change: object = {}) => ({
  engine: 'postgresql',
  configuration_method: 'dynamic_form',
  parameters: parameters(change),
})
const validate = (body: unknown) => admin.post(`${path}/validate_parameters/`, body)

it('B-CONN-02: the engines are listed with their forms, PostgreSQL first', async () => {
  const { databases } = (await admin.get(`${path}/available/`)).json()
  expect(databases.map(({ engine, preferred }: Record<string, unknown>) => [engine, preferred])).toEqual([
    ['postgresql', true],
    ['redshift', false],
    ['doris', false],
    ['clickhouse', false],
    ['cockroachdb', false],
    ['databricks', false],
    ['duckdb', false],
    ['bigquery', false],
    ['federation', false],
    ['lakehouse', false],
    ['mssql', false],
    ['mysql', false],
    ['s3', false],
    ['datafiles', false],
    ['snowflake', false],
    ['sqlite', false],
    ['starrocks', false],
    ['timescaledb', false],
    ['trino', false],
    ['yugabytedb', false],
  ])
  expect(databases[0]).toMatchObject({
    name: 'PostgreSQL',
    default_driver: 'postgresql',
    engine_information: { is_driver_installed: true, is_verified: true, supports_cost_estimate: true },
    sqlalchemy_uri_placeholder: 'postgresql://user:password@host:port/dbname[?key=value&key=value...]',
    parameters: {
      type: 'object',
      required: ['database', 'host', 'port', 'username'],
      properties: {
        host: { type: 'string' },
        port: { type: 'integer', minimum: 0, maximum: 65_536 },
        password: { type: 'string', nullable: true },
        query: { type: 'object', description: 'Additional parameters' },
        encryption: { type: 'boolean' },
      },
    },
  })
})

describe('validating parameters', () => {
  it('B-CONN-03: returns OK for valid parameters', async () => {
    const answer = await validate(form())
    expect([answer.statusCode, answer.json()]).toEqual([200, { message: 'OK' }])
  })

  it.each<[string, object, string, object]>([
    [
      'the missing fields, sorted',
      { username: '', database: ' ' },
      'CONNECTION_MISSING_PARAMETERS_ERROR',
      { missing: ['database', 'username'] },
    ],
    [
      'a host without an address',
      { host: 'nowhere.invalid' },
      'CONNECTION_INVALID_HOSTNAME_ERROR',
      { invalid: ['host'] },
    ],
    ['a port that is not a number', { port: 'http' }, 'CONNECTION_INVALID_PORT_ERROR', { invalid: ['port'] }],
    ['a port out of range', { port: 70_000 }, 'CONNECTION_INVALID_PORT_ERROR', { invalid: ['port'] }],
    ['a closed port', { port: 1 }, 'CONNECTION_PORT_CLOSED_ERROR', { invalid: ['port'] }],
    [
      'a database that does not exist',
      { database: 'nosuch' },
      'CONNECTION_UNKNOWN_DATABASE_ERROR',
      { invalid: ['database'], engine_name: 'PostgreSQL' },
    ],
    [
      'a wrong password',
      { password: 'a guess' },
      'CONNECTION_INVALID_PASSWORD_ERROR',
      { invalid: ['username', 'password'] },
    ],
    [
      'a user who does not exist',
      { username: 'nobody' },
      'CONNECTION_INVALID_USERNAME_ERROR',
      { invalid: ['username'] },
    ],
  ])('B-CONN-03: reports %s', async (_, change, error_type, extra) => {
    const answer = await validate(form(change))
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors[0]).toMatchObject({ error_type, extra })
    expect(answer.body).not.toContain('a guess')
    expect(answer.body).not.toContain(PASSWORD)
  })

  it('B-CONN-03: reports missing and wrong fields at once, with their severity', async () => {
    const { errors } = (await validate(form({ username: undefined, host: 'nowhere.invalid' }))).json()
    expect(errors).toMatchObject([
      { level: 'warning', message: 'One or more parameters are missing: username' },
      { level: 'error', message: "The hostname provided can't be resolved." },
    ])
  })

  it('B-CONN-03: names the invalid field of the body', async () => {
    const answer = await validate({ engine: 'postgresql', parameters: {} })
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors[0]).toMatchObject({
      error_type: 'INVALID_PAYLOAD_SCHEMA_ERROR',
      extra: { invalid: ['configuration_method'] },
    })
    expect((await validate({ ...form(), engine: 'oracle' })).statusCode).toBe(422)
  })

  it('needs permission to write databases', async () => {
    const gamma = await fixture.as('Gamma')
    expect((await gamma.post(`${path}/validate_parameters/`, form())).statusCode).toBe(403)
    expect((await fixture.nobody.post(`${path}/test_connection/`, form())).statusCode).toBe(401)
  })
})

it('B-CONN-01: a connection is tested by parameters and by URI, and a failure is reported', async () => {
  const test = (body: object) => admin.post(`${path}/test_connection/`, body)
  const address = `postgresql+psycopg2://guarded:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/postgres`
  expect((await test(form())).json()).toEqual({ message: 'OK' })
  expect((await test({ sqlalchemy_uri: address })).json()).toEqual({ message: 'OK' })
  const wrong = await test({ sqlalchemy_uri: address.replace(/:[^:]*@/, ':wrong@') })
  expect(wrong.statusCode).toBe(422)
  expect(wrong.json().errors[0].message).toBe('The password provided for username "guarded" is incorrect.')
  expect((await test({ sqlalchemy_uri: 'nonsense' })).json().message).toMatch(/^Invalid connection string/)
  expect((await test({ parameters: parameters() })).json().message).toMatch(/^An engine must be specified/)
  expect((await test({ ...form({ encryption: true }) })).statusCode).toBe(422)
})

describe('a PostgreSQL database', () => {
  let id: number
  let made: Awaited<ReturnType<Client['post']>>
  beforeAll(async () => {
    made = await admin.post(`${path}/`, { database_name: 'warehouse', ...form() })
    id = made.json().id
  })

  it('B-CONN-01: tests the connection before it is saved, and returns it without its password', () => {
    expect(made.statusCode).toBe(201)
    expect(made.json().result).toMatchObject({
      sqlalchemy_uri: `postgresql://guarded:XXXXXXXXXX@127.0.0.1:${port}/postgres`,
      parameters: { host: '127.0.0.1', port, password: 'XXXXXXXXXX' },
    })
    expect(made.body).not.toContain(PASSWORD)
  })

  it('stores nothing when the sign-in fails', async () => {
    const refused = await admin.post(`${path}/`, { database_name: 'closed', ...form({ password: 'a guess' }) })
    expect(refused.statusCode).toBe(422)
    expect(
      await fixture.context.store.databases.find({ col: 'database_name', op: 'eq', value: 'closed' }),
    ).toBeUndefined()
  })

  it('hides its password, and accepts the mask in tests and changes', async () => {
    const shown = await admin.get(`${path}/${id}`)
    expect(shown.json().result).toMatchObject({ backend: 'postgresql', parameters: { password: 'XXXXXXXXXX' } })
    const lists = await Promise.all(
      [`${path}/`, `${path}/${id}`, '/api/v1/dataset/'].map(async (url) => (await admin.get(url)).body),
    )
    for (const body of [...lists, ...fixture.logged]) {
      expect(body).not.toContain(PASSWORD)
      expect(body).not.toContain(encodeURIComponent(PASSWORD))
    }
    const masked = form({ password: 'XXXXXXXXXX' })
    expect((await validate({ ...masked, id })).statusCode).toBe(200)
    expect((await admin.post(`${path}/test_connection/`, { ...masked, database_name: 'warehouse' })).statusCode).toBe(
      200,
    )
    expect((await admin.put(`${path}/${id}`, { ...masked, expose_in_sqllab: false })).statusCode).toBe(200)
    const other = { ...form({ password: 'XXXXXXXXXX', username: 'facet' }), id }
    // A connection without a password is accepted; the password is not reused for another user.
    expect((await validate(other)).statusCode).toBe(200)
    expect((await validate({ ...form({ password: 'XXXXXXXXXX', host: 'localhost' }), id })).statusCode).toBe(422)
  })

  it('lists its schemas, tables and columns', async () => {
    expect((await admin.get(`${path}/${id}/schemas/`)).json().result).toEqual(['public', 'sales'])
    const q = encodeURIComponent(printRison({ schema_name: 'sales' }))
    expect((await admin.get(`${path}/${id}/tables/?q=${q}`)).json()).toEqual({
      count: 2,
      result: [
        { value: 'Days; of ☃', type: 'table', extra: null },
        { value: 'orders', type: 'table', extra: null },
      ],
    })
    const primary = { column_names: ['id'], name: 'orders_pkey', type: 'pk' }
    expect((await admin.get(`${path}/${id}/table/orders/sales/`)).json()).toEqual({
      name: 'orders',
      columns: [
        { name: 'id', type: 'INTEGER', longType: 'INTEGER', keys: [primary], comment: null },
        { name: 'ds', type: 'DATE', longType: 'DATE', keys: [], comment: null },
        { name: 'amount', type: 'NUMERIC', longType: 'NUMERIC(10,2)', keys: [], comment: 'In euros' },
      ],
      foreignKeys: [],
      indexes: [],
      primaryKey: primary,
      selectStar: 'SELECT\n  "id",\n  "ds",\n  "amount"\nFROM "sales"."orders"\nLIMIT 100',
      comment: 'What was bought',
      rowEstimate: null,
      createStatement:
        'CREATE TABLE sales.orders (\n  id integer NOT NULL,\n  ds date,\n  amount numeric(10,2),\n' +
        '  CONSTRAINT orders_pkey PRIMARY KEY (id)\n);',
    })
    expect((await admin.get(`${path}/${id}/select_star/orders/sales/`)).json()).toEqual({
      result: 'SELECT *\nFROM "sales"."orders"\nLIMIT 100',
    })
    expect((await admin.get(`${path}/${id}/table/nosuch/sales/`)).statusCode).toBe(404)
  })

  it('lists only functions that its SQL may call', async () => {
    const { function_names: names } = (await admin.get(`${path}/${id}/function_names/`)).json()
    expect(names).toEqual(expect.arrayContaining(['date_trunc', 'jsonb_path_query', 'sum']))
    for (const name of ['pg_read_file', 'pg_sleep', 'current_user', 'read_csv']) expect(names).not.toContain(name)
    expect((await admin.get(`${path}/999999/function_names/`)).statusCode).toBe(404)
  })

  it('E-FILTER-32: returns the partitions of a table', async () => {
    const extra = await admin.get(`${path}/${id}/table_extra/${encodeURIComponent('Days; of ☃')}/sales/`)
    expect(extra.json()).toEqual({
      metadata: {},
      partitions: {
        cols: ['ds'],
        latest: { ds: '2024-02-01' },
        partitionQuery: expect.stringContaining(`'"sales"."Days; of ☃"'::regclass`),
      },
      clustering: {},
    })
    expect((await admin.get(`${path}/${id}/table_extra/orders/sales/`)).json()).toMatchObject({
      metadata: { comment: 'What was bought' },
      partitions: { cols: [], latest: {} },
    })
    expect((await admin.get(`${path}/${id}/table_extra/nosuch/sales/`)).statusCode).toBe(404)
  })

  it('hides the latest partition from users for whom a row rule applies', async () => {
    const { store } = fixture.context
    const body = { database: id, schema: 'sales', table_name: 'Days; of ☃' }
    const tables = [(await admin.post('/api/v1/dataset/', body)).json().id]
    const roles = [(await store.roles.byName('Admin'))?.id ?? 0]
    const rule = await store.rowRules.create(
      { name: 'few', filter_type: 'Regular', clause: 'n = 1', tables, roles },
      null,
    )
    const extra = await admin.get(`${path}/${id}/table_extra/${encodeURIComponent('Days; of ☃')}/sales/`)
    expect(extra.json().partitions).toMatchObject({ cols: ['ds'], latest: {} })
    await store.rowRules.remove([rule.id], null)
    await store.datasets.remove(tables, null)
  })

  it('returns datasets of its tables, and shows itself only as far as these are readable', async () => {
    const body = { database: id, schema: 'sales', table_name: 'orders' }
    const added = await admin.post('/api/v1/dataset/', body)
    expect(added.statusCode).toBe(201)
    const { result } = (await admin.get(`/api/v1/dataset/${added.json().id}`)).json()
    expect(result.columns.map(({ column_name, type }: Record<string, string>) => [column_name, type])).toEqual([
      ['id', 'INTEGER'],
      ['ds', 'DATE'],
      ['amount', 'NUMERIC(10,2)'],
    ])
    expect((await admin.get(`/api/v1/dataset/${added.json().id}/samples`)).json().result.data).toMatchObject([
      { id: 1, amount: 9.99 },
    ])
    const reader = await fixture.user('reader', ['Gamma'])
    await fixture.context.store.datasets.update(added.json().id, { owners: [reader.id] }, null)
    const client = await fixture.signedIn(reader)
    expect((await client.get(`${path}/${id}/schemas/`)).json().result).toEqual(['sales'])
    const seen = async (schema: string) => {
      const q = encodeURIComponent(printRison({ schema_name: schema }))
      const tables = (await client.get(`${path}/${id}/tables/?q=${q}`)).json().result
      return tables.map(({ value }: { value: string }) => value)
    }
    expect([await seen('sales'), await seen('public')]).toEqual([['orders'], []])
    // Only users who may read the whole database see statistics and definitions.
    expect((await client.get(`${path}/${id}/table/orders/sales/`)).json()).toMatchObject({
      rowEstimate: null,
      createStatement: null,
    })
    for (const kind of ['table', 'table_extra', 'select_star']) {
      expect((await client.get(`${path}/${id}/${kind}/orders/sales/`)).statusCode).toBe(200)
      expect((await client.get(`${path}/${id}/${kind}/salaries/public/`)).statusCode).toBe(404)
    }
    const shown = (await client.get(`${path}/${id}`)).json().result
    expect(shown.sqlalchemy_uri).toBeUndefined()
    expect(shown.parameters).toEqual({})
  })
})

it('allows uploads into a PostgreSQL database', async () => {
  const body = { ...form(), database_name: 'Takes files', allow_file_upload: false }
  const made = await admin.post(`${path}/`, body)
  expect(made.statusCode).toBe(201)
  const changed = await admin.put(`${path}/${made.json().id}`, { allow_file_upload: true })
  expect([changed.statusCode, changed.json().result.allow_file_upload]).toEqual([200, true])
})
