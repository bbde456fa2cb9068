import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resources } from '#server/resources/index.ts'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'
import { sampleCases } from '#testing/case-sample.ts'

let fixture: TestApp
let admin: Client
let url: string
let authorization: string
beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
  await fixture.app.listen({ host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${(fixture.app.server.address() as AddressInfo).port}`
  const credentials = { username: 'admin', password: 'a password of the tests', provider: 'db' }
  const login = await fixture.nobody.post('/api/v1/security/login', credentials)
  authorization = `Bearer ${login.json().access_token}`
})
afterAll(() => fixture.close())

describe.each(['QUERY', 'PATCH', 'PROPFIND', 'SEARCH', 'PURGE', 'TRACE', 'LOCK', 'MKCOL'])(
  'the method %s',
  (method) => {
    it.each(['/api/v1/chart/', '/api/v1/chart/1', '/', '/nowhere'])('returns an error at %s', async (path) => {
      const text = await rawResponse(`${method} ${path} HTTP/1.1`, 'content-length: 0')
      expect(text.split('\r\n')[0]).toMatch(/^HTTP\/1\.1 (404|405) /)
      expect(text).toContain('application/json')
      expect(text).not.toMatch(/Fatal error/)
    })
  },
)

const rawResponse = (line: string, ...lines: readonly string[]) => rawLines(line, 'host: facet', ...lines)

async function rawLines(...lines: readonly string[]): Promise<string> {
  const { connect } = await import('node:net')
  const { port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write([lines[0], 'connection: close', ...lines.slice(1), '', ''].join('\r\n'))
    })
    let said = ''
    socket.on('data', (chunk) => void (said += chunk.toString()))
    socket.on('end', () => resolve(said))
    socket.on('error', reject)
  })
}

it.each([
  ['none', 'GET /health HTTP/1.1', [], 400],
  ['two', 'GET /health HTTP/1.1', ['Host: facet', 'host: facet'], 400],
  ['two, of which one is empty', 'GET /api/v1/chart/ HTTP/1.1', ['host: facet', 'host:'], 400],
  [
    'two of an upgrade',
    'GET /health HTTP/1.1',
    ['host: a', 'host: b', 'connection: upgrade', 'upgrade: websocket'],
    400,
  ],
  ['one', 'GET /health HTTP/1.1', ['host: facet'], 200],
  ['none in HTTP/1.0', 'GET /health HTTP/1.0', [], 200],
])('requests need exactly one Host header: %s', async (_, line, headers, status) => {
  const text = await rawLines(line, ...headers)
  expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expect(text.includes('Request is incorrect: it needs exactly one Host header')).toBe(status === 400)
})

describe.each([
  ['JSON', '/api/v1/security/login', 'application/json'],
  ['a form', '/login/', 'application/x-www-form-urlencoded'],
  ['SCIM', '/scim/v2/Users', 'application/scim+json'],
])('an encoded body of %s', (_, path, type) => {
  const status = async (encoding: string) =>
    (
      await fetch(`${url}${path}`, {
        method: 'POST',
        headers: { 'content-type': type, 'content-encoding': encoding, authorization },
        body: '{}',
      })
    ).status

  it('returns 415 unless the encoding is identity', async () => {
    for (const encoding of ['gzip', 'br', 'deflate', 'x-unknown', 'identity, gzip']) {
      expect([encoding, await status(encoding)]).toEqual([encoding, 415])
    }
    expect(await status('Identity')).not.toBe(415)
  })
})

it('an encoded body is named in the response', async () => {
  const answer = await fixture.nobody.post('/superset/explore_json/', '{}', { headers: { 'content-encoding': 'gzip' } })
  expect([answer.statusCode, answer.json().message]).toEqual([415, expect.stringContaining('content encoding')])
})

describe.each(['chart', 'dashboard', 'dataset', 'database'])('an invalid form for the import of a %s', (name) => {
  const send = (type: string, body: string) =>
    fetch(`${url}/api/v1/${name}/import/`, { method: 'POST', headers: { authorization, 'content-type': type }, body })
  const part = '--b\r\ncontent-disposition: form-data; name="formData"; filename="a.zip"\r\n\r\nPK'

  it.each([
    ['truncated', 'multipart/form-data; boundary=b', part],
    ['without boundary', 'multipart/form-data', part],
    ['with an empty boundary', 'multipart/form-data; boundary=', part],
    ['without parts', 'multipart/form-data; boundary=b', ''],
    [
      'with part headers that do not end',
      'multipart/form-data; boundary=b',
      '--b\r\ncontent-disposition: form-data; name="formData"',
    ],
  ])('%s returns 400 with a message', async (_, type, body) => {
    const answer = await send(type, body)
    const text = await answer.text()
    expect([answer.status, text]).toEqual([400, expect.stringMatching(/"message":"[^"]{5,}/)])
  })
})

/** Values of every type; the sample takes at least two of them for each operator. */
const VALUES = ['!t', '!f', '1', "'a'", '!n', '!()', '!(1)', "''"]

it.each(resources.map(({ name, listing }) => [name, listing] as const))(
  'the list of %s accepts every filter that it describes',
  async (name, listing) => {
    const base = `/api/v1/${name.replace(':layer', '1')}`
    const failed: string[] = []
    const filters = Object.entries(listing.filters).flatMap(([column, operators]) => {
      expect(operators.length).toBeGreaterThan(0)
      return operators.flatMap(({ operator }) =>
        VALUES.map((value) => `(filters:!((col:${column},opr:${operator},value:${value})))`),
      )
    })
    for (const q of sampleCases(filters, 3)) {
      const answer = await admin.get(`${base}/?q=${encodeURIComponent(q)}`)
      if (answer.statusCode >= 500) failed.push(q)
    }
    expect(failed).toEqual([])
  },
)

it('the filter for certification returns certified datasets, or the others', async () => {
  const certified = await fixture.dataset({ extra: JSON.stringify({ certification: { certified_by: 'Ada' } }) })
  const plain = await fixture.dataset()
  const listed = async (value: string) => {
    const answer = await admin.get(`/api/v1/dataset/?q=(filters:!((col:id,opr:dataset_is_certified,value:${value})))`)
    expect(answer.statusCode).toBe(200)
    return answer.json<{ result: { id: number }[] }>().result.map(({ id }) => id)
  }
  const [yes, no] = [await listed('!t'), await listed('!f')]
  expect([yes.includes(certified.id), yes.includes(plain.id)]).toEqual([true, false])
  expect([no.includes(certified.id), no.includes(plain.id)]).toEqual([false, true])
})
