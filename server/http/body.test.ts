import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bounds } from '#core/rest/bounds.ts'
import { csrfToken } from '#server/security/csrf.ts'
import { findSession, openSession } from '#server/security/sessions.ts'
import { makeTestApp, type TestApp } from '#testing/app.ts'
import { type RawCall, rawCall } from '#testing/raw-call.ts'
import {
  limitBody,
  MAX_FIELDS_BYTES,
  JSON_DEPTH,
  JSON_VALUES,
  measureJson,
  MAX_PUBLIC_BODY_BYTES,
  SIGNED_IN_BYTES,
  MAX_ANONYMOUS_BODY_BYTES,
} from './body.ts'
import { discardUnreadBody } from './discard-unread-body.ts'

const MB = 1024 * 1024
const JSON_TYPE = { 'content-type': 'application/json' }
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' }
const PIECE = 'x'.repeat(100_000)

let fixture: TestApp
let port: number
let gamma: Record<string, string>
let admin: Record<string, string>
/** How often reading of a body has begun. */
let readers = 0

beforeAll(async () => {
  fixture = await makeTestApp()
  await fixture.app.listen({ port: 0, host: '127.0.0.1' })
  port = (fixture.app.server.address() as AddressInfo).port
  gamma = await headersOf('Gamma')
  admin = await headersOf('Admin')
  fixture.app.server.prependListener('request', (request: IncomingMessage) => {
    request.on('newListener', (name) => {
      if (name === 'data') readers++
    })
  })
})
afterAll(() => fixture.close())
beforeEach(() => {
  readers = 0
})

async function headersOf(role: string): Promise<Record<string, string>> {
  const { store, config, now } = fixture.context
  const user = await fixture.user(role.toLowerCase(), [role])
  const cookie = await openSession(store, user.id, now())
  const session = await findSession(store, cookie, now())
  return { cookie: `session=${cookie}`, 'x-csrftoken': csrfToken(config.secretKey, session?.csrf_secret ?? '', now()) }
}

/**
 * Sends the headers and the beginning of a body, reads the response, and calls /health while the body is still open.
 */
async function half(line: string, headers: Record<string, string | number>): Promise<RawCall & { status: number }> {
  const call = rawCall(port, line, headers)
  await call.send(headers['transfer-encoding'] ? `186a0\r\n${PIECE}\r\n` : PIECE)
  const { status } = await call.answer()
  const health = await fetch(`http://127.0.0.1:${port}/health`)
  expect([health.status, await health.text()]).toEqual([200, 'OK'])
  return { ...call, status }
}

describe('does not read a body that the caller may not send', () => {
  it.each([
    ['JSON to an import', 'POST /api/v1/dashboard/import/', 95 * MB, JSON_TYPE],
    ['a form to an import', 'POST /api/v1/dashboard/import/', 100 * MB, FORM_TYPE],
    ['JSON to an upload', 'POST /api/v1/database/1/upload/', 190 * MB, JSON_TYPE],
    [
      'a multipart form to an upload',
      'POST /api/v1/database/1/upload',
      100 * MB,
      { 'content-type': 'multipart/form-data; boundary=x' },
    ],
    ['a chart data request', 'POST /api/v1/chart/data', 3 * MB, JSON_TYPE],
    ['questions', 'POST /api/v1/chart/data/batch', MAX_ANONYMOUS_BODY_BYTES + 1, JSON_TYPE],
    ['a PUT request', 'PUT /api/v1/dashboard/1', 3 * MB, JSON_TYPE],
  ])('anonymous %s returns 401', async (_what, line, length, type) => {
    const { socket, status } = await half(line, { ...type, 'content-length': length })
    expect([status, readers]).toEqual([401, 0])
    socket.destroy()
  })

  it.each([
    ['a sign-in', 'POST /api/v1/security/login', JSON_TYPE],
    ['a sign-in by form', 'POST /login/', FORM_TYPE],
  ])('%s of more than 64 kB returns 413', async (_what, line, type) => {
    const { socket, status } = await half(line, { ...type, 'content-length': MAX_ANONYMOUS_BODY_BYTES + 1 })
    expect([status, readers]).toEqual([413, 0])
    socket.destroy()
  })

  it.each([
    ['POST /nowhere', JSON_TYPE],
    ['POST /api/v1/nowhere/', FORM_TYPE],
    ['PUT /health', JSON_TYPE],
  ])('%s, a URL that does not exist: 404', async (line, type) => {
    for (const who of [{}, admin]) {
      const { socket, status } = await half(line, { ...type, ...who, 'content-length': 15 * MB })
      expect([status, readers]).toEqual([404, 0])
      socket.destroy()
    }
  })

  it('a user without the permission: 403, without the token: 400', async () => {
    const refused = await half('POST /api/v1/database/', { ...JSON_TYPE, ...gamma, 'content-length': MB })
    expect([refused.status, readers]).toEqual([403, 0])
    refused.socket.destroy()
    const { cookie = '' } = admin
    const without = await half('POST /api/v1/chart/', { ...JSON_TYPE, cookie, 'content-length': MB })
    expect([without.status, readers]).toEqual([400, 0])
    without.socket.destroy()
  })

  it('closes the connection of a body that does not end', async () => {
    const server = createServer((request, response) => {
      response.once('finish', () => discardUnreadBody(request, 10))
      response.end('no')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const call = rawCall((server.address() as AddressInfo).port, 'POST /', { 'content-length': 100 })
    expect((await call.answer()).status).toBe(200)
    await call.closed
    server.close()
  })

  it('keeps the connection of a body that ends', async () => {
    const head = { ...JSON_TYPE, 'content-length': 200_000 }
    const call = rawCall(port, 'POST /api/v1/chart/', head)
    expect((await call.answer()).status).toBe(401)
    await call.send(PIECE + PIECE)
    await call.send('GET /health HTTP/1.1\r\nhost: x\r\n\r\n')
    while (!call.received().endsWith('OK')) await once(call.socket, 'data')
    call.socket.destroy()
  })
})

describe('the size limit of a body', () => {
  it.each([
    ['signed in, JSON', () => admin, 'PUT /api/v1/dashboard/1', JSON_TYPE, SIGNED_IN_BYTES],
    [
      'signed in, JSON in place of a form of fields',
      () => admin,
      'POST /api/v1/chart/data',
      JSON_TYPE,
      SIGNED_IN_BYTES,
    ],
    ['signed in, JSON in place of files', () => admin, 'POST /api/v1/dashboard/import', JSON_TYPE, MAX_FIELDS_BYTES],
    ['signed in, fields in place of files', () => admin, 'POST /api/v1/dashboard/import', FORM_TYPE, MAX_FIELDS_BYTES],
    ['signed in, fields', () => admin, 'POST /api/v1/chart/data', FORM_TYPE, MAX_FIELDS_BYTES],
  ])('%s: accepts the limit and rejects one byte more', async (_what, who, line, type, limit) => {
    const { socket, status } = await half(line, { ...type, ...who(), 'content-length': limit + 1 })
    expect([status, readers]).toEqual([413, 0])
    socket.destroy()
    const whole = rawCall(port, line, { ...type, ...who(), 'content-length': limit })
    await whole.send(' '.repeat(limit))
    expect([(await whole.answer()).status, readers]).toEqual([400, 1])
    whole.socket.destroy()
  })

  it('applies to a body without a content length', async () => {
    const call = rawCall(port, 'POST /api/v1/security/login', { ...JSON_TYPE, 'transfer-encoding': 'chunked' })
    await call.send(`186a0\r\n${PIECE}\r\n`)
    expect((await call.answer()).status).toBe(413)
    call.socket.destroy()
    const { socket, status } = await half('POST /api/v1/chart/', { ...JSON_TYPE, 'transfer-encoding': 'chunked' })
    expect(status).toBe(401)
    socket.destroy()
  })

  it('allows a megabyte for anonymous callers if the role Public has a permission', async () => {
    const open = await makeTestApp()
    await open.app.listen({ port: 0, host: '127.0.0.1' })
    const role = await open.context.store.roles.byName('Public')
    await open.context.store.roles.setPairs(role?.id ?? 0, [['can_read', 'Chart']])
    const call = (length: number) =>
      rawCall((open.app.server.address() as AddressInfo).port, 'POST /api/v1/chart/data', {
        ...JSON_TYPE,
        'content-length': length,
      })
    const much = call(MAX_PUBLIC_BODY_BYTES + 1)
    expect((await much.answer()).status).toBe(413)
    much.socket.destroy()
    const enough = call(MAX_PUBLIC_BODY_BYTES)
    await enough.send(' '.repeat(MAX_PUBLIC_BODY_BYTES))
    expect((await enough.answer()).status).toBe(400)
    enough.socket.destroy()
    await open.close()
  })

  it('allows to save and read a dashboard of five thousand charts', async () => {
    const dashboard = await fixture.dashboard({ owners: [] })
    const entry = (at: number) => ({
      id: `CHART-${at}`,
      type: 'CHART',
      children: [],
      parents: ['ROOT_ID', 'TABS-abcdefghij', 'TAB-abcdefghij', 'GRID_ID', 'ROW-abcdefghij', 'COLUMN-abcdefghij'],
      meta: {
        chartId: at,
        width: 4,
        height: 50,
        sliceName: `A chart of flights by origin and month ${at}`,
        uuid: crypto.randomUUID(),
      },
    })
    const layout = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`CHART-${at}`, entry(at)]))
    const metadata = {
      chart_configuration: Object.fromEntries(
        Array.from({ length: 5000 }, (_, at) => [
          at,
          { id: at, crossFilters: { scope: { rootPath: ['ROOT_ID'], excluded: [at] }, chartsInScope: [1, 2, 3] } },
        ]),
      ),
    }
    const body = JSON.stringify({ position_json: JSON.stringify(layout), json_metadata: JSON.stringify(metadata) })
    expect(Buffer.byteLength(body)).toBeGreaterThan(2 * MB)
    const call = rawCall(port, `PUT /api/v1/dashboard/${dashboard.id}`, {
      ...JSON_TYPE,
      ...admin,
      'content-length': Buffer.byteLength(body),
    })
    await call.send(body)
    expect((await call.answer()).status).toBe(200)
    call.socket.destroy()
    const saved = await fixture.context.store.dashboards.get(dashboard.id)
    expect(JSON.stringify(saved)).toContain('CHART-4999')
  })
})

describe('the size of JSON', () => {
  it.each([
    ['[]', 1, 1],
    ['{"a":[{"b":1}]}', 3, 5],
    ['[[],[],[]]', 2, 6],
    [String.raw`["[[[[\"[[[",":,"]`, 1, 2],
    [String.raw`["\\",[[]]]`, 3, 4],
    ['"[[[', 0, 0],
    ['{"a":1,"b":[1,2]}', 2, 6],
  ])('the JSON %s has a depth of %i and %i values and keys', (json, depth, values) =>
    expect(measureJson(json)).toEqual({ depth, values }),
  )

  it('limits depth and values', async () => {
    const person = await fixture.as('Admin')
    const nest = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
    const headers = JSON_TYPE
    const deep = await person.post('/api/v1/chart/data', nest(JSON_DEPTH + 1), { headers })
    expect([deep.statusCode, deep.json().message]).toEqual([400, 'Request is incorrect: JSON may nest 64 levels deep'])
    const many = `[${'[],'.repeat(JSON_VALUES / 2)}[]]`
    const wide = await person.post('/api/v1/chart/data', many, { headers })
    expect(wide.json().message).toBe('Request is incorrect: JSON may hold 300000 values and keys')
    const flat = await person.post('/api/v1/chart/data', nest(JSON_DEPTH), { headers })
    expect(flat.body).not.toContain('levels deep')
    const { most } = bounds['long-number-json']
    const long = (length: number) => `[9007199254740993,"${'x'.repeat(length - 21)}"]`
    const fits = await person.post('/api/v1/chart/data', long(most), { headers })
    expect(fits.body).not.toContain('beyond 2^53')
    const passes = await person.post('/api/v1/chart/data', long(most + 1), { headers })
    expect([passes.statusCode, passes.json().message]).toEqual([
      400,
      '1048577 characters exceed the limit of 1048576 for a JSON body with whole numbers beyond 2^53',
    ])
  })
})

it('accepts the CSRF token in the fields of a form, but not in a JSON body', async () => {
  const { cookie = '', 'x-csrftoken': token = '' } = admin
  const fields = new URLSearchParams({ csrf_token: token, data: '{}' }).toString()
  const form = await fixture.nobody.post('/datasource/save', fields, { headers: { ...FORM_TYPE, cookie } })
  expect(form.body).not.toContain('CSRF')
  const json = await fixture.nobody.post('/api/v1/chart/', { csrf_token: token }, { headers: { cookie } })
  expect(json.json().errors[0].message).toBe('400 Bad Request: The CSRF token is missing.')
})

it('an error of an unread body causes no uncaught exception', async () => {
  const unheard: unknown[] = []
  const hear = (error: unknown) => unheard.push(error)
  process.on('uncaughtException', hear)
  try {
    const payload = new PassThrough()
    const request = { headers: { 'transfer-encoding': 'chunked' } } as FastifyRequest
    const body = limitBody(request, payload, 100)
    payload.destroy(new Error('aborted'))
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect([(body as PassThrough).destroyed, unheard]).toEqual([true, []])
  } finally {
    process.off('uncaughtException', hear)
  }
})

it('takes JSON without a text for no body, as clients send its type with every request', async () => {
  const { app, context } = fixture
  const { id } = await context.store.cssTemplates.create({ template_name: 'sent without a body', css: '' }, null)
  const headers = { ...admin, ...JSON_TYPE }
  const removed = await app.inject({ method: 'DELETE', url: `/api/v1/css_template/${id}`, headers })
  expect([removed.statusCode, removed.json()]).toEqual([200, { message: 'OK' }])
  const created = await app.inject({ method: 'POST', url: '/api/v1/css_template/', headers })
  expect([created.statusCode, created.json()]).toEqual([400, { message: 'Request is not JSON' }])
})
