import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeTestApp, PASSWORD, type TestApp } from '#testing/app.ts'

/** A directory that does not respond: no server listens on port 1. */
const DOWN = {
  type: 'ldap',
  create_users: true,
  name: 'corp',
  url: 'ldaps://127.0.0.1:1',
  user_dn: 'uid={username},dc=example,dc=org',
}

let fixture: TestApp
beforeAll(async () => {
  const setting = JSON.stringify({ providers: [DOWN] })
  fixture = await makeTestApp({ environment: { FACET_IDENTITY_PROVIDERS: setting } })
  await fixture.user('local', ['Admin'])
})
afterAll(() => fixture.close())

const login = (username: string, password: string) =>
  fixture.nobody.post('/api/v1/security/login', { username, password })

it('signs in users with a password of Facet while the directory is down, without a query to it', async () => {
  fixture.logged.length = 0
  expect((await login('local', PASSWORD)).statusCode).toBe(200)
  expect((await login('local', 'wrong')).statusCode).toBe(401)
  expect(fixture.logged.filter((line) => line.includes('directory'))).toEqual([])
})

it('a password of Facet is not sent to the directory for another spelling of the name', async () => {
  fixture.logged.length = 0
  for (const name of ['LOCAL', 'l\u00f3cal', '\uff4cocal', 'LOCAL@example.org'])
    expect((await login(name, PASSWORD)).statusCode, name).toBe(401)
  expect(fixture.logged.filter((line) => line.includes('directory'))).toEqual([])
})

it('takes as long for a name without a password in Facet', async () => {
  const order: string[] = []
  const attempt = async (username: string) => {
    await login(username, 'wrong')
    order.push(username)
  }
  // Four passwords are compared at a time, so that the fifth attempt waits. The last name is not sent to the directory.
  await Promise.all(['local', 'local', 'local', 'local', 'two  spaces'].map(attempt))
  expect(order).toHaveLength(5)
  expect(order[0]).toBe('local')
})

it('reports that the directory does not respond, and logs the cause', async () => {
  const answer = await login('ada', 'engine')
  expect([answer.statusCode, answer.headers['x-facet-error']]).toEqual([503, 'provider-unavailable'])
  expect(fixture.logged.join('\n')).toContain('ECONNREFUSED')
  expect(fixture.logged.join('\n')).not.toContain('engine')
})

it('rejects an empty password without a query to the directory', async () => {
  fixture.logged.length = 0
  expect((await login('ada', '')).statusCode).toBe(401)
  expect(fixture.logged.filter((line) => line.includes('directory'))).toEqual([])
})

it('shows the problem on the sign-in page', async () => {
  const page = await fixture.nobody.get('/login/')
  const token = /name="csrf_token" value="([^"]+)"/.exec(page.body)?.[1] ?? ''
  const cookie = [page.headers['set-cookie'] ?? []].flat().join(';').split(';')[0] ?? ''
  const answer = await fixture.app.inject({
    method: 'POST',
    url: '/login/',
    payload: new URLSearchParams({ username: 'ada', password: 'engine', csrf_token: token }).toString(),
    headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(answer.headers.location).toBe('/login/?problem=provider-unavailable')
})
