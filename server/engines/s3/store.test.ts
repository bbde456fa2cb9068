import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { Guard } from '#server/sql/guard.ts'
import { makeAuthority } from '#testing/certificates.ts'
import { writeParquet } from '#testing/duckdb-file.ts'
import type { Connection, EngineStorage } from '../engine.ts'
import { createSql } from '../sql.ts'
import { s3 } from './index.ts'

const ENDPOINT = process.env['FACET_TEST_S3_ENDPOINT'] ?? ''
const ACCOUNT = { username: 'AKIAREADER', password: 'extremely/secret+key=' }
const SIGNAL = new AbortController().signal

let root: string
let storage: EngineStorage
const open: Connection[] = []

/** The server of the tests does not compare signatures. */
const headers = { authorization: 'AWS4-HMAC-SHA256 Credential=OWNER/20260101/us-east-1/s3/aws4_request' }
const put = async (key: string, body: string | Uint8Array<ArrayBuffer>) => {
  const response = await fetch(`${ENDPOINT}/lake/${encodeURI(key)}`, { method: 'PUT', headers, body })
  expect([key, response.status]).toEqual([key, 200])
}

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'facet-s3-'))
  mkdirSync(join(root, 'home/databases'), { recursive: true })
  storage = {
    directory: join(root, 'home/databases'),
    extensions: process.env['FACET_TEST_EXTENSIONS'],
    objectStores: [ENDPOINT],
  }
  await fetch(`${ENDPOINT}/lake`, { method: 'PUT', headers })
  const file = join(root, 'sales.parquet')
  await writeParquet(file, "SELECT 1 AS id, 'ana' AS who, 9007199254740993::BIGINT AS big")
  await put('data/sales/region=EU/a.parquet', new Uint8Array(readFileSync(file)))
  await writeParquet(file, "SELECT 2 AS id, 'bob' AS who, 10.50::DECIMAL(9, 2) AS amount")
  await put('data/sales/region=U.S. x/b.parquet', new Uint8Array(readFileSync(file)))
  await put('data/cities.csv', 'city,founded\nOslo,1048-01-01\n"Bergen, old",1070-01-01\n')
  await put('data/towns.csv.gz', new Uint8Array(gzipSync('city\nRome\n')))
  await put('data/events.jsonl', '{"at": "2024-01-31T10:00:00"}\n{"at": "2024-02-01T10:00:00"}\n')
  await put('data/odd/a[b.csv', 'n\n1\n')
  await put('data/mixed/one.csv', 'n\n1\n')
  await put('data/mixed/two.json', '[{"n": 2}]')
  await put('data/_success.csv', 'n\n1\n')
  await put('secret/keys.csv', 'secret\n987654\n')
})
afterAll(async () => {
  for (const connection of open) await connection.close()
  rmSync(root, { recursive: true, force: true })
})

async function connect(path: string, given: object = {}): Promise<Connection> {
  const settings = { endpoint: ENDPOINT, path, region: 'us-east-1', ...ACCOUNT, ...given }
  const connection = await s3.connect(settings, storage)
  open.push(connection)
  return connection
}

async function rowsOf(connection: Connection, text: string, columns: number, isGuarded = true) {
  const sql = isGuarded ? await new Guard(connection, s3.dialect).statement(text) : createSql(text, [], text)
  const labels = Array.from({ length: columns }, (_, index) => `c${index}`)
  const table = await connection.table(sql, { signal: SIGNAL, maxRows: 100, labels })
  return Array.from({ length: table.rowCount }, (_, row) => table.columns.map(({ values }) => values[row]))
}

it('reads Parquet, CSV and JSON objects of a folder, with partitions and exact numbers', async () => {
  const connection = await connect('lake/data')
  expect((await connection.tables('main')).map(({ name }) => name)).toEqual([
    'cities',
    'events',
    'mixed',
    'odd',
    'sales',
    'towns',
  ])
  const columns = await connection.columns('main', 'sales')
  expect(columns.map(({ name, type }) => `${name} ${type}`)).toEqual([
    'id INTEGER',
    'who VARCHAR',
    'big BIGINT',
    'amount DECIMAL(9,2)',
    'region VARCHAR',
  ])
  expect(await rowsOf(connection, 'SELECT id, big, amount, region FROM sales ORDER BY id', 4)).toEqual([
    [1, '9007199254740993', null, 'EU'],
    [2, null, 10.5, 'U.S. x'],
  ])
  expect(await rowsOf(connection, 'SELECT * FROM cities ORDER BY founded', 2)).toEqual([
    ['Oslo', Date.UTC(1048, 0, 1)],
    ['Bergen, old', Date.UTC(1070, 0, 1)],
  ])
  expect(await rowsOf(connection, 'SELECT * FROM towns', 1)).toEqual([['Rome']])
  expect(await rowsOf(connection, 'SELECT "at" FROM events ORDER BY 1', 1)).toEqual([
    [Date.UTC(2024, 0, 31, 10)],
    [Date.UTC(2024, 1, 1, 10)],
  ])
  await expect(rowsOf(connection, 'SELECT * FROM mixed', 1)).rejects.toMatchObject({ code: 'data-files-ambiguous' })
  await expect(rowsOf(connection, 'SELECT * FROM odd', 1)).rejects.toMatchObject({
    code: 'data-file-unreadable',
    args: ['a[b.csv'],
  })
})

it.each([
  ['a pattern', 'lake/data/sales/*/*.parquet', 'sales', 2],
  ['one object', 'lake/data/cities.csv', 'cities', 2],
  ['a folder of partitions', 'lake/data/sales', 'sales', 2],
])('connects %s', async (_, path, table, count) => {
  const connection = await connect(path)
  expect((await connection.tables('main')).map(({ name }) => name)).toEqual([table])
  expect(await rowsOf(connection, `SELECT COUNT(*) FROM ${table}`, 1)).toEqual([[count]])
})

it.each([
  ['an object as a table', "SELECT * FROM 's3://lake/data/cities.csv'"],
  ['an object of another folder', "SELECT * FROM 's3://lake/secret/keys.csv'"],
  ['parameters in a name', "SELECT * FROM 's3://lake/data/cities.csv?s3_endpoint=127.0.0.1:1'"],
  ['a URL', "SELECT * FROM 'http://127.0.0.1/latest/meta-data.csv'"],
  ['read_csv', "SELECT * FROM read_csv('s3://lake/data/cities.csv')"],
  ['read_text', "SELECT * FROM read_text('s3://lake/secret/keys.csv')"],
  ['glob', "SELECT * FROM glob('s3://lake/**')"],
  ['ATTACH', "ATTACH 's3://lake/data/x.duckdb' AS other"],
  ['COPY', "COPY (SELECT 1) TO 's3://lake/data/x.csv'"],
  ['CREATE SECRET', "CREATE SECRET mine (TYPE s3, KEY_ID 'a', SECRET 'b')"],
  ['the secrets', 'SELECT * FROM duckdb_secrets()'],
  ['which_secret', "SELECT * FROM which_secret('s3://lake/data/x.csv', 's3')"],
  ['the settings', 'SELECT * FROM duckdb_settings()'],
  ['one setting', "SELECT current_setting('http_proxy_password')"],
  ['SET', "SET http_proxy = ''"],
  ['PRAGMA', 'PRAGMA database_list'],
  ['LOAD', 'LOAD httpfs'],
  ['the views', 'SELECT sql FROM duckdb_views()'],
])('rejects %s, also without a guard', async (_, text) => {
  const connection = await connect('lake/data')
  for (const isGuarded of [true, false]) {
    const error: unknown = await rowsOf(connection, text, 1, isGuarded).catch((caught: unknown) => caught)
    expect(error).toMatchObject({
      code: expect.stringMatching(/^(sql-refused|table-missing|virtual-not-select|sql-syntax|function-refused)$/),
    })
  }
})

it('shows neither the account nor the location in plans, definitions and errors', async () => {
  const connection = await connect('lake/data')
  const sql = (text: string) => new Guard(connection, s3.dialect).statement(text)
  const plan = await connection.plan(await sql('SELECT city FROM cities UNION ALL SELECT who FROM sales'), SIGNAL)
  const metadata = await connection.tableMetadata('main', 'sales')
  await put('data/broken.parquet', 'PAR1 no parquet')
  const broken = await connect('lake/data/broken.parquet')
  const error: unknown = await rowsOf(broken, 'SELECT * FROM broken', 1).catch((caught: unknown) => caught)
  expect(error).toMatchObject({ code: 'data-file-unreadable', args: ['broken.parquet'] })
  const shown = JSON.stringify([plan, metadata, (error as Error).message])
  expect(shown).not.toMatch(/s3:|AKIAREADER|extremely|127\.0\.0\.1|facet_bucket/)
})

it('reads changed objects after a while, and names removed ones', async () => {
  await put('changing/a.csv', 'n\n1\n')
  const connection = await connect('lake/changing')
  expect(await rowsOf(connection, 'SELECT n FROM a', 1)).toEqual([[1]])
  await put('changing/a.csv', 'n,m\n2,x\n')
  await put('changing/b.csv', 'n\n3\n')
  const later = async () => (await connection.tables('main')).map(({ name }) => name)
  await expect.poll(later, { timeout: 20_000, interval: 500 }).toEqual(['a', 'b'])
  expect(await rowsOf(connection, 'SELECT * FROM a', 2)).toEqual([[2, 'x']])
  await fetch(`${ENDPOINT}/lake/changing/b.csv`, { method: 'DELETE', headers })
  await expect(rowsOf(connection, 'SELECT * FROM b', 1)).rejects.toMatchObject({ code: 'data-files-changed' })
})

it.each([
  ['a bucket that does not exist', 'nosuch', {}, 'bucket-missing'],
  ['a folder without files', 'lake/empty', {}, 'data-files-missing'],
  ['an endpoint that is not listed', 'lake', { endpoint: 'https://example.org' }, 'endpoint-unlisted'],
  ['a name of a bucket with parts', '../lake', {}, 'uri-wrong'],
])('rejects %s', async (_, path, given, code) => {
  await expect(connect(path, given)).rejects.toMatchObject({ code })
})

/** Starts a server with TLS in front of the store. */
async function startTls(
  { cert, key }: { readonly cert: string; readonly key: string },
  answer?: (found: IncomingMessage, response: ServerResponse) => boolean,
): Promise<{ readonly server: Server; readonly endpoint: string }> {
  const server = createServer({ cert, key }, (found, response) => {
    if (answer?.(found, response)) return
    const { method, url, headers: given } = found
    const forwarded = request(`${ENDPOINT}${url ?? ''}`, { method, headers: given }, (received) => {
      response.writeHead(received.statusCode ?? 500, received.headers)
      received.pipe(response)
    })
    found.pipe(forwarded)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return { server, endpoint: `https://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

it('reads through TLS, verifies the certificate, and follows no redirect to another host', async () => {
  const authority = await makeAuthority()
  const { cert, key } = await authority.sign({ name: 'store' })
  let isMoved = false
  const { server, endpoint } = await startTls({ cert, key }, ({ url = '' }, response) => {
    if (!isMoved || !url.includes('.csv')) return false
    response.writeHead(307, { location: `${ENDPOINT}${url}` }).end()
    return true
  })
  const settings = { endpoint, path: 'lake/data/cities.csv', region: 'us-east-1', ...ACCOUNT }
  const listed = { ...storage, objectStores: [endpoint] }
  try {
    const untrusted = (await s3.connect(settings, listed).catch((error: unknown) => error)) as object
    expect(untrusted).toMatchObject({ code: 'endpoint-failed', args: [endpoint, 'its certificate is not valid'] })
    vi.stubEnv('NODE_EXTRA_CA_CERTS', authority.certFile)
    const connection = await s3.connect(settings, { ...listed })
    open.push(connection)
    expect(await rowsOf(connection, 'SELECT city FROM cities ORDER BY 1', 1)).toEqual([['Bergen, old'], ['Oslo']])
    isMoved = true
    await expect(rowsOf(connection, 'SELECT founded FROM cities', 1)).rejects.toMatchObject({
      code: 'endpoint-redirect',
    })
  } finally {
    vi.unstubAllEnvs()
    server.closeAllConnections()
    server.close()
    authority.remove()
  }
})

it('trusts only the configured root certificate, and sends the session token with each request', async () => {
  const [authority, other] = [await makeAuthority(), await makeAuthority('Other authority')]
  const tokens: unknown[] = []
  const { server, endpoint } = await startTls(await authority.sign({ name: 'store' }), ({ headers: sent, url }) => {
    tokens.push([url?.includes('.csv') === true, sent['x-amz-security-token']])
    return false
  })
  const session_token = 'IQoJb3JpZ2lu+/='
  const settings = { endpoint, path: 'lake/data', region: 'us-east-1', ...ACCOUNT, session_token }
  const listed = { ...storage, objectStores: [endpoint] }
  const pem = (file: string) => readFileSync(file, 'utf8')
  try {
    for (const server_cert of [undefined, pem(other.certFile)])
      await expect(s3.connect({ ...settings, ...(server_cert ? { server_cert } : {}) }, listed)).rejects.toMatchObject({
        code: 'endpoint-failed',
        args: [endpoint, 'its certificate is not valid'],
      })
    // The own authority is the only one: those that the operator adds are not trusted besides.
    vi.stubEnv('NODE_EXTRA_CA_CERTS', other.certFile)
    const connection = await s3.connect({ ...settings, server_cert: pem(authority.certFile) }, { ...listed })
    open.push(connection)
    expect(await rowsOf(connection, 'SELECT city FROM cities ORDER BY 1', 1)).toEqual([['Bergen, old'], ['Oslo']])
    expect(new Set(tokens.map((each) => JSON.stringify(each)))).toEqual(
      new Set([JSON.stringify([false, session_token]), JSON.stringify([true, session_token])]),
    )
    const error: unknown = await rowsOf(connection, "SELECT * FROM which_secret('s3://lake', 's3')", 1).catch(
      (caught: unknown) => caught,
    )
    expect(JSON.stringify([error, (error as Error).message])).not.toContain(session_token)
  } finally {
    vi.unstubAllEnvs()
    server.closeAllConnections()
    server.close()
    authority.remove()
    other.remove()
  }
})
