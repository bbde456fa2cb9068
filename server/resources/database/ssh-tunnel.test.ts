import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Database } from '#core/entity/database.ts'
import { Sources } from '#server/dataset/sources.ts'
import { SshTunnel } from '#server/engines/ssh-tunnel.ts'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'
import { upload, zip } from '#testing/bundle.ts'
import { emptyDatabase, type Postgres } from '#testing/postgres.ts'
import { encryptedKey, fingerprint, type SshState, writeSshDriver } from '#testing/ssh-driver.ts'

const MASK = 'XXXXXXXXXX'
/** The database as its readers see it. */
const FAILED = 'The connection to the database through its SSH tunnel failed.'
const path = '/api/v1/database'

let fixture: TestApp
let admin: Client
let state: SshState
let postgres: Pick<Postgres, 'url' | 'stop'>
/** Listens where the SSH server would. */
let door: Server
let uri: string
let count = 0

beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
  postgres = await emptyDatabase()
  state = await writeSshDriver(fixture.home)
  door = createServer(() => {}).listen(0, '127.0.0.1')
  await once(door, 'listening')
  uri = postgres.url.replace('facet@127.0.0.1', 'facet:secret@inner.example').replace('postgres:', 'postgresql:')
})
afterAll(async () => {
  await fixture.close()
  await postgres.stop()
  door.close()
})
beforeEach(() => {
  state.key = 'first key'
  state.password = 'sesame'
  state.signIns.length = 0
  state.opened.length = 0
})

const tunnel = (change: object = {}) => ({
  server_address: '127.0.0.1',
  server_port: (door.address() as AddressInfo).port,
  username: 'jump',
  password: 'sesame',
  host_key: fingerprint('first key'),
  ...change,
})
const body = (change: object = {}) => ({
  database_name: `tunnelled ${++count}`,
  sqlalchemy_uri: uri,
  ssh_tunnel: tunnel(change),
})
const make = async (change: object = {}) => {
  const answer = await admin.post(`${path}/`, body(change))
  expect([answer.statusCode, answer.body]).toEqual([201, expect.any(String)])
  const { id, result } = answer.json()
  return { id: id as number, result, row: (await fixture.context.store.databases.get(id)) as Database }
}
const show = async (id: number) => (await admin.get(`${path}/${id}`)).json().result
const schemas = (id: number) => admin.get(`${path}/${id}/schemas/`)
const messageOf = (answer: Awaited<ReturnType<Client['get']>>) => [
  answer.statusCode,
  answer.json().errors?.[0].message ?? answer.json().message,
]

it('reaches a database through the SSH server, and shows its secrets as masks only', async () => {
  const { id, result, row } = await make()
  expect(state.opened[0]).toMatch(/^inner\.example:\d+$/)
  const shown = { id, ...tunnel({ password: MASK }) }
  expect(result.ssh_tunnel).toEqual(shown)
  expect((await show(id)).ssh_tunnel).toEqual(shown)
  expect((await schemas(id)).json().result).toContain('public')
  expect(JSON.stringify(row)).not.toContain('sesame')
  const gamma = await fixture.as('Alpha')
  expect((await gamma.get(`${path}/${id}`)).json().result.ssh_tunnel).toBeNull()
})

it('sends and stores nothing before the host key is confirmed, and shows it', async () => {
  const unknown = body({ host_key: undefined })
  for (const answer of [await admin.post(`${path}/test_connection/`, unknown), await admin.post(`${path}/`, unknown)]) {
    const key = fingerprint('first key')
    expect(messageOf(answer)).toEqual([
      422,
      `The SSH server 127.0.0.1 has the host key ${key}, which is not confirmed yet.`,
    ])
    expect(answer.json().errors[0].extra).toMatchObject({ host_key: key, invalid: ['ssh_tunnel'] })
  }
  expect(state.signIns).toEqual([])
  const confirmed = await admin.post(`${path}/test_connection/`, body())
  expect(confirmed.json()).toEqual({ message: 'OK' })
})

it('sends nothing to an SSH server with another host key, by name', async () => {
  const { id } = await make()
  await fixture.context.store.databases.update(id, { force_ctas_schema: 'x' }, null)
  state.key = 'second key'
  state.signIns.length = 0
  for (const client of state.clients.splice(0)) client.lose()
  const text = `The SSH server 127.0.0.1 has another host key (${fingerprint('second key')}) than the stored one (${fingerprint('first key')}).`
  expect(messageOf(await schemas(id))).toEqual([422, FAILED])
  const tested = await admin.post(`${path}/test_connection/`, body({ host_key: fingerprint('first key') }))
  expect(messageOf(tested)).toEqual([422, text])
  expect(state.signIns).toEqual([])
  state.key = 'first key'
  expect((await schemas(id)).statusCode).toBe(200)
})

it('connects again after the connection to the SSH server was lost', async () => {
  const { id } = await make()
  expect((await schemas(id)).statusCode).toBe(200)
  for (const client of state.clients.splice(0)) client.lose()
  expect((await schemas(id)).statusCode).toBe(200)
})

it('keeps the secrets of masks, and sends them to no other SSH server and no other database', async () => {
  const { id, row } = await make()
  const masked = { ssh_tunnel: tunnel({ password: MASK }), sqlalchemy_uri: row.sqlalchemy_uri }
  expect((await admin.put(`${path}/${id}`, masked)).statusCode).toBe(200)
  expect((await admin.put(`${path}/${id}`, { ssh_tunnel: { username: 'jump' } })).statusCode).toBe(200)
  expect((await schemas(id)).statusCode).toBe(200)
  state.signIns.length = 0
  const belongs = [422, 'The stored password belongs to another connection']
  for (const change of [
    { ssh_tunnel: { server_address: 'localhost' } },
    { ssh_tunnel: { username: 'eve' } },
    { ssh_tunnel: { host_key: '' } },
    { ssh_tunnel: null },
    { sqlalchemy_uri: row.sqlalchemy_uri.replace('inner.example', 'inner.evil') },
  ])
    expect([change, messageOf(await admin.put(`${path}/${id}`, change))]).toEqual([change, belongs])
  expect(state.signIns).toEqual([])
  expect((await fixture.context.store.databases.get(id))?.tunnel).toBe(row.tunnel)
  const moved = JSON.stringify({ ...JSON.parse(row.tunnel ?? ''), server_address: 'localhost' })
  for (const change of [moved, null]) {
    await fixture.context.store.databases.update(id, { tunnel: change }, null)
    expect(messageOf(await schemas(id))).toEqual(belongs)
  }
  expect(state.signIns).toEqual([])
})

it('names the errors of a tunnel', async () => {
  const send = (change: object, more: object = {}) =>
    admin.post(`${path}/test_connection/`, { ...body(change), ...more })
  expect(messageOf(await send({ password: 'wrong' }))).toEqual([
    422,
    'The SSH server denied access to the user "jump".',
  ])
  expect(messageOf(await send({ server_address: '169.254.169.254' }))[1]).toContain('link-local')
  const far = uri.replace('inner.example', '169.254.169.254')
  expect(messageOf(await send({}, { sqlalchemy_uri: far }))[1]).toContain('link-local')
  const closed = createServer().listen(0, '127.0.0.1')
  await once(closed, 'listening')
  const { port } = closed.address() as AddressInfo
  closed.close()
  await once(closed, 'close')
  expect(messageOf(await send({ server_port: port }))).toEqual([422, 'The SSH server "127.0.0.1" cannot be reached.'])
  const nowhere = uri.replace(/:\d+\//, `:${port}/`)
  expect(messageOf(await send({}, { sqlalchemy_uri: nowhere }))).toEqual([
    422,
    `The SSH server cannot connect to inner.example:${port}.`,
  ])
  for (const [change, text] of [
    [{ password: undefined }, 'Must provide credentials for the SSH Tunnel'],
    [{ private_key: 'x' }, 'Enter a password or a private key, not both.'],
    [{ server_port: undefined }, 'Missing data for required field: server_port'],
    [{ host_key: 'aa:bb' }, 'The host key is a fingerprint'],
    [{ password: undefined, private_key: encryptedKey(25) }, 'encrypted with more than 24 rounds'],
  ] as const) {
    const answer = await send(change)
    expect([answer.statusCode, answer.body]).toEqual([400, expect.stringContaining(text)])
  }
  const other = await send({}, { sqlalchemy_uri: 'duckdb:///x.duckdb' })
  expect([other.statusCode, other.body]).toEqual([400, expect.stringContaining('not supported')])
})

it('logs the errors of a tunnel, which readers do not see, and reports no old one', async () => {
  const { row } = await make()
  const warned: unknown[] = []
  const log = { warn: (...entry: unknown[]) => void warned.push(entry) }
  const sources = new Sources({ directory: join(fixture.home, 'databases') }, fixture.context.config.secretKey, { log })
  await sources.use(row, ({ connection }) => connection.schemas())
  state.key = 'second key'
  for (const client of state.clients.splice(0)) client.lose()
  const failed = sources.use(row, ({ connection }) => connection.schemas())
  await expect(failed).rejects.toMatchObject({ code: 'tunnel-failed', args: [], extra: {} })
  expect(warned).toMatchObject([['The SSH tunnel of a database failed', { database: row.id, code: 'tunnel-host-key' }]])
  const other = sources.use(row, () => Promise.reject(new Error('other')))
  await expect(other).rejects.toThrow('other')
  await sources.close()
})

it('removes a tunnel with the secrets that were sent through it', async () => {
  const removed = await make()
  expect((await schemas(removed.id)).statusCode).toBe(200)
  expect(state.clients.at(-1)?.sock.destroyed).toBe(false)
  expect((await admin.delete(`${path}/${removed.id}`)).statusCode).toBe(200)
  await expect.poll(() => state.clients.at(-1)?.sock.destroyed).toBe(true)
  const { id } = await make()
  expect((await schemas(id)).statusCode).toBe(200)
  expect(state.clients.at(-1)?.sock.destroyed).toBe(false)
  expect((await admin.delete(`${path}/${id}/ssh_tunnel/`)).json()).toEqual({ message: 'OK' })
  expect(await fixture.context.store.databases.get(id)).toMatchObject({ tunnel: null, secrets: null })
  await expect.poll(() => state.clients.at(-1)?.sock.destroyed).toBe(true)
  expect((await admin.delete(`${path}/${id}/ssh_tunnel/`)).statusCode).toBe(404)
})

it('a tunnel is exported with masks, and imported with given secrets', async () => {
  const { id, row } = await make()
  const exported = unzipSync(new Uint8Array((await admin.get(`${path}/export/?q=!(${id})`)).rawPayload))
  const text = Object.values(exported)
    .map((each) => strFromU8(each))
    .join('\n')
  expect(text).toContain(`password: ${MASK}`)
  expect(text).not.toContain('sesame')
  await fixture.context.store.databases.remove([id], null)
  const yaml = `
database_name: ${row.database_name}
sqlalchemy_uri: ${row.sqlalchemy_uri}
uuid: 5d2ab7a4-6f53-4b0e-9a36-0b1d0a6a7a11
version: 1.0.0
ssh_tunnel: {server_address: 127.0.0.1, server_port: ${tunnel().server_port}, username: jump, password: ${MASK}}
`
  const bundle = zip({ 'metadata.yaml': 'version: 1.0.0\ntype: Database\n', 'databases/it.yaml': yaml })
  const passwords = JSON.stringify({ 'databases/it.yaml': 'secret' })
  const missing = await upload(admin, 'database', bundle, { passwords, dry_run: 'true' })
  expect([missing.statusCode, missing.json().errors[0].extra['databases/it.yaml']]).toEqual([
    422,
    { _schema: ['Must provide a password for the ssh tunnel'] },
  ])
  expect(missing.json().errors[0].extra.secret_servers).toEqual({
    'databases/it.yaml': [`127.0.0.1:${tunnel().server_port}`],
  })
  const unmasked = {
    'metadata.yaml': 'version: 1.0.0\ntype: Database\n',
    'databases/it.yaml': yaml.replace(`, password: ${MASK}}`, '}'),
  }
  const without = await upload(admin, 'database', zip(unmasked), { passwords, dry_run: 'true' })
  expect([without.statusCode, without.json().warnings]).toEqual([
    200,
    [`The SSH tunnel of the database ${row.database_name} has no secrets: enter them in its connection.`],
  ])
  const key = zip({
    ...unmasked,
    'databases/it.yaml': yaml.replace('password:', `private_key_password: ${MASK}, private_key:`),
  })
  const ssh_tunnel_private_keys = JSON.stringify({ 'databases/it.yaml': 'a key' })
  const keyless = await upload(admin, 'database', key, { passwords, ssh_tunnel_private_keys, dry_run: 'true' })
  expect(keyless.json().errors[0].extra['databases/it.yaml']).toEqual({
    _schema: ['Must provide a private key password for the ssh tunnel'],
  })
  const ssh_tunnel_passwords = JSON.stringify({ 'databases/it.yaml': 'sesame' })
  const answer = await upload(admin, 'database', bundle, { passwords, ssh_tunnel_passwords })
  expect([answer.statusCode, answer.json().warnings]).toEqual([200, undefined])
  const made = await fixture.context.store.databases.getByUuid('5d2ab7a4-6f53-4b0e-9a36-0b1d0a6a7a11')
  const { host_key, ...found } = tunnel({ password: MASK })
  expect(JSON.parse(made?.tunnel ?? '')).toEqual(found)
  const imported = made?.id ?? 0
  expect(messageOf(await schemas(imported))).toEqual([422, FAILED])
  const change = { sqlalchemy_uri: uri, ssh_tunnel: { host_key, password: 'sesame' } }
  expect((await admin.put(`${path}/${imported}`, change)).statusCode).toBe(200)
  expect((await show(imported)).ssh_tunnel).toMatchObject({ ...found, host_key })
  expect((await schemas(imported)).statusCode).toBe(200)
  expect(state.signIns.at(-1)).toMatchObject({ password: 'sesame' })
})

it('rejects a stored key with more rounds than the limit', async () => {
  const { server_address: host, server_port: port, username, host_key: hostKey } = tunnel()
  const storage = { directory: join(fixture.home, 'databases') }
  const codeOf = (rounds: number) =>
    SshTunnel.open(
      { host, port, username, hostKey, privateKey: encryptedKey(rounds) },
      { host: 'inner', port: 1 },
      storage,
    ).catch((error: { code: string }) => error.code)
  expect(await codeOf(4_294_967_295)).toBe('tunnel-key-rounds')
  expect(state.signIns).toEqual([])
  expect(await codeOf(24)).toBe('tunnel-denied')
})

it('limits the tunnels of a process', async () => {
  const { server_address: host, server_port: port, username, password, host_key: hostKey } = tunnel()
  const tunnelTarget = { host: '127.0.0.1', port: Number(new URL(postgres.url).port) }
  const storage = { directory: join(fixture.home, 'databases') }
  const opened: SshTunnel[] = []
  const open = async () => {
    const each = await SshTunnel.open({ host, port, username, password, hostKey }, tunnelTarget, storage)
    opened.push(each)
    return each
  }
  const sockets: Socket[] = []
  const use = async (each: SshTunnel) => {
    const socket = connect(each.path).on('error', () => {})
    sockets.push(socket)
    const before = state.opened.length
    await once(socket, 'connect')
    await expect.poll(() => state.opened.length).toBe(before + 1)
  }
  const { id } = await make()
  expect((await schemas(id)).statusCode).toBe(200)
  // Nothing uses the tunnels of databases any more.
  for (const client of state.clients.splice(0)) client.lose()
  await use(await open())
  while (opened.length < 51) await open()
  expect(opened.map(({ isClosed }) => isClosed).indexOf(true)).toBe(1)
  expect((await schemas(id)).statusCode).toBe(200)
  for (const each of opened.slice(1)) if (!each.isClosed) await use(each)
  await expect(open()).rejects.toMatchObject({
    code: 'tunnel-limit',
    message: 'The maximum number of 50 SSH tunnels is open.',
  })
  for (const socket of sockets) socket.destroy()
  for (const each of opened) await each.close()
})

it('lists the engines that support tunnels', async () => {
  const { databases } = (await admin.get(`${path}/available/`)).json()
  const flags = Object.fromEntries(
    databases.map((each: { engine: string; engine_information: { disable_ssh_tunneling: boolean } }) => [
      each.engine,
      each.engine_information.disable_ssh_tunneling,
    ]),
  )
  expect(flags).toMatchObject({
    postgresql: false,
    mysql: false,
    trino: false,
    clickhouse: false,
    mssql: false,
    duckdb: true,
  })
})
