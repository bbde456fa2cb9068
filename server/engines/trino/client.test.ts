import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import { parseExactJson, TrinoClient, type TrinoRow } from './client.ts'
import { explain } from './explain.ts'

type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void

let server: Server | undefined
let client: TrinoClient | undefined
afterEach(() => {
  client?.close()
  server?.closeAllConnections()
  server?.close()
})

const PASSWORD = 'top-secret-token'

/** Starts a server that handles requests, and returns the methods and paths that it has received. */
async function serve(
  handle: Handler,
): Promise<{ calls: string[]; origin: string; headers: IncomingMessage['headers'][] }> {
  const calls: string[] = []
  const headers: IncomingMessage['headers'][] = []
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      calls.push(`${request.method} ${request.url}`)
      headers.push(request.headers)
      handle(request, response, body)
    })
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server?.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  client = new TrinoClient({
    host: '127.0.0.1',
    port,
    isSecure: false,
    acceptsAnyCertificate: false,
    user: 'ana',
    password: PASSWORD,
    isToken: true,
    catalog: 'hive',
    schema: 'web',
  })
  return { calls, headers, origin: `http://127.0.0.1:${port}` }
}

const reply = (response: ServerResponse, body: object): void => void response.end(JSON.stringify({ id: 'q', ...body }))

async function run(signal = new AbortController().signal, wanted = Number.POSITIVE_INFINITY) {
  const rows: TrinoRow[] = []
  await client?.run('SELECT 1', { 'X-Trino-Client-Tags': 'a' }, signal, (page) => {
    rows.push(...page.rows)
    return rows.length < wanted
  })
  return rows
}

it('follows the pages of a result, and sends the account only with the first request of a query', async () => {
  const { calls, headers, origin } = await serve(({ url }, response) => {
    if (url === '/v1/statement') return reply(response, { nextUri: `${origin}/v1/statement/queued/q/1?a=b` })
    if (url?.includes('queued'))
      return reply(response, { data: [[1]], nextUri: `${origin}/v1/statement/executing/q/2` })
    reply(response, { data: [['9007199254740993']] })
  })
  expect(await run()).toEqual([[1], ['9007199254740993']])
  expect(calls).toEqual(['POST /v1/statement', 'GET /v1/statement/queued/q/1?a=b', 'GET /v1/statement/executing/q/2'])
  expect(headers[0]).toMatchObject({
    authorization: `Bearer ${PASSWORD}`,
    'x-trino-user': 'ana',
    'x-trino-catalog': 'hive',
    'x-trino-schema': 'web',
    'x-trino-source': 'facet',
    'x-trino-time-zone': 'UTC',
    'x-trino-client-tags': 'a',
  })
})

it('repeats a request that an overloaded server rejects', async () => {
  let count = 0
  const { calls } = await serve((_request, response) => {
    if (count++ < 2) {
      response.statusCode = 503
      return void response.end('busy')
    }
    reply(response, { data: [[1]] })
  })
  expect(await run()).toEqual([[1]])
  expect(calls).toHaveLength(3)
})

it.each([
  ['another host', 'http://localhost:PORT/v1/statement/queued/q/1'],
  ['another port', 'http://127.0.0.1:1/v1/statement/queued/q/1'],
  ['another scheme', 'https://127.0.0.1:PORT/v1/statement/queued/q/1'],
  ['another path', 'http://127.0.0.1:PORT/v1/node'],
  ['a login', 'http://127.0.0.1:PORT@evil.example/v1/statement/q'],
  ['no URI', 'nowhere'],
])('a result is not followed to %s', async (_name, uri) => {
  const { calls, origin } = await serve((_request, response) => {
    reply(response, { nextUri: uri.replace('PORT', new URL(origin).port) })
  })
  const failure = await run().catch((error: unknown) => explain(error))
  expect(failure).toMatchObject({ code: 'connection-failed', message: expect.stringContaining('another address') })
  expect(calls).toEqual(['POST /v1/statement'])
})

it('a redirect is not followed', async () => {
  const { calls, origin } = await serve((_request, response) => {
    response.writeHead(307, { Location: `${origin}/v1/statement/other` }).end()
  })
  expect(await run().catch((error: unknown) => explain(error))).toMatchObject({ code: 'connection-failed' })
  expect(calls).toHaveLength(1)
})

it('cancels a query that is aborted while it waits', async () => {
  const { calls, origin } = await serve(({ method }, response) => {
    if (method === 'POST') return reply(response, { nextUri: `${origin}/v1/statement/queued/q/1` })
    if (method === 'DELETE') response.writeHead(204).end()
  })
  const abort = new AbortController()
  const running = run(abort.signal)
  await vi.waitFor(() => expect(calls).toHaveLength(2))
  abort.abort(new Error('left'))
  await expect(running).rejects.toThrow('left')
  await vi.waitFor(() => expect(calls.at(-1)).toBe('DELETE /v1/statement/queued/q/1'))
})

it('cancels a query that is aborted before the server has named it', async () => {
  let begin = (): void => {}
  const { calls, origin } = await serve(({ method }, response) => {
    begin = () => reply(response, { nextUri: `${origin}/v1/statement/queued/q/1` })
    if (method === 'DELETE') response.writeHead(204).end()
  })
  const abort = new AbortController()
  const running = run(abort.signal)
  await vi.waitFor(() => expect(calls).toHaveLength(1))
  abort.abort(new Error('left'))
  await expect(running).rejects.toThrow('left')
  begin()
  await vi.waitFor(() => expect(calls.at(-1)).toBe('DELETE /v1/statement/queued/q/1'))
})

it('cancels a query when all needed rows are read', async () => {
  const { calls, origin } = await serve(({ method }, response) => {
    if (method === 'DELETE') return void response.writeHead(204).end()
    reply(response, { data: [[1], [2]], nextUri: `${origin}/v1/statement/executing/q/2` })
  })
  expect(await run(undefined, 2)).toHaveLength(2)
  await vi.waitFor(() => expect(calls).toEqual(['POST /v1/statement', 'DELETE /v1/statement/executing/q/2']))
})

it.each([
  [401, 'connection-denied', ['ana']],
  [403, 'connection-permissions', ['ana']],
  [500, 'connection-failed', []],
  [200, 'connection-failed', []],
])('names status %d without the token', async (status, code, args) => {
  await serve((_request, response) => {
    response.statusCode = status
    response.end(`Invalid token ${PASSWORD}`)
  })
  const failure = await run().catch((error: unknown) => explain(error))
  expect(failure).toMatchObject({ code, args, message: expect.stringContaining('***') })
  expect(JSON.stringify(failure)).not.toContain(PASSWORD)
})

it('names errors of a query with their position', async () => {
  await serve((_request, response) =>
    reply(response, {
      error: {
        message: "line 2:3: Column 'nope' cannot be resolved",
        errorName: 'COLUMN_NOT_FOUND',
        errorLocation: { lineNumber: 2, columnNumber: 3 },
      },
    }),
  )
  expect(await run().catch((error: unknown) => explain(error, 'SELECT\n  nope'))).toEqual({
    code: 'column-missing',
    args: ['nope'],
    message: "Column 'nope' cannot be resolved",
    position: 9,
  })
})

it('parses long integers without losing a digit', () => {
  const text =
    '[9007199254740993,-9223372036854775808,0.1234567890123456789,1e300,{"12345678901234567":12},"a \\" 9007199254740993"]'
  expect(parseExactJson(text)).toEqual([
    '9007199254740993',
    '-9223372036854775808',
    0.123_456_789_012_345_68,
    1e300,
    { '12345678901234567': 12 },
    'a " 9007199254740993',
  ])
})
