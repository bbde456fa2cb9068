import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Database } from '#core/entity/database.ts'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'
import { upload, zip } from '#testing/bundle.ts'
import { type Authority, makeAuthority } from '#testing/certificates.ts'
import { type PasswordServer, startPasswordServer } from '#testing/password-server.ts'

const SECRET = 'TopSecret1'
const MASK = 'XXXXXXXXXX'
const path = '/api/v1/database'

let fixture: TestApp
let admin: Client
/** May write databases, and sees only their own. */
let writer: Client
/** The server the password belongs to, and one that tries to obtain it, on another address of this machine. */
let own: PasswordServer
let evil: PasswordServer
let made: Database

beforeAll(async () => {
  own = await startPasswordServer('127.0.0.1')
  evil = await startPasswordServer('127.0.0.2', own.port)
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
  const role = await fixture.context.store.roles.create({ name: 'Writes databases' }, null)
  await fixture.context.store.roles.addPairs(role.id, [['can_write', 'Database']])
  writer = await fixture.as('Gamma', 'Writes databases')
})
afterAll(async () => {
  await fixture.close()
  await own.close()
  await evil.close()
})

let count = 0
const address = (host: string, more = '', password = MASK) =>
  `postgresql://ada:${password}@${host}:${own.port}/sales${more}`
beforeEach(async () => {
  const body = { database_name: `warehouse ${++count}`, sqlalchemy_uri: address('127.0.0.1', '', SECRET) }
  const { id } = (await admin.post(`${path}/`, body)).json()
  made = (await fixture.context.store.databases.get(id)) as Database
  own.messages.length = 0
  evil.messages.length = 0
})

const moved: readonly (readonly [string, () => string])[] = [
  ['another host', () => address('127.0.0.2')],
  ['a host behind a parameter', () => address('', '?host=127.0.0.2')],
  ['two hosts', () => address('127.0.0.1', '?host=127.0.0.2')],
  ['weaker TLS', () => address('127.0.0.1', '?sslmode=disable')],
  ['another user', () => address('127.0.0.1').replace('ada', 'eve')],
]

const file = (uri: string) =>
  zip({
    'metadata.yaml': 'version: 1.0.0\ntype: Database\n',
    'databases/it.yaml': `
database_name: ${made.database_name}
sqlalchemy_uri: ${uri}
uuid: ${made.uuid}
version: 1.0.0
`,
  })
const problems = (answer: Awaited<ReturnType<Client['post']>>) => answer.json().errors[0].extra['databases/it.yaml']

/** Sends a request that queries the database: its schemas. */
const ask = (client: Client = admin) => client.get(`${path}/${made.id}/schemas/`)

it('a stored password is sent to the server of its database', async () => {
  expect((await admin.post(`${path}/test_connection/`, { sqlalchemy_uri: address('127.0.0.1') })).statusCode).toBe(200)
  expect(own.messages).toEqual([MASK])
  const body = { sqlalchemy_uri: address('127.0.0.1'), database_name: made.database_name }
  expect((await admin.post(`${path}/test_connection/`, body)).statusCode).toBe(200)
  await ask()
  expect([...new Set(own.messages.slice(1))]).toEqual([SECRET])
})

describe.each(moved)('a stored password and a URI with %s', (_, to) => {
  it('a connection test does not send it', async () => {
    const body = { sqlalchemy_uri: to(), database_name: made.database_name }
    await admin.post(`${path}/test_connection/`, body)
    expect([...own.messages, ...evil.messages]).not.toContain(SECRET)
  })

  it('a query of a changed database does not send it', async () => {
    await admin.put(`${path}/${made.id}`, { sqlalchemy_uri: to() })
    expect((await fixture.context.store.databases.get(made.id))?.sqlalchemy_uri).toBe(to())
    await ask()
    expect([...own.messages, ...evil.messages]).not.toContain(SECRET)
    expect((await fixture.context.store.databases.get(made.id))?.secrets).toBeNull()
  })

  it('a bundle that overwrites the database does not send it, and requires a new password', async () => {
    const answer = await upload(admin, 'database', file(to()), { overwrite: 'true' })
    expect([answer.statusCode, problems(answer)]).toEqual([
      422,
      { _schema: ['Must provide a password for the database'] },
    ])
    expect(await fixture.context.store.databases.get(made.id)).toEqual(made)
    const fields = { overwrite: 'true', passwords: JSON.stringify({ 'databases/it.yaml': 'another' }) }
    expect((await upload(admin, 'database', file(to()), fields)).statusCode).toBe(200)
    await ask()
    expect([...own.messages, ...evil.messages]).not.toContain(SECRET)
    expect([...own.messages, ...evil.messages]).toContain('another')
  })

  it('a changed row in the store does not send it', async () => {
    await fixture.context.store.databases.update(made.id, { sqlalchemy_uri: to() }, null)
    const answer = await ask()
    expect([answer.statusCode, answer.json().errors?.[0].message]).toEqual([
      422,
      'The stored password belongs to another connection',
    ])
    expect([...own.messages, ...evil.messages]).toEqual([])
  })
})

describe('a stored password and other certificates of the server', () => {
  let authority: Authority
  beforeAll(async () => {
    authority = await makeAuthority()
  })
  afterAll(() => authority.remove())
  const message = 'The stored password belongs to another connection'

  it('a test or a change of the database does not use it', async () => {
    const change = { server_cert: authority.cert, database_name: made.database_name }
    const tested = { ...change, sqlalchemy_uri: made.sqlalchemy_uri }
    for (const answer of [
      await admin.post(`${path}/test_connection/`, tested),
      await admin.put(`${path}/${made.id}`, change),
      await admin.put(`${path}/${made.id}`, tested),
    ])
      expect([answer.statusCode, answer.json().errors?.[0].message]).toEqual([422, message])
    expect(own.messages).toEqual([])
    expect(await fixture.context.store.databases.get(made.id)).toEqual(made)
  })

  it('a changed bundle or store does not use it', async () => {
    const bundle = zip({
      'metadata.yaml': 'version: 1.0.0\ntype: Database\n',
      'databases/it.yaml': `database_name: it\nsqlalchemy_uri: ${made.sqlalchemy_uri}\nuuid: ${made.uuid}\nversion: 1.0.0\nserver_cert: another\n`,
    })
    const answer = await upload(admin, 'database', bundle, { overwrite: 'true' })
    expect([answer.statusCode, problems(answer)]).toEqual([
      422,
      { _schema: ['Must provide a password for the database'] },
    ])
    await fixture.context.store.databases.update(made.id, { server_cert: authority.cert }, null)
    const queried = await ask()
    expect([queried.statusCode, queried.json().errors?.[0].message]).toEqual([422, message])
    expect(own.messages).toEqual([])
  })

  it('invalid certificates return an error of the field', async () => {
    const body = { sqlalchemy_uri: address('127.0.0.1', '', 'new'), server_cert: 'nonsense' }
    const answer = await admin.post(`${path}/test_connection/`, body)
    expect([answer.statusCode, answer.body]).toEqual([400, expect.stringContaining('Invalid certificate')])
    expect((await admin.put(`${path}/${made.id}`, body)).json().message).toEqual({
      server_cert: ['Invalid certificate'],
    })
  })
})

describe('a stored password is not used for changed form parameters', () => {
  const form = (change: object) => ({
    engine: 'postgresql',
    configuration_method: 'dynamic_form',
    parameters: {
      host: '127.0.0.1',
      port: own.port,
      database: 'sales',
      username: 'ada',
      password: MASK,
      ...change,
    },
  })
  const changes = [{ host: '127.0.0.2' }, { query: { sslmode: 'disable' } }, { username: 'eve' }]

  it.each(changes)('%j', async (change) => {
    await admin.post(`${path}/validate_parameters/`, { ...form(change), id: made.id })
    await admin.post(`${path}/validate_parameters/`, { ...form(change), database_name: made.database_name })
    await admin.put(`${path}/${made.id}`, form(change))
    await ask()
    expect([...own.messages, ...evil.messages]).not.toContain(SECRET)
  })

  it('unchanged form parameters use it', async () => {
    expect((await admin.post(`${path}/validate_parameters/`, { ...form({}), id: made.id })).statusCode).toBe(200)
    expect([...new Set(own.messages)]).toEqual([SECRET])
  })
})

describe('a user who writes databases without access to this one', () => {
  it('cannot overwrite it by a bundle, with a password or without', async () => {
    for (const passwords of ['{}', '{"databases/it.yaml":"mine"}']) {
      const fields = { overwrite: 'true', passwords }
      const answer = await upload(writer, 'database', file(address('127.0.0.2')), fields)
      expect([answer.statusCode, problems(answer)]).toEqual([
        422,
        "A database already exists and user doesn't have permissions to overwrite it",
      ])
    }
    expect((await writer.put(`${path}/${made.id}`, { database_name: 'taken' })).statusCode).toBe(404)
    expect(await fixture.context.store.databases.get(made.id)).toEqual(made)
  })

  it('cannot restore it by a bundle or a call', async () => {
    await fixture.context.store.databases.remove([made.id], null)
    expect((await writer.post(`${path}/${made.id}/restore`)).statusCode).toBe(404)
    const answer = await upload(writer, 'database', file(address('127.0.0.1')))
    expect(answer.statusCode).toBe(422)
    expect(await fixture.context.store.databases.get(made.id)).toBeUndefined()
  })

  it('cannot test its password', async () => {
    await writer.post(`${path}/test_connection/`, {
      sqlalchemy_uri: address('127.0.0.1'),
      database_name: made.database_name,
    })
    expect(own.messages).toEqual([MASK])
  })
})

it('hides connection details from users who may only read a database', async () => {
  const secret = { engine_params: { connect_args: { password: SECRET } }, disable_data_preview: true }
  await fixture.context.store.databases.update(made.id, { extra: JSON.stringify(secret), server_cert: SECRET }, null)
  const reader = await fixture.as('Alpha')
  for (const url of [`${path}/`, `${path}/${made.id}`]) {
    const { body } = await reader.get(url)
    expect(body).toContain('disable_data_preview')
    expect(body).not.toMatch(/TopSecret1|engine_params/)
  }
  expect((await admin.get(`${path}/${made.id}`)).json().result.extra).toBe(JSON.stringify(secret))
})

describe('a database that is changed during the test of its new connection', () => {
  it.each([
    ['without If-Match', undefined],
    ['with the version that the other change makes', 1],
  ])('keeps the other change, and returns 412 %s', async (_, later) => {
    const { store, chartData } = fixture.context
    const testing = vi.spyOn(chartData.sources, 'test').mockImplementation(async () => {
      await store.databases.update(made.id, { sqlalchemy_uri: address('127.0.0.2'), secrets: 'of that server' }, null)
      return { missing: undefined, hostKey: undefined }
    })
    const headers = later === undefined ? {} : { 'if-match': `"${made.version + later}"` }
    const changed = await admin.put(`${path}/${made.id}`, { sqlalchemy_uri: address('127.0.0.1') }, { headers })
    testing.mockRestore()
    expect(changed.statusCode).toBe(412)
    expect(await store.databases.get(made.id)).toMatchObject({
      sqlalchemy_uri: address('127.0.0.2'),
      secrets: 'of that server',
    })
  })
})
