import { chmodSync, chownSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { once } from 'node:events'
import { type Agent, createServer, request, type Server } from 'node:https'
import { type AddressInfo, connect, createServer as createSocketServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Connection as MysqlConnection } from 'mysql2/promise'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engineNamed } from '#server/engines/index.ts'
import type { ClientCertificate } from '#server/engines/certificates.ts'
import { type Authority, type KeyPair, makeAuthority } from '#testing/certificates.ts'
import { writeDriver } from '#testing/driver-files.ts'
import { type MariaDB, mariadbUri, startMariaDB } from '#testing/mariadb.ts'
import { type Postgres, startPostgres } from '#testing/postgres.ts'
import { Sources } from './sources.ts'

let authority: Authority
let other: Authority
const pairs: Record<string, KeyPair> = {}
const sources = new Sources({ directory: tmpdir() }, 'the secret key')

beforeAll(async () => {
  authority = await makeAuthority()
  other = await makeAuthority('Another authority')
  pairs['good'] = await authority.sign({ name: 'server' })
  pairs['expired'] = await authority.sign({ name: 'server', days: -1 })
  pairs['foreign'] = await authority.sign({ name: 'server', hosts: 'DNS:db.example' })
  pairs['self-signed'] = other
  pairs['unknown'] = await other.sign({ name: 'server' })
})
afterAll(async () => {
  await sources.close()
  authority.remove()
  other.remove()
})

const test = (uri: string, server_cert: string | null, client?: ClientCertificate) =>
  sources.test({ backend: uri.replace(/:.*/s, ''), sqlalchemy_uri: uri, server_cert, client })

/** Listens at a path like a tunnel, and forwards connections to a port of this machine; returns the path. */
async function tunnelTo(port: number): Promise<{ readonly path: string; close(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'facet-socket-'))
  const forwarder = createSocketServer((socket) => {
    const forwarded = connect(port, '127.0.0.1')
    socket.on('error', () => forwarded.destroy()).pipe(forwarded)
    forwarded.on('error', () => socket.destroy()).pipe(socket)
  }).listen(join(folder, 'socket'))
  await once(forwarder, 'listening')
  return {
    path: join(folder, 'socket'),
    close: () => {
      forwarder.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Connects an engine through the socket of a tunnel; the host exists only for its certificate. */
async function connectThrough(uri: string, path: string, storage = { directory: tmpdir() }): Promise<void> {
  const engine = engineNamed(uri.replace(/:.*/s, ''))
  const settings = { ...engine?.parseUri(uri), server_cert: authority.cert, socket_path: path }
  const connection = await engine?.connect(settings, storage)
  await connection?.close()
}

/** The certificate of the server, and the code of the error for it. */
const rejected = [
  ['self-signed', 'connection-certificate-self-signed'],
  ['unknown', 'connection-certificate-untrusted'],
  ['expired', 'connection-certificate-expired'],
  ['foreign', 'connection-certificate-host'],
] as const

describe('PostgreSQL', () => {
  let server: Postgres
  let admin: pg.Client
  const install = async (pair: KeyPair) => {
    const { rows } = await admin.query<{ data: string }>("SELECT current_setting('data_directory') AS data")
    const { uid, gid } = statSync(rows[0]?.data ?? '')
    for (const [file, name] of [
      [pair.certFile, 'server.crt'],
      [pair.keyFile, 'server.key'],
    ] as const) {
      copyFileSync(file, join(rows[0]?.data ?? '', name))
      chownSync(join(rows[0]?.data ?? '', name), uid, gid)
    }
    await admin.query('SELECT pg_reload_conf()')
    await admin.query('SELECT pg_sleep(0.3)')
  }
  beforeAll(async () => {
    server = await startPostgres()
    admin = new pg.Client({ connectionString: server.url })
    await admin.connect()
    await admin.query('CREATE USER certified')
    const { rows } = await admin.query<{ file: string; data: string }>(
      "SELECT current_setting('hba_file') AS file, current_setting('data_directory') AS data",
    )
    const { file, data } = rows[0] ?? { file: '', data: '' }
    const rules = "('hostssl all certified 127.0.0.1/32 cert'), ('host all all 127.0.0.1/32 trust')"
    await admin.query(`COPY (SELECT * FROM (VALUES ${rules}) rules) TO '${file}'`)
    const { uid, gid } = statSync(data)
    copyFileSync(authority.certFile, join(data, 'root.crt'))
    chownSync(join(data, 'root.crt'), uid, gid)
    await admin.query("ALTER SYSTEM SET ssl_ca_file = 'root.crt'")
    await admin.query('ALTER SYSTEM SET ssl = on')
    await install(pairs['good'] as KeyPair)
  })
  afterAll(async () => {
    await admin.end()
    await server.stop()
  })
  const uri = (host: string, query = '', user = 'facet') =>
    `postgresql://${user}@${host}:${new URL(server.url).port}/postgres${query}`

  it.each([
    ['localhost', ''],
    ['127.0.0.1', '?sslmode=prefer'],
    ['127.0.0.1', '?sslmode=verify-full'],
  ])('verifies the certificate of %s%s', async (host, query) => {
    await expect(test(uri(host, query), authority.cert)).resolves.toEqual({})
    await expect(test(uri(host, query), other.cert)).rejects.toMatchObject({
      code: expect.stringContaining('certificate'),
    })
  })

  it.each(rejected)('names the error of the %s certificate', async (name, code) => {
    await install(pairs[name] as KeyPair)
    try {
      await expect(test(uri('localhost'), authority.cert)).rejects.toMatchObject({ code })
      if (name === 'foreign')
        await expect(test(uri('localhost', '?sslmode=verify-ca'), authority.cert)).resolves.toEqual({})
    } finally {
      await install(pairs['good'] as KeyPair)
    }
  })

  it('accepts no server without encryption, no unreadable certificate and no mode without encryption', async () => {
    await expect(test(uri('localhost'), 'not a certificate')).rejects.toMatchObject({ code: 'connection-certificate' })
    await expect(test(uri('localhost', '?sslmode=disable'), authority.cert)).rejects.toMatchObject({
      code: 'connection-payload',
    })
    await admin.query('ALTER SYSTEM SET ssl = off')
    await admin.query('SELECT pg_reload_conf()')
    await admin.query('SELECT pg_sleep(0.3)')
    try {
      await expect(test(uri('localhost', '?sslmode=prefer'), authority.cert)).rejects.toMatchObject({
        code: 'connection-failed',
      })
    } finally {
      await admin.query('ALTER SYSTEM SET ssl = on')
      await install(pairs['good'] as KeyPair)
    }
  })

  it('identifies itself by the client certificate', async () => {
    const client = await authority.sign({ name: 'certified' })
    await expect(test(uri('localhost', '', 'certified'), authority.cert)).rejects.toMatchObject({
      code: expect.stringMatching(/^connection-/),
    })
    await expect(test(uri('localhost', '', 'certified'), authority.cert, client)).resolves.toEqual({})
    await expect(test(uri('localhost', '', 'certified'), null, client)).resolves.toEqual({})
  })

  it('opens a database again when its certificate changes', async () => {
    const row = { id: 7, backend: 'postgresql', sqlalchemy_uri: uri('localhost'), secrets: null, extra: null }
    const use = (server_cert: string | null) =>
      sources.use({ ...row, server_cert } as never, async ({ connection }) => connection)
    const first = await use(authority.cert)
    expect(await use(authority.cert)).toBe(first)
    await expect(use(other.cert)).rejects.toMatchObject({ code: expect.stringContaining('certificate') })
    expect(await use(authority.cert)).not.toBe(first)
  })
})

describe('MariaDB', () => {
  let server: MariaDB
  let admin: MysqlConnection
  let folder: string
  const install = async (pair: KeyPair) => {
    copyFileSync(pair.certFile, join(folder, 'cert.pem'))
    copyFileSync(pair.keyFile, join(folder, 'key.pem'))
    // The server runs as another user.
    chmodSync(join(folder, 'key.pem'), 0o644)
    await admin.query('FLUSH SSL')
  }
  beforeAll(async () => {
    const { certFile, keyFile } = pairs['good'] as KeyPair
    folder = join(certFile, '..', 'mariadb')
    mkdirSync(folder)
    copyFileSync(certFile, join(folder, 'cert.pem'))
    copyFileSync(keyFile, join(folder, 'key.pem'))
    chmodSync(join(folder, 'key.pem'), 0o644)
    server = await startMariaDB([`--ssl-cert=${folder}/cert.pem`, `--ssl-key=${folder}/key.pem`])
    admin = await server.connect()
    await admin.query('CREATE DATABASE sales')
  })
  afterAll(async () => {
    await admin.end()
    await server.stop()
  })
  const uri = (host: string, query = '') => mariadbUri(server, 'sales').replace('127.0.0.1', host) + query

  it('verifies the certificate of the server', async () => {
    await expect(test(uri('localhost'), authority.cert)).resolves.toEqual({})
    await expect(test(uri('127.0.0.1', '?ssl_mode=VERIFY_CA'), authority.cert)).resolves.toEqual({})
    await expect(test(uri('127.0.0.1'), authority.cert)).rejects.toMatchObject({ code: 'connection-payload' })
    await expect(test(uri('localhost', '?ssl_mode=DISABLED'), authority.cert)).rejects.toMatchObject({
      code: 'connection-payload',
    })
  })

  it.each(rejected)('names the error of the %s certificate', async (name, code) => {
    await install(pairs[name] as KeyPair)
    try {
      await expect(test(uri('localhost'), authority.cert)).rejects.toMatchObject({ code })
    } finally {
      await install(pairs['good'] as KeyPair)
    }
  })

  it('verifies the host of a database behind a tunnel', async () => {
    const tunnel = await tunnelTo(server.port)
    await install(pairs['foreign'] as KeyPair)
    try {
      await connectThrough(uri('db.example'), tunnel.path)
      await expect(connectThrough(uri('localhost'), tunnel.path)).rejects.toThrow('altnames')
    } finally {
      await install(pairs['good'] as KeyPair)
      tunnel.close()
    }
  })
})

describe('HTTPS', () => {
  let server: Server
  let home: string
  const install = (name: string) => server.setSecureContext(pairs[name] as KeyPair)
  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'facet-https-'))
    server = createServer(pairs['good'] as KeyPair, (_request, response) => {
      const columns = [{ name: 'n', type: 'integer', typeSignature: { rawType: 'integer', arguments: [] } }]
      response.end(JSON.stringify({ id: 'q', columns, data: [[1]] }))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
    rmSync(home, { recursive: true, force: true })
  })
  const port = () => (server.address() as AddressInfo).port

  it.each(['good', ...rejected.map(([name]) => name)])('Trino: the %s certificate', async (name) => {
    install(name)
    // A certificate of an authority is verified even if any certificate would be accepted without it.
    const result = test(`trino://ana:secret@localhost:${port()}/hive?verify=false`, authority.cert)
    const code = rejected.find(([each]) => each === name)?.[1]
    if (code) await expect(result).rejects.toMatchObject({ code })
    else await expect(result).resolves.toEqual({})
  })

  it('Trino: verifies the host of a server behind a tunnel', async () => {
    install('foreign')
    const tunnel = await tunnelTo(port())
    const uri = (host: string) => `trino://ana:secret@${host}:1/hive`
    await connectThrough(uri('db.example'), tunnel.path)
    await expect(connectThrough(uri('localhost'), tunnel.path)).rejects.toThrow('altnames')
    tunnel.close()
  })

  it('ClickHouse: the agent of the driver verifies the certificate', async () => {
    const source = `
      const { Readable } = require('node:stream')
      const clients = []
      const lines = [['n'], ['Int64'], ['1']].map((row) => ({ json: () => row }))
      module.exports = {
        clients,
        createClient(options) {
          clients.push(options)
          return {
            query: async () => ({ stream: () => Readable.from([lines]), close() {} }),
            exec: async () => ({ stream: Readable.from([Buffer.from('0')]) }),
            close: async () => {},
          }
        },
      }`
    writeDriver(home, 'clickhouse', source)
    const engine = engineNamed('clickhouse')
    const settings = { host: 'localhost', port: port(), username: 'a', encryption: true, unverified: true }
    const certificate = { server_cert: authority.cert }
    const storage = { directory: join(home, 'databases') }
    const tunnel = await tunnelTo(port())
    const connection = await engine?.connect({ ...settings, ...certificate, socket_path: tunnel.path }, storage)
    const file = join(home, 'drivers/clickhouse/node_modules/@clickhouse/client/index.js')
    const { default: driver } = (await import(file)) as { default: { clients: { http_agent: Agent }[] } }
    const agent = driver.clients[0]?.http_agent
    const fetched = () =>
      new Promise((resolve) => {
        request({ ...(agent && { agent }), host: 'localhost', port: 1 }, (response) =>
          resolve(response.resume().statusCode),
        )
          .on('error', ({ message }) => resolve(message))
          .end()
      })
    install('good')
    expect(await fetched()).toBe(200)
    install('foreign')
    agent?.destroy()
    expect(await fetched()).toContain('altnames')
    await connection?.close()
    tunnel.close()
    await expect(engine?.connect({ ...settings, ...certificate, encryption: false }, storage)).rejects.toMatchObject({
      code: 'connection-payload',
    })
  })
})
