import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeTestApp, type TestApp } from '#testing/app.ts'

let fixture: TestApp
beforeAll(async () => {
  fixture = await makeTestApp({ environment: { FACET_BASE_PATH: '/bi' } })
})
afterAll(() => fixture.close())

it.each([
  ['http://localhost/bi/dashboard/list?page=2', '/bi/dashboard/list?page=2'],
  [undefined, '/bi/'],
  ['https://elsewhere.example/bi/chart/list', '/bi/'],
  ['http://localhost/outside', '/bi/'],
  ['http://localhost/bi/lang/en', '/bi/'],
])('choosing the language redirects to the referring page of this host: %s', async (referer, location) => {
  const headers = { host: 'localhost', ...(referer ? { referer } : {}) }
  const answer = await fixture.nobody.get('/bi/lang/en', { headers })
  expect([answer.statusCode, answer.headers.location]).toEqual([302, location])
})

it('returns 404 for a language that the product does not have', async () => {
  const admin = await fixture.as('Admin')
  for (const locale of ['fr', 'EN-x']) expect((await admin.get(`/bi/lang/${locale}`)).statusCode).toBe(404)
})
