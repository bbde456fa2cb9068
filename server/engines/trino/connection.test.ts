import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { Sources } from '#server/dataset/sources.ts'
import { withCaller } from '../engine-caller.ts'
import { createSql } from '../sql.ts'

interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

const received: Received[] = []
let server: Server
let sources: Sources
/** Answers each statement with one row. */
beforeAll(async () => {
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      received.push({ headers: request.headers, body })
      const columns = [{ name: 'n', type: 'integer', typeSignature: { rawType: 'integer', arguments: [] } }]
      response.end(JSON.stringify({ id: 'q', columns, data: [[1]] }))
    })
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  sources = new Sources({ directory: '/tmp' })
})
afterAll(async () => {
  await sources.close()
  server.closeAllConnections()
  server.close()
})
beforeEach(() => void received.splice(0))

const database = (impersonate_user: boolean) =>
  ({
    id: impersonate_user ? 1 : 2,
    backend: 'trino',
    sqlalchemy_uri: `trino://service@127.0.0.1:${(server.address() as AddressInfo).port}/hive/web`,
    secrets: null,
    extra: null,
    impersonate_user,
  }) as Parameters<Sources['use']>[0]

const run = (impersonates: boolean, text = 'SELECT 1', params: readonly (string | number)[] = []) =>
  sources.use(database(impersonates), ({ connection }) =>
    connection.table(createSql(text, params, text), {
      signal: new AbortController().signal,
      maxRows: 1,
      labels: ['n'],
    }),
  )

it('runs as the account of the connection, and names user and dashboard', async () => {
  await withCaller({ username: 'Zoë', dashboard: 7 }, () => run(false))
  expect(received.at(-1)?.headers).toMatchObject({
    'x-trino-user': 'service',
    'x-trino-source': 'facet',
    'x-trino-client-tags': 'facet,dashboard-7',
    'x-trino-client-info': String.raw`{"user":"Zo\u00eb","dashboard":7}`,
  })
})

it('runs as the user if the database impersonates users', async () => {
  for (const username of ['ana', 'bob']) {
    await withCaller({ username }, () => run(true))
    expect(received.at(-1)?.headers).toMatchObject({ 'x-trino-user': username, 'x-trino-client-tags': 'facet' })
  }
})

it('runs nothing for an anonymous user, nor without a user, if the database impersonates users', async () => {
  await withCaller({ username: 'ana' }, () => run(true))
  received.splice(0)
  await expect(withCaller({ username: null }, () => run(true))).rejects.toMatchObject({ code: 'not-signed-in' })
  await expect(run(true)).rejects.toMatchObject({ code: 'not-signed-in' })
  await expect(withCaller({ username: 'a\nb' }, () => run(true))).rejects.toMatchObject({
    code: 'connection-permissions',
  })
  expect(received).toEqual([])
})

it('sends values separately from the statement', async () => {
  await run(false, "SELECT 'it''s', ?, ?, ?", ["o'clock", 1, 0.5])
  expect(received.at(-1)?.body).toBe("EXECUTE IMMEDIATE 'SELECT ''it''''s'', ?, ?, ?' USING 'o''clock', 1, 5E-1")
})
