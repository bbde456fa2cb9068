import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { makeApp } from '#server/app.ts'
import { makeTestApp, NOON, type TestApp } from '#testing/app.ts'
import { rawCall } from '#testing/raw-call.ts'
import { CALL_ID_HEADER, callIds, currentCall, withCallId } from './call-id.ts'
import { makeLog } from './log.ts'
import { loggedPath } from './logged-path.ts'
import { serveRoute } from './serve-route.ts'
import { ResponseCache } from './response-cache.ts'

function logTo(lines: string[], level: 'debug' | 'info' | 'silent' = 'info') {
  return makeLog({ level, now: () => NOON, write: (line) => void lines.push(line) })
}

describe('a line of the log', () => {
  it('writes one JSON object with level, time, known fields and the message', () => {
    const lines: string[] = []
    logTo(lines).warn('The cache\nis full', { code: 'cache-full', bytes: 12 })
    expect(lines).toEqual([
      '{"level":"warn","at":"2024-05-01T12:00:00.000Z","code":"cache-full","bytes":12,"message":"The cache\\nis full"}\n',
    ])
  })

  it('writes lines at and above the configured level', () => {
    const lines: string[] = []
    const [info, debug, silent] = [logTo(lines), logTo(lines, 'debug'), logTo(lines, 'silent')]
    info.debug('not this')
    silent.error('nor this')
    debug.debug('this')
    expect(lines.map((line) => JSON.parse(line).message)).toEqual(['this'])
  })

  it('writes the id of the request, also after waiting', async () => {
    const lines: string[] = []
    const log = logTo(lines)
    await withCallId('call-one', async () => {
      await new Promise((resolve) => setImmediate(resolve))
      log.info('inside')
    })
    log.info('outside')
    expect(lines.map((line) => JSON.parse(line).call)).toEqual(['call-one', undefined])
  })

  it('contains no secrets, and truncates long values', () => {
    const lines: string[] = []
    logTo(lines).error('Cannot reach postgresql+psycopg2://ada:p4ss%w@db:5432/x now', {
      password: 'open sesame',
      detail: 'at postgres://bob:s3cret@db/y',
      headers: { authorization: 'Bearer abc', accept: 'text/html' },
      long: 'x'.repeat(10_000),
    })
    const line = JSON.parse(lines[0] ?? '')
    expect(line.message).toBe('Cannot reach postgresql+psycopg2://ada:XXXXXXXXXX@db:5432/x now')
    expect(line.password).toBe('XXXXXXXXXX')
    expect(line.detail).toBe('at postgres://bob:XXXXXXXXXX@db/y')
    expect(line.headers).toEqual({ authorization: 'XXXXXXXXXX', accept: 'text/html' })
    expect(line.long).toBe(`${'x'.repeat(8192)}…`)
  })

  it('drops a line that cannot be written', () => {
    const log = makeLog({
      level: 'info',
      now: () => NOON,
      write: () => {
        throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
      },
    })
    expect(() => log.error('lost')).not.toThrow()
  })
})

it.each([
  ['/api/v1/chart/7?form_data=%7B%22a%22%3A1%7D', '/api/v1/chart/7'],
  ['/login/link/abcdef', '/login/link/…'],
  ['/facet/login/link/abcdef/', '/facet/login/link/…/'],
  [`/${'x'.repeat(600)}`, `/${'x'.repeat(499)}`],
])('%s is logged as %s', (url, path) => expect(loggedPath(url)).toBe(path))

describe('the id of a request', () => {
  let fixture: TestApp
  let port: number
  beforeAll(async () => {
    fixture = await makeTestApp()
    await fixture.app.listen({ port: 0, host: '127.0.0.1' })
    port = (fixture.app.server.address() as AddressInfo).port
  })
  afterAll(() => fixture.close())

  const idIn = (head: string) => /x-request-id: (\S+)/i.exec(head)?.[1]

  it.each([
    ['GET', '/health'],
    ['GET', '/api/v1/me/'],
    ['POST', '/nowhere'],
    ['GET', '/%'],
    ['GET', '/login/'],
  ])('generates an id, and returns it in the response: %s %s', async (method, path) => {
    const ids = new Set<string | undefined>()
    for (let count = 0; count < 2; count++) {
      const call = rawCall(port, `${method} ${path}`, { 'x-request-id': 'made-by-a-stranger', 'content-length': 0 })
      ids.add(idIn((await call.answer()).head))
      call.socket.destroy()
    }
    expect(ids.size).toBe(2)
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/)
  })

  it('appears in every log line of the request', async () => {
    const lines: string[] = []
    const context = { ...fixture.context, log: logTo(lines, 'debug') }
    const app = await makeApp(context)
    serveRoute(app, { context, responses: new ResponseCache(context) }, '', {
      method: 'GET',
      path: '/broken',
      policy: { allow: 'anyone' },
      handler: async () => {
        await context.store.ping()
        context.log.warn('something odd')
        throw new Error('broken')
      },
    })
    await app.listen({ port: 0, host: '127.0.0.1' })
    const call = rawCall((app.server.address() as AddressInfo).port, 'GET /broken?token=hidden')
    const { head } = await call.answer()
    await vi.waitFor(() => expect(lines).toHaveLength(3))
    const logged = lines.map((line) => JSON.parse(line))
    expect(logged.map(({ message }) => message)).toEqual(['something odd', 'Fatal error', 'Request answered'])
    expect(new Set(logged.map((line) => line.call))).toEqual(new Set([idIn(head)]))
    expect(logged[2]).toMatchObject({ level: 'debug', method: 'GET', path: '/broken', status: 500 })
    expect(lines.join('')).not.toContain('hidden')
    call.socket.destroy()
    await app.close()
  })
})

describe('an id of a request, sent by a proxy', () => {
  const requested = (address: string, id: string) =>
    ({ headers: { [CALL_ID_HEADER]: id }, socket: { remoteAddress: address } }) as never
  const GIVEN = 'a1b2c3d4-proxy'

  it.each([
    [true, '203.0.113.9', GIVEN, true],
    [false, '127.0.0.1', GIVEN, false],
    [['127.0.0.1'], '127.0.0.1', GIVEN, true],
    [['127.0.0.1'], '::ffff:127.0.0.1', GIVEN, true],
    [['127.0.0.1'], '127.0.0.2', GIVEN, false],
    [['10.0.0.0/8', '::1'], '10.255.0.1', GIVEN, true],
    [['10.0.0.0/8', '::1'], '::1', GIVEN, true],
    [['10.0.0.0/8', '::1'], '11.0.0.1', GIVEN, false],
    [true, '127.0.0.1', 'short', false],
    [true, '127.0.0.1', 'x'.repeat(65), false],
    [true, '127.0.0.1', 'no spaces no', false],
  ])('trusted %j, from %s, id %s: accepted %s', (trusted, address, id, taken) => {
    const request = requested(address, id)
    const callId = callIds(trusted)
    expect(callId(request) === id).toBe(taken)
    expect(callId(request)).toBe(callId(request))
  })
})

it('code outside of requests has no id', () => expect(currentCall()).toBeUndefined())

describe('a slow caller', () => {
  it.each([
    ['with the headers', 'GET /health HTTP/1.1\r\nhost: x\r\nx-slow: '],
    [
      'with the body',
      'POST /api/v1/security/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 10\r\n\r\n{',
    ],
  ])('%s is disconnected', async (_what, sent) => {
    const fixture = await makeTestApp()
    const patience = { headersMs: 1000, requestMs: 1500, checkEveryMs: 50, keepAliveMs: 5000 }
    const app = await makeApp(fixture.context, patience)
    await app.listen({ port: 0, host: '127.0.0.1' })
    const call = rawCall((app.server.address() as AddressInfo).port, 'GET /health')
    expect((await call.answer()).status).toBe(200)
    const before = call.received().length
    await call.send(sent)
    await call.closed
    expect(call.received().slice(before)).toContain('408 Request Timeout')
    await app.close()
    await fixture.close()
  })
})
