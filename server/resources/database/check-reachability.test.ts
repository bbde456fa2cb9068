import type { LookupAddress } from 'node:dns'
import { existsSync, readdirSync } from 'node:fs'
import { createServer, type AddressInfo, Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'
import { upload, zip } from '#testing/bundle.ts'
import { uploadCsv } from '#testing/csv-upload.ts'
import { checkReachability } from './check-reachability.ts'
import {
  runConnectionTest,
  lookUpHost,
  MAX_ATTEMPTS,
  MAX_USER_ATTEMPTS,
  MAX_USER_LOOKUPS,
} from './connection-attempts.ts'
import { formEngine } from './parameters.ts'

let fixture: TestApp
let admin: Client
beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
})
afterAll(() => fixture.close())

const path = '/api/v1/database'
const test = (sqlalchemy_uri: string) => admin.post(`${path}/test_connection/`, { sqlalchemy_uri })
const form = (parameters: object, engine = 'postgresql') => ({
  engine,
  configuration_method: 'dynamic_form',
  parameters: { port: 5432, database: 'x', username: 'ada', ...parameters },
})

describe('a database in a file', () => {
  const files = () => {
    const folder = join(fixture.home, 'databases')
    return existsSync(folder) ? readdirSync(folder).filter((name) => name !== 'scratch') : []
  }

  it('creates no file at a test, a save or a query', async () => {
    const warnings = ['The file new.duckdb does not exist; the first upload into the database creates it.']
    expect((await test('duckdb:///new.duckdb')).json()).toEqual({ message: 'OK', warnings })
    const parameters = form({ file: 'new.duckdb' }, 'duckdb')
    expect((await admin.post(`${path}/validate_parameters/`, parameters)).json()).toEqual({ message: 'OK', warnings })
    const stored = await admin.post(`${path}/`, { database_name: 'new', sqlalchemy_uri: 'duckdb:///new.duckdb' })
    expect([stored.statusCode, files()]).toEqual([201, []])
    expect((await admin.get(`${path}/${stored.json().id}/schemas/`)).statusCode).toBe(200)
    expect(files()).toEqual([])
    expect((await test('duckdb:///new.duckdb')).statusCode).toBe(200)
  })

  it.each([
    ['duckdb:///:memory:', ':memory:'],
    ['duckdb:///%3Amemory%3Ascratch', ':memory:'],
    ['duckdb:///md:mydb', 'md:'],
    ['duckdb:///MotherDuck:mydb', 'MotherDuck:'],
    ['duckdb:///https://example.org/a.duckdb', 'https:'],
    ['duckdb:///s3://bucket/a.duckdb', 's3:'],
  ])('rejects an invalid file name: %s', async (uri, name) => {
    const message = `DuckDB databases are files in the data directory of the server; ${name} is not supported`
    for (const response of [await test(uri), await admin.post(`${path}/`, { database_name: uri, sqlalchemy_uri: uri })])
      expect([response.statusCode, response.json().errors?.[0].message ?? response.json().message]).toEqual([
        422,
        message,
      ])
  })

  it('passes the test without a warning if the file exists', async () => {
    const draft = { database_name: 'Loaded', sqlalchemy_uri: 'duckdb:///loaded.duckdb', allow_file_upload: true }
    const { id } = (await admin.post(`${path}/`, draft)).json()
    await uploadCsv(admin, id, 'a\n1\n', { table_name: 'loaded' })
    expect((await test('duckdb:///loaded.duckdb')).json()).toEqual({ message: 'OK' })
    const parameters = form({ file: 'loaded.duckdb' }, 'duckdb')
    expect((await admin.post(`${path}/validate_parameters/`, parameters)).json()).toEqual({ message: 'OK' })
  })

  it.each(['duckdb:////etc/new.duckdb', 'duckdb:///../new.duckdb', 'duckdb:///%zz', 'duckdb:///.'])(
    'rejects it at %s, and creates no file',
    async (uri) => {
      const before = files()
      expect((await test(uri)).statusCode).toBe(422)
      expect((await admin.post(`${path}/`, { database_name: 'wrong', sqlalchemy_uri: uri })).statusCode).toBe(422)
      expect(files()).toEqual(before)
    },
  )
})

describe('a link-local host', () => {
  const hosts = [
    '169.254.169.254',
    '2852039166',
    '0xa9fea9fe',
    '0251.0376.43518',
    '[::ffff:169.254.169.254]',
    '[::ffff:a9fe:a9fe]',
    '[fe80::1]',
    '[febf::1%251]',
  ]

  it.each(hosts)('%s is rejected in every form of a connection', async (host) => {
    const uri = `postgresql://ada:x@${host}:80/x`
    const bare = host.replace(/^\[|\]$/g, '').replace('%25', '%')
    const expected = {
      message: `The host "${bare}" has a link-local address or that of a cloud metadata service; such addresses are not allowed.`,
      extra: { invalid: ['host'] },
    }
    const answers = [
      await test(uri),
      await test(`postgresql://ada:x@/x?host=${bare}`),
      await admin.post(`${path}/validate_parameters/`, form({ host: bare })),
      await admin.post(`${path}/`, { database_name: 'by address', sqlalchemy_uri: uri }),
    ]
    for (const answer of answers) {
      expect(answer.statusCode).toBe(422)
      expect(answer.json().errors[0]).toMatchObject(expected)
    }
    const bundle = zip({
      'metadata.yaml': 'version: 1.0.0\ntype: Database\n',
      'databases/it.yaml': `
database_name: link
sqlalchemy_uri: "${uri}"
uuid: 11111111-1111-4111-8111-111111111111
version: 1.0.0
`,
    })
    expect((await upload(admin, 'database', bundle, { overwrite: 'true' })).statusCode).toBe(200)
    const stored = await fixture.context.store.databases.getByUuid('11111111-1111-4111-8111-111111111111')
    const response = await admin.get(`${path}/${stored?.id}/schemas/`)
    expect([response.statusCode, response.json().errors[0].message]).toEqual([422, expected.message])
  })
})

describe('tested connections', () => {
  it('end with the request while a host does not respond', async () => {
    const controller = new AbortController()
    vi.spyOn(Socket.prototype, 'setTimeout').mockReturnThis()
    vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket) {
      controller.abort()
      return this
    })
    const settings = { host: '127.0.0.1', port: 5432, database: 'x', username: 'ada' }
    const check = checkReachability(formEngine('postgresql'), settings, 5432, {
      signal: controller.signal,
      lookUp: async (address) => [{ address, family: 4 }],
    })
    await expect(check.finally(() => vi.restoreAllMocks())).rejects.toMatchObject({ code: 'connection-timeout' })
  })

  it('limits tests per user, and leaves some for others', async () => {
    const { context } = fixture
    let ends: (() => void)[] = []
    const work = () => new Promise<void>((resolve) => ends.push(resolve))
    const endAll = () => {
      for (const end of ends) end()
      ends = []
    }
    const start = (userId: number) => runConnectionTest({ context, user: { userId } as never }, work)
    const attempts = Array.from({ length: MAX_ATTEMPTS }, (_, index) => start(Math.floor(index / MAX_USER_ATTEMPTS)))
    await expect(start(9)).rejects.toMatchObject({ code: 'too-many-requests' })
    endAll()
    await Promise.all(attempts)
    const own = Array.from({ length: MAX_USER_ATTEMPTS }, () => start(1))
    await expect(start(1)).rejects.toMatchObject({ code: 'too-many-requests' })
    const other = start(2)
    await expect.poll(() => ends.length).toBe(MAX_USER_ATTEMPTS + 1)
    endAll()
    await Promise.all([...own, other])
  })

  it('tests others while a lookup of a host is slow, and limits the lookups in progress per user', async () => {
    const ends: (() => void)[] = []
    const resolveHost = () => new Promise<LookupAddress[]>((resolve) => ends.push(() => resolve([])))
    const { signal } = new AbortController()
    const requestOf = (userId: number) => ({ context: fixture.context, user: { userId } as never, signal })
    const lookUp = (userId: number) => lookUpHost(requestOf(userId), 'slow.example', { maxMs: 1, resolveHost })
    for (let at = 0; at < MAX_USER_LOOKUPS; at++) expect(await lookUp(1)).toEqual([])
    await expect(lookUp(1)).rejects.toMatchObject({ code: 'too-many-requests' })
    expect(await lookUp(2)).toEqual([])
    expect(ends).toHaveLength(MAX_USER_LOOKUPS + 1)
    for (const end of ends) end()
    const address = { address: '192.0.2.1', family: 4 }
    const fast = () => lookUpHost(requestOf(1), 'fast.example', { resolveHost: async () => [address] })
    await expect.poll(() => fast().catch(() => 'rejected')).toEqual([address])
  })

  it('count the lookups of a URI as those of a form', async () => {
    const ends: (() => void)[] = []
    const resolveHost = () => new Promise<LookupAddress[]>((resolve) => ends.push(() => resolve([])))
    const { signal } = new AbortController()
    const slow = { context: fixture.context, user: { userId: admin.user?.userId } as never, signal }
    for (let at = 0; at < MAX_USER_LOOKUPS; at++) await lookUpHost(slow, 'slow.example', { maxMs: 1, resolveHost })
    const codeOf = async (uri: string) => (await test(uri)).headers['x-facet-error']
    expect(await codeOf('postgresql://ada:x@name.invalid:5432/x')).toBe('too-many-requests')
    // An address needs no lookup; nothing listens at port 1.
    expect(await codeOf('postgresql://ada:x@127.0.0.1:1/x')).toBe('connection-port-closed')
    // A database is tested before it is stored.
    const draft = { database_name: 'looked up', sqlalchemy_uri: 'postgresql://ada:x@name.invalid:5432/x' }
    expect((await admin.post('/api/v1/database/', draft)).headers['x-facet-error']).toBe('too-many-requests')
    const ssh_tunnel = {
      server_address: 'ssh.invalid',
      server_port: 22,
      username: 'u',
      password: 'x',
      host_key: `SHA256:${'A'.repeat(43)}`,
    }
    const tunnelled = { sqlalchemy_uri: 'postgresql://ada:x@127.0.0.1:1/x', ssh_tunnel }
    const tested = await admin.post('/api/v1/database/test_connection/', tunnelled)
    expect(tested.headers['x-facet-error'], tested.body).toBe('too-many-requests')
    for (const end of ends) end()
    await expect.poll(() => codeOf('postgresql://ada:x@name.invalid:5432/x')).toBe('connection-hostname')
  })

  it('wait briefly for a slot', async () => {
    const ends: (() => void)[] = []
    const start = () =>
      runConnectionTest(
        { context: fixture.context, user: { userId: 1 } as never },
        () => new Promise<void>((resolve) => ends.push(resolve)),
      )
    const all = Array.from({ length: MAX_USER_ATTEMPTS + 1 }, start)
    await expect.poll(() => ends.length).toBe(MAX_USER_ATTEMPTS)
    ends[0]?.()
    await expect.poll(() => ends.length).toBe(MAX_USER_ATTEMPTS + 1)
    for (const end of ends) end()
    await Promise.all(all)
  })

  it('reject more than a few of one user at a time', async () => {
    const sockets = new Set<Socket>()
    let came = (): void => {}
    const full = new Promise<void>((resolve) => {
      came = resolve
    })
    // Accepts connections and never responds.
    const server = createServer((socket) => {
      sockets.add(socket.on('error', () => {}))
      if (sockets.size === MAX_USER_ATTEMPTS) came()
    })
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    const uri = `postgresql://ada:x@127.0.0.1:${(server.address() as AddressInfo).port}/x?sslmode=disable`
    // A request starts when it is awaited.
    const first = Promise.all(Array.from({ length: MAX_USER_ATTEMPTS }, () => test(uri)))
    await full
    const tooMany = [
      await test(uri),
      await test('duckdb:///new.duckdb'),
      await admin.post(`${path}/validate_parameters/`, form({ host: '127.0.0.1' })),
      await admin.post(`${path}/`, { database_name: 'many', sqlalchemy_uri: uri }),
    ]
    expect(tooMany.map((answer) => [answer.statusCode, answer.json().message])).toEqual(
      tooMany.map(() => [429, 'Too many requests']),
    )
    const closed = new Promise((resolve) => {
      server.close(resolve)
    })
    for (const socket of sockets) socket.destroy()
    await closed
    expect(new Set((await first).map(({ statusCode }) => statusCode))).toEqual(new Set([422]))
    expect((await test('duckdb:///new.duckdb')).statusCode).toBe(200)
  })
})
