import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'

let fixture: TestApp
let admin: Client
beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
  for (let at = 0; at < 10; at++) await admin.post('/api/v1/dashboard/', { dashboard_title: `Dashboard ${at}` })
})
afterAll(() => fixture.close())

const LIST = '/api/v1/dashboard/'

it('a list is sent in the best encoding that the caller accepts, with the same content', async () => {
  const plain = await admin.get(LIST)
  const [br, gzip] = [
    await admin.get(LIST, { headers: { 'accept-encoding': 'gzip, deflate, br' } }),
    await admin.get(LIST, { headers: { 'accept-encoding': 'gzip' } }),
  ]
  const encodings = [plain, br, gzip].map(({ headers }) => headers['content-encoding'])
  expect(encodings).toEqual([undefined, 'br', 'gzip'])
  expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body)
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body)
  expect(br.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4)
  expect(br.headers['vary']).toContain('accept-encoding')
})

it('short responses are not compressed', async () => {
  const answer = await admin.get('/api/v1/security/csrf_token/', { headers: { 'accept-encoding': 'br' } })
  expect([answer.statusCode, answer.headers['content-encoding']]).toEqual([200, undefined])
})

it('returns 304 until the content changes', async () => {
  const { headers } = await admin.get(LIST, { headers: { 'accept-encoding': 'br' } })
  const tag = String(headers['etag'])
  expect(tag).toMatch(/^W\/"[\w-]{27}"$/)
  for (const named of [tag, tag.slice(2), `"other", ${tag}`]) {
    const again = await admin.get(LIST, { headers: { 'if-none-match': named, 'accept-encoding': 'br' } })
    expect([again.statusCode, again.rawPayload.length, again.headers['etag']]).toEqual([304, 0, tag])
  }
  expect((await admin.get(LIST, { headers: { 'if-none-match': '"other"' } })).statusCode).toBe(200)
  await admin.post(LIST, { dashboard_title: 'One more' })
  const changed = await admin.get(LIST, { headers: { 'if-none-match': tag } })
  expect([changed.statusCode, changed.json().count]).toEqual([200, 11])
})

it('a caller without access to the response gets no 304 for an ETag', async () => {
  const tag = String((await admin.get(LIST)).headers['etag'])
  const other = await (await fixture.as('Gamma')).get(LIST, { headers: { 'if-none-match': tag } })
  expect([other.statusCode, other.json().count]).toEqual([200, 0])
  expect((await fixture.nobody.get(LIST, { headers: { 'if-none-match': tag } })).statusCode).toBe(401)
})

it('the ETag of a row is its version, and a matching request still gets the complete row', async () => {
  const { id } = (await admin.post(LIST, { dashboard_title: 'Mine' })).json()
  const shown = await admin.get(`${LIST}${id}`)
  expect(shown.headers['etag']).toBe(`"${shown.json().result.version}"`)
  const headers = { 'if-none-match': String(shown.headers['etag']) }
  const again = await admin.get(`${LIST}${id}`, { headers })
  expect([again.statusCode, again.json()]).toEqual([200, shown.json()])
})
