import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { strToU8, zipSync } from 'fflate'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engineNamed } from '#server/engines/index.ts'
import { MAX_ATTEMPTS, MAX_USER_ATTEMPTS } from '#server/resources/database/connection-attempts.ts'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'
import { upload, zip } from '#testing/bundle.ts'
import { type PasswordServer, startPasswordServer } from '#testing/password-server.ts'
import { type Postgres, startPostgres } from '#testing/postgres.ts'

const SECRET = 'TopSecret1'
const path = '/api/v1/database'

let fixture: TestApp
let admin: Client
let server: PasswordServer
let database: number
beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
  server = await startPasswordServer('127.0.0.1')
  database = (await admin.post(`${path}/`, { database_name: 'warehouse', sqlalchemy_uri: address() })).json().id
})
afterAll(async () => {
  await fixture.close()
  await server.close()
})

const address = (port = server.port) => `postgresql://ada:${SECRET}@127.0.0.1:${port}/sales`
const test = (client: Client, sqlalchemy_uri: string) => client.post(`${path}/test_connection/`, { sqlalchemy_uri })

describe('the password of a connection is not revealed', () => {
  it('CVE-2021-41972: by responses about databases, nor by rows of the store', async () => {
    for (const url of [
      `${path}/`,
      `${path}/${database}`,
      `${path}/${database}/schemas/`,
      `${path}/_info`,
      `${path}/related/owners`,
    ]) {
      const { statusCode, body } = await admin.get(url)
      expect([url, statusCode < 500, body.includes(SECRET)]).toEqual([url, true, false])
    }
    const changed = await admin.put(`${path}/${database}`, { sqlalchemy_uri: address(), expose_in_sqllab: true })
    const made = await admin.post(`${path}/`, { database_name: 'other', sqlalchemy_uri: address() })
    expect([changed.statusCode, changed.body.includes(SECRET)]).toEqual([200, false])
    expect([made.statusCode, made.body.includes(SECRET)]).toEqual([201, false])
    expect(JSON.stringify(await fixture.context.store.databases.get(database))).not.toContain(SECRET)
    expect((await admin.get(`${path}/${database}`)).body).toContain('ada:XXXXXXXXXX@')
  })

  it('CVE-2023-30776: by errors, nor by lines of the log', async () => {
    const parameters = { host: '127.0.0.1', port: 1, username: 'ada', password: SECRET, database: 'sales' }
    const bundle = zip({
      'metadata.yaml': 'version: 1.0.0\ntype: Database\n',
      'databases/it.yaml': `database_name: [wrong]\nsqlalchemy_uri: ${address(1)}\nuuid: x\nversion: 1.0.0\n`,
    })
    const answers = [
      await test(admin, address(1)),
      await test(admin, `nothing://ada:${SECRET}@127.0.0.1/x`),
      await test(admin, address().replace('postgresql:', 'post gresql:')),
      await admin.post(`${path}/`, { database_name: 'x', sqlalchemy_uri: address(1) }),
      await admin.post(`${path}/`, { database_name: 5, sqlalchemy_uri: address(1) }),
      await admin.put(`${path}/${database}`, { sqlalchemy_uri: address(1) }),
      await admin.post(`${path}/validate_parameters`, { engine: 'postgresql', parameters, database_name: 'x' }),
      await upload(admin, 'database', bundle, { passwords: JSON.stringify({ 'databases/it.yaml': [SECRET] }) }),
    ]
    for (const { statusCode, body } of answers) {
      expect([statusCode >= 400, statusCode < 500, body.includes(SECRET)], body).toEqual([true, true, false])
    }
    expect(fixture.logged.filter((line) => line.includes(SECRET))).toEqual([])
  })
})

describe('a connection test does not scan the network', () => {
  it('CVE-2023-36388: needs permission to write databases, rejects link-local hosts, and is limited', async () => {
    const gamma = await fixture.as('Gamma')
    server.messages.length = 0
    expect((await test(gamma, address())).statusCode).toBe(403)
    expect((await test(fixture.nobody, address())).statusCode).toBe(401)
    expect(server.messages).toEqual([])
    for (const host of ['169.254.169.254', '[fe80::1]', '2852039166', '0xa9fea9fe', '[::ffff:169.254.169.254]']) {
      const answer = await test(admin, `postgresql://a:b@${host}:80/x`)
      expect([host, answer.statusCode, answer.headers['x-facet-error']]).toEqual([host, 422, 'connection-link-local'])
    }
    const sockets: Socket[] = []
    const silent = createTcpServer((socket) => sockets.push(socket.on('error', () => {}))).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const uri = `${address((silent.address() as AddressInfo).port)}?sslmode=disable`
    const codes: number[] = []
    const tests = Array.from({ length: MAX_ATTEMPTS + 4 }, async () => codes.push((await test(admin, uri)).statusCode))
    await expect.poll(() => codes.length, { timeout: 20_000 }).toBe(tests.length - MAX_USER_ATTEMPTS)
    expect([new Set(codes), sockets.length]).toEqual([new Set([429]), MAX_USER_ATTEMPTS])
    for (const socket of sockets) socket.destroy()
    await Promise.all(tests)
    silent.close()
  })

  it.each([
    'sqlite:////etc/passwd',
    'sqlite+pysqlite:////etc/passwd',
    'SQLite+pysqlcipher://:x@/etc/passwd',
    'sqlite+aiosqlite:///facet.db',
    'shillelagh+apsw:///facet.db',
    'duckdb+sqlite:////etc/passwd',
    'duckdb:////etc/passwd',
    'duckdb:///../facet.db',
    'duckdb:///../../etc/passwd',
    'gsheets://',
    'file:///etc/passwd',
  ])('CVE-2023-39265: %s is rejected with 422, because its engine or file is not allowed', async (uri) => {
    const made = await admin.post(`${path}/`, { database_name: uri, sqlalchemy_uri: uri })
    expect([made.statusCode, (await test(admin, uri)).statusCode]).toEqual([422, 422])
    expect(await fixture.context.store.databases.find({ col: 'database_name', op: 'eq', value: uri })).toBeUndefined()
  })

  it.each(['mysql://a:b@127.0.0.1:1/x?local_infile=1', 'mariadb+pymysql://a:b@127.0.0.1:1/x?local_infile=1'])(
    'CVE-2024-34693: a parameter that allows reading local files is not passed to the driver: %s',
    async (uri) => {
      expect(engineNamed('mysql')?.parseUri(uri)).not.toHaveProperty('local_infile')
      const answer = await test(admin, uri)
      expect([answer.statusCode, answer.headers['x-facet-error']]).toEqual([422, 'connection-port-closed'])
    },
  )

  it.each([
    'sslkey=/nowhere/file',
    'sslcert=/nowhere/file',
    'sslrootcert=/nowhere/file',
    'passfile=/nowhere/file',
    'service=nowhere',
    'options=-c%20local_preload_libraries%3D/nowhere/file',
  ])('CVE-2024-34693: a parameter that names a file is ignored: %s', async (parameter) => {
    // With the password of the first connection, which no other URL receives.
    const answer = await test(admin, `${address()}?${parameter}`)
    expect([answer.statusCode, answer.json()]).toEqual([200, { message: 'OK' }])
    server.messages.length = 0
  })

  it.each(['enable_external_access=true', 'allow_unsigned_extensions=true'])(
    'CVE-2024-34693: a parameter of a DuckDB URI does not allow SQL to read files: %s',
    async (parameter) => {
      const uri = `duckdb:///with-${parameter.length}.duckdb?${parameter}`
      const { id } = (await admin.post(`${path}/`, { database_name: parameter, sqlalchemy_uri: uri })).json()
      const sql = "SELECT content FROM read_text('/etc/hostname')"
      const answer = await admin.post('/api/v1/dataset/', { database: id, table_name: 'files', sql })
      expect([answer.statusCode, answer.body.includes('read_text')], answer.body).toEqual([403, true])
    },
  )
})

describe('an imported bundle', () => {
  it('CVE-2023-25504: causes no request to a URL in it', async () => {
    const requested: unknown[] = []
    const host = createServer((request, response) => {
      requested.push(request.url)
      response.end('a\n1\n')
    })
    await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(host.address() as AddressInfo).port}/x.csv`
    const own = await fixture.database()
    const bundle = zip({
      'metadata.yaml': 'version: 1.0.0\ntype: SqlaTable\n',
      'datasets/x/it.yaml': `table_name: x\nuuid: 20000000-0000-4000-8000-000000000077\nversion: 1.0.0\ndatabase_uuid: ${own.uuid}\ndata: ${url}\ndefault_endpoint: ${url}\ncolumns: []\nmetrics: []\n`,
    })
    const answer = await upload(admin, 'dataset', bundle)
    expect(answer.statusCode).toBeLessThan(500)
    await admin.post('/api/v1/dataset/', {
      database: own.id,
      table_name: 'x',
      data: url,
      sql: `SELECT * FROM '${url}'`,
    })
    host.close()
    expect(requested).toEqual([])
  })

  it('CVE-2023-46104: is rejected if it unpacks to many times its size', async () => {
    const bomb = zipSync({
      'x/metadata.yaml': strToU8('version: 1.0.0\ntype: Dashboard\n'),
      'x/dashboards/it.yaml': new Uint8Array(4_000_000).fill(32),
    })
    expect(bomb.length).toBeLessThan(20_000)
    const answer = await upload(admin, 'dashboard', bomb)
    expect([answer.statusCode, answer.json().errors[0].extra.bound]).toEqual([400, 'bundle-ratio'])
  })

  it('CVE-2024-23952: is rejected if it declares a wrong size', async () => {
    const bytes = Buffer.from(
      zipSync({
        'x/metadata.yaml': strToU8('version: 1.0.0\ntype: Dashboard\n'),
        'x/dashboards/it.yaml': new Uint8Array(4_000_000).fill(32),
      }),
    )
    // The central directory declares 100 bytes instead of 4,000,000.
    const true_size = Buffer.alloc(4)
    true_size.writeUInt32LE(4_000_000)
    for (let at = bytes.indexOf(true_size); at >= 0; at = bytes.indexOf(true_size, at + 1)) bytes.writeUInt32LE(100, at)
    const answer = await upload(admin, 'dashboard', bytes)
    expect([400, 413, 422], answer.body).toContain(answer.statusCode)
    expect(fixture.logged).toEqual([])
  })
})

it('CVE-2023-37941: values stored under a key must be JSON, and are never unpickled', async () => {
  const pickle = 'gASVIQAAAAAAAACMBXBvc2l4lIwGc3lzdGVtlJOUjAZ0b3VjaCB4lIWUUpQu'
  const { id } = await fixture.dashboard()
  const dataset = (await fixture.dataset()).id
  const state = `/api/v1/dashboard/${id}/filter_state`
  for (const value of [pickle, Buffer.from(pickle, 'base64').toString('latin1'), '!!js/function x', 'undefined']) {
    expect((await admin.post(state, { value })).statusCode).toBe(400)
    expect(
      (await admin.post('/api/v1/explore/form_data', { datasource_id: dataset, form_data: value })).statusCode,
    ).toBe(400)
  }
  const value = JSON.stringify({ __reduce__: pickle, __proto__: 1 })
  const { key } = (await admin.post(state, { value })).json()
  const stored = await fixture.context.store.keyValues.get('filter_state', key)
  expect(JSON.parse(JSON.parse(stored?.value ?? '').value)).toEqual(JSON.parse(value))
  expect((await admin.get(`${state}/${key}`)).json()).toEqual({ value })
})

describe('PostgreSQL rejects writes in queries', () => {
  let postgres: Postgres
  let own: pg.Client
  let connected: number
  beforeAll(async () => {
    postgres = await startPostgres()
    own = new pg.Client({ connectionString: postgres.url })
    await own.connect()
    await own.query('CREATE TABLE kept (n INTEGER); CREATE SEQUENCE numbers; CREATE SCHEMA own')
    await own.query('INSERT INTO kept VALUES (1)')
    await own.query(
      `CREATE FUNCTION own.writes() RETURNS INTEGER LANGUAGE plpgsql AS 'BEGIN INSERT INTO kept VALUES (2); RETURN 1; END'`,
    )
    await own.query('CREATE VIEW own.writing AS SELECT own.writes() AS n')
    const body = {
      database_name: 'server',
      sqlalchemy_uri: postgres.url.replace('postgres://', 'postgresql://'),
      extra: JSON.stringify({ allowed_functions: ['own.*'] }),
    }
    connected = (await admin.post(`${path}/`, body)).json().id
  })
  afterAll(async () => {
    await own.end()
    await postgres.stop()
  })

  it.each([
    'SELECT own.writes() AS n',
    'SELECT n FROM own.writing',
    'WITH gone AS (DELETE FROM kept RETURNING n) SELECT n FROM gone',
    'WITH new AS (INSERT INTO kept VALUES (3) RETURNING n) SELECT n FROM new',
    "SELECT nextval('numbers') AS n",
    "SELECT setval('numbers', 9) AS n",
    'SELECT lo_create(0) AS n',
    "SELECT set_config('transaction_read_only', 'off', false) AS n",
    "SELECT dblink_exec('x', 'DROP TABLE kept') AS n",
    "SELECT query_to_xml('DELETE FROM kept', true, true, '') AS n",
    'SELECT 1 AS n; DELETE FROM kept',
    'SELECT n INTO taken FROM kept',
    'SELECT n FROM kept FOR UPDATE',
    'EXPLAIN ANALYZE DELETE FROM kept',
    'DO $$ BEGIN DELETE FROM kept; END $$',
  ])('CVE-2026-23984: %s', async (sql) => {
    const name = `virtual ${Math.random()}`
    const made = await admin.post('/api/v1/dataset/', { database: connected, table_name: name, sql, schema: 'public' })
    if (made.statusCode === 201) {
      const answer = await admin.post('/api/v1/chart/data', {
        datasource: { id: made.json().id, type: 'table' },
        queries: [{ result_type: 'samples' }],
      })
      expect([400, 403], answer.body).toContain(answer.statusCode)
    } else expect([400, 403, 422], made.body).toContain(made.statusCode)
    expect((await own.query('SELECT n FROM kept')).rows).toEqual([{ n: 1 }])
    expect((await own.query('SELECT is_called FROM numbers')).rows).toEqual([{ is_called: false }])
  })
})
