import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#core/entity/database.ts'
import { encryptSecret } from '#server/security/secret-box.ts'
import { createSql } from '#server/engines/sql.ts'
import { type Postgres, startPostgres } from '#testing/postgres.ts'
import { Sources } from './sources.ts'

const KEY = 'the secret key'
let server: Postgres
let admin: pg.Client
let host: string

beforeAll(async () => {
  server = await startPostgres()
  admin = new pg.Client({ connectionString: server.url })
  await admin.connect()
  host = new URL(server.url).host
  await admin.query(`CREATE USER ada PASSWORD 'p@ss:w/rd'`)
  await admin.query('CREATE DATABASE sales')
  const { rows } = await admin.query<{ file: string }>("SELECT current_setting('hba_file') AS file")
  await admin.query(`COPY (SELECT 'host all ada 127.0.0.1/32 scram-sha-256') TO '${rows[0]?.file}'`)
  await admin.query('SELECT pg_reload_conf()')
})
afterAll(async () => {
  await admin.end()
  await server.stop()
})

function database(uri: string, password: string | null): Database {
  const secrets = password === null ? null : encryptSecret(KEY, JSON.stringify({ password }))
  return { id: 1, backend: 'postgresql', sqlalchemy_uri: uri, secrets, data_version: 0 } as Database
}

async function nameOf(sources: Sources, of: Database): Promise<unknown> {
  return sources.use(of, async ({ connection }) => {
    const text = 'SELECT current_database()'
    const sql = createSql(text, [], text)
    const table = await connection.table(sql, { signal: AbortSignal.timeout(5000), maxRows: 1, labels: ['name'] })
    return table.columns[0]?.values[0]
  })
}

it('opens a URI with its decrypted password, and again when either changes', async () => {
  const sources = new Sources({ directory: tmpdir() }, KEY)
  const masked = `postgresql+psycopg2://ada:XXXXXXXXXX@${host}`
  await expect(nameOf(sources, database(`${masked}/sales`, 'wrong'))).rejects.toMatchObject({
    code: 'connection-password',
    message: 'The password provided for username "ada" is incorrect.',
  })
  expect(await nameOf(sources, database(`${masked}/sales`, 'p@ss:w/rd'))).toBe('sales')
  expect(await nameOf(sources, database(`${masked}/postgres`, 'p@ss:w/rd'))).toBe('postgres')
  await expect(nameOf(sources, database(`${masked}/postgres`, null))).rejects.toMatchObject({
    code: 'connection-password',
  })
  await sources.close()
})

it('detects the engine of a database whose backend has another name', async () => {
  const sources = new Sources({ directory: tmpdir() }, KEY)
  const other = { ...database(`postgres://ada:XXXXXXXXXX@${host}/sales`, 'p@ss:w/rd'), backend: 'postgres' }
  expect(await nameOf(sources, other)).toBe('sales')
  await sources.close()
})

it('names the reason why a URI cannot be opened', async () => {
  const sources = new Sources({ directory: tmpdir() }, KEY)
  const test = (uri: string) => sources.test({ backend: 'postgresql', sqlalchemy_uri: uri, server_cert: null })
  await expect(test(`postgresql://ada:p%40ss%3Aw%2Frd@${host}/nosuch`)).rejects.toMatchObject({
    code: 'connection-database',
    message: 'Unable to connect to database "nosuch".',
  })
  await expect(test(`postgresql://eve@${host}/sales`)).rejects.toMatchObject({ code: 'connection-denied' })
  await expect(test(`postgresql://ada@${host}/sales?sslmode=require`)).rejects.toMatchObject({
    code: 'connection-failed',
  })
  await expect(test(`postgresql://ada@${host}/sales?sslmode=maybe`)).rejects.toMatchObject({ code: 'uri-wrong' })
  await expect(test('postgresql://ada@127.0.0.1:70000/sales')).rejects.toMatchObject({ code: 'connection-port' })
})

it('ends a test of a server that accepts the sign-in but executes no statement, with its sockets', async () => {
  const message = (type: string, body: readonly number[]) =>
    Buffer.from([type.charCodeAt(0), 0, 0, 0, body.length + 4, ...body])
  const states = { opened: 0, closed: 0 }
  const silent = createServer((socket) => {
    states.opened++
    socket.on('error', () => {}).on('close', () => states.closed++)
    socket.once('data', () => socket.write(Buffer.concat([message('R', [0, 0, 0, 0]), message('Z', [0x49])])))
  }).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const sources = new Sources({ directory: tmpdir() }, KEY)
  const sqlalchemy_uri = `postgresql://u:p@127.0.0.1:${port}/d?sslmode=disable`
  const testing = sources.test({ backend: 'postgresql', sqlalchemy_uri, server_cert: null }, AbortSignal.timeout(500))
  await expect(testing).rejects.toMatchObject({ code: 'connection-timeout' })
  await expect.poll(() => states).toEqual({ opened: 1, closed: 1 })
  silent.close()
})
