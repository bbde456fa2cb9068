import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'

let fixture: TestApp
let admin: Client
beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
})
afterAll(() => fixture.close())

it('charts and dashboards have no thumbnails: rows have an empty URL, and their calls return 404', async () => {
  const { id } = await fixture.chart()
  const board = await fixture.dashboard()
  for (const [kind, of] of [
    ['chart', id],
    ['dashboard', board.id],
  ] as const) {
    expect((await admin.get(`/api/v1/${kind}/${of}`)).json().result.thumbnail_url).toBe('')
    for (const path of ['thumbnail/abc', 'cache_screenshot', 'screenshot/abc']) {
      const answer = await admin.get(`/api/v1/${kind}/${of}/${path}/`)
      expect([path, answer.statusCode, answer.json()]).toEqual([path, 404, { message: 'Not found' }])
    }
  }
})

it.each([
  ['GET', '/api/v1/report/'],
  ['POST', '/api/v1/report/'],
] as const)('returns 404 for a call that does not exist yet: %s %s', async (method, path) => {
  const answer = method === 'GET' ? await admin.get(path) : await admin.post(path, {})
  expect([answer.statusCode, answer.json()]).toEqual([404, { message: 'Not found' }])
})
