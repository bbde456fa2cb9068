import { afterAll, beforeAll, expect, it } from 'vitest'
import { bounds } from '#core/rest/bounds.ts'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'

let fixture: TestApp
let ada: Client
beforeAll(async () => {
  fixture = await makeTestApp({ environment: { FACET_BASE_PATH: '/bi' } })
  ada = await fixture.as('Gamma')
})
afterAll(() => fixture.close())

const shorten = (client: Client, data: string) =>
  client.post('/bi/r/shortner/', new URLSearchParams({ data }).toString(), {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

it.each([
  ['/superset/dashboard/7/?filter=a%20b#TAB-1', '/bi/superset/dashboard/7/?filter=a%20b#TAB-1'],
  ['//superset/explore/?slice_id=3', '/bi/superset/explore/?slice_id=3'],
  ['/bi/explore/?slice_id=3', '/bi/explore/?slice_id=3'],
])('a short URL redirects any caller to its long URL: %s', async (data, location) => {
  const made = await shorten(ada, data)
  expect([made.statusCode, made.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(made.body).toMatch(/^\/bi\/r\/[\w-]+$/)
  expect((await shorten(ada, data)).body).toBe(made.body)
  const followed = await fixture.nobody.get(made.body)
  expect([followed.statusCode, followed.headers.location]).toEqual([302, location])
})

it.each(['https://elsewhere.example/', '///elsewhere.example/', '/\\elsewhere.example', 'javascript:alert(1)', ''])(
  'redirects to no other host: %s',
  async (data) => {
    const made = await shorten(ada, data)
    if (made.statusCode === 200) {
      const { location } = (await fixture.nobody.get(made.body)).headers
      expect(location).toMatch(/^\/bi\/(?!\/)/)
    } else expect([made.statusCode, Object.keys(made.json().message)]).toEqual([400, ['data']])
  },
)

it('returns 401 to anonymous callers, 400 without a CSRF token, and 404 for an unknown short URL', async () => {
  const headers = { 'x-csrftoken': '' }
  expect((await fixture.nobody.post('/bi/r/shortner/', { data: '/a' })).statusCode).toBe(401)
  expect((await ada.post('/bi/r/shortner/', { data: '/a' }, { headers })).statusCode).toBe(400)
  expect((await ada.get('/bi/r/12')).statusCode).toBe(404)
  const long = await shorten(ada, `/explore/?x=${'x'.repeat(bounds['permalink-bytes'].most)}`)
  expect(long.json().errors?.[0]?.extra?.bound ?? long.json().extra?.bound).toBe('permalink-bytes')
})
