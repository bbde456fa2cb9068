import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSession } from '#server/security/sessions.ts'
import { makeTestApp, NOON, PASSWORD, type TestApp } from '#testing/app.ts'

let fixture: TestApp
beforeAll(async () => {
  fixture = await makeTestApp()
  await fixture.user('ada', ['Admin'])
})
afterAll(() => fixture.close())

const form = (fields: Record<string, string>) => ({
  payload: new URLSearchParams(fields).toString(),
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
})

async function openForm(next = '') {
  const page = await fixture.nobody.get(`/login/${next}`)
  const cookie = String(page.headers['set-cookie']).split(';')[0] as string
  const token = /name="csrf_token" value="([^"]+)"/.exec(page.body)?.[1] as string
  return { page, cookie, token }
}

describe('the form', () => {
  it('works without JavaScript, with styles by nonce and a policy without eval', async () => {
    const { page } = await openForm()
    const policy = String(page.headers['content-security-policy'])
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1]
    expect(page.body).toContain(`<style nonce="${nonce}">`)
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("style-src-attr 'unsafe-inline'")
    expect(policy).not.toContain('unsafe-eval')
    expect(page.body).not.toMatch(/<script(?![^>]*application\/json)/)
  })

  it('signs in with a new session and redirects to the requested page', async () => {
    const { cookie, token } = await openForm()
    const { headers, payload } = form({ username: 'ada', password: PASSWORD, csrf_token: token })
    const answer = await fixture.nobody.post('/login/?next=%2Fchart%2Flist%3Fpage%3D2', payload, {
      headers: { ...headers, cookie },
    })
    expect(answer.statusCode).toBe(302)
    expect(answer.headers.location).toBe('/chart/list?page=2')
    const session = String(answer.headers['set-cookie'])
    expect(session).toMatch(/^session=[\w-]{43}; Max-Age=2678400; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(session).not.toContain(cookie)
    const me = await fixture.nobody.get('/api/v1/me/', { headers: { cookie: session.split(';')[0] as string } })
    expect(me.json().result.username).toBe('ada')
  })

  it.each(['//evil.example/', 'https://evil.example/', '/\\evil.example', 'javascript:alert(1)', '/\tevil'])(
    'never leads to %s',
    async (next) => {
      const { cookie, token } = await openForm()
      const { headers, payload } = form({ username: 'ada', password: PASSWORD, csrf_token: token })
      const url = `/login/?next=${encodeURIComponent(next)}`
      const answer = await fixture.nobody.post(url, payload, { headers: { ...headers, cookie } })
      expect(answer.headers.location).toBe('/')
    },
  )

  it('rejects a wrong password with a message', async () => {
    const { cookie, token } = await openForm()
    const { headers, payload } = form({ username: 'ada', password: 'wrong', csrf_token: token })
    const answer = await fixture.nobody.post('/login/', payload, { headers: { ...headers, cookie } })
    expect(answer.headers.location).toBe('/login/?problem=failed')
    expect(answer.headers['set-cookie']).toBeUndefined()
    const again = await fixture.nobody.get('/login/?problem=failed')
    expect(again.body).toContain('Invalid login. Please try again.')
  })

  it('rejects a form without the CSRF token of the same browser', async () => {
    const { cookie, token } = await openForm()
    const { headers, payload } = form({ username: 'ada', password: PASSWORD })
    const without = await fixture.nobody.post('/login/', payload, { headers: { ...headers, cookie } })
    expect([without.statusCode, without.json().errors[0].message]).toEqual([
      400,
      '400 Bad Request: The CSRF token is missing.',
    ])
    const { payload: stolen } = form({ username: 'ada', password: PASSWORD, csrf_token: token })
    const other = await fixture.nobody.post('/login/', stolen, { headers: { ...headers, cookie: 'session=other' } })
    expect(other.statusCode).toBe(400)
  })

  it('marks the cookie Secure behind https', async () => {
    const behind = await makeTestApp({ environment: { FACET_TRUST_PROXY: '1' } })
    const page = await behind.nobody.get('/login/', { headers: { 'x-forwarded-proto': 'https' } })
    expect(String(page.headers['set-cookie'])).toContain('Secure')
    await behind.close()
  })

  it('ends the session on the server at /logout/', async () => {
    const client = await fixture.as('Alpha')
    const out = await client.get('/logout/')
    expect(String(out.headers['set-cookie'])).toMatch(/^session=;/)
    expect((await client.get('/api/v1/me/')).statusCode).toBe(401)
  })
})

describe('signing out', () => {
  const isIn = async (cookie: string) =>
    (await fixture.nobody.get('/api/v1/me/', { headers: { cookie } })).statusCode === 200
  async function session(): Promise<string> {
    const { store, now } = fixture.context
    return `session=${await openSession(store, (await fixture.user('ada', ['Admin'])).id, now())}`
  }
  const host = 'facet.example'

  it.each([
    ['a page of this host', { 'sec-fetch-site': 'same-origin' }],
    ['the user, by typing the URL', { 'sec-fetch-site': 'none' }],
    ['a page of this host, without https', { host, referer: `http://${host}/chart/list` }],
  ])('a GET signs out when %s requests it', async (_who, headers) => {
    const cookie = await session()
    const answer = await fixture.nobody.get('/logout/', { headers: { ...headers, cookie } })
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/login/'])
    expect(String(answer.headers['set-cookie'])).toMatch(/^session=;/)
    expect(await isIn(cookie)).toBe(false)
  })

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site', 'x-csrftoken': 'made-up' }],
    ['another host of the same site', { 'sec-fetch-site': 'same-site' }],
    ['a page of another host, without https', { host, referer: 'http://evil.example/' }],
    ['a page of another host that looks like it', { host, referer: `http://${host}.evil.example/` }],
    ['an unknown source', { host }],
  ])('a GET shows a confirmation when the request comes from %s', async (_who, headers) => {
    const cookie = await session()
    const page = await fixture.nobody.get('/logout/', { headers: { ...headers, cookie } })
    expect([page.statusCode, page.headers['set-cookie']]).toEqual([200, undefined])
    expect(await isIn(cookie)).toBe(true)
    const { payload, headers: type } = form({
      csrf_token: /name="csrf_token" value="([^"]+)"/.exec(page.body)?.[1] ?? '',
    })
    const answer = await fixture.nobody.post('/logout/', payload, { headers: { ...type, cookie } })
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/login/'])
    expect(await isIn(cookie)).toBe(false)
  })

  it.each(['image', 'style', 'script', 'video', 'object'])(
    'a GET returns 403 when it is requested as %s of a page',
    async (part) => {
      const cookie = await session()
      const headers = { cookie, 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': part }
      const answer = await fixture.nobody.get('/logout/', { headers })
      expect([answer.statusCode, answer.headers['x-facet-error']]).toEqual([403, 'not-a-part'])
      expect(await isIn(cookie)).toBe(true)
    },
  )

  it('a POST needs the CSRF token', async () => {
    const cookie = await session()
    const { payload, headers } = form({ csrf_token: 'made-up' })
    expect((await fixture.nobody.post('/logout/', payload, { headers: { ...headers, cookie } })).statusCode).toBe(400)
    expect((await fixture.nobody.post('/logout/', undefined, { headers: { cookie } })).statusCode).toBe(400)
    expect(await isIn(cookie)).toBe(true)
  })

  it('redirects anonymous callers to the form', async () => {
    const answer = await fixture.nobody.get('/logout/', { headers: { 'sec-fetch-site': 'cross-site' } })
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/login/'])
  })
})

describe('CSRF tokens', () => {
  const tokenOf = async (cookie: string) =>
    (await fixture.nobody.get('/api/v1/security/csrf_token/', { headers: { cookie } })).json().result as string
  const sessionOf = async (username: string) =>
    `session=${await openSession(fixture.context.store, (await fixture.user(username, ['Admin'])).id, fixture.now)}`

  it('write only in the session that they were created for, and for a week', async () => {
    const own = await sessionOf('ada')
    const token = await tokenOf(own)
    const write = async (cookie: string, sent: string) => {
      const headers = { cookie, 'x-csrftoken': sent }
      const answer = await fixture.nobody.post('/api/v1/tag/', { name: `tag ${sent.slice(-9)}` }, { headers })
      return [answer.statusCode, answer.headers['x-facet-error'], 'id' in answer.json()]
    }
    const wrong = [400, 'csrf-wrong', false]
    // Of another session of the same user, of another user, and of a browser before the sign-in.
    const others = [
      await tokenOf(await sessionOf('ada')),
      await tokenOf(await sessionOf('ben')),
      (await openForm()).token,
    ]
    for (const other of others) expect(await write(own, other)).toEqual(wrong)
    expect(await write(await sessionOf('ben'), token)).toEqual(wrong)
    const [issued, signature] = token.split('.')
    for (const forged of [`${issued}z.${signature}`, `${issued}.`, `${token}.`, signature ?? ''])
      expect(await write(own, forged)).toEqual(wrong)
    expect(await write(own, token)).toEqual([201, undefined, true])
    fixture.now = NOON + 7 * 24 * 3_600_000
    expect(await write(own, token)).toEqual(wrong)
    fixture.now = NOON
  })
})

describe('bearer tokens', () => {
  const login = (body: object) => fixture.nobody.post('/api/v1/security/login', body)

  it('authorize API calls once issued for a password', async () => {
    const answer = await login({ username: 'ada', password: PASSWORD, provider: 'db', refresh: true })
    expect(answer.statusCode).toBe(200)
    const { access_token, refresh_token } = answer.json()
    const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
    expect((await fixture.nobody.get('/api/v1/chart/', bearer(access_token))).statusCode).toBe(200)
    expect((await fixture.nobody.get('/api/v1/chart/', bearer(refresh_token))).statusCode).toBe(422)
    const fresh = await fixture.nobody.post('/api/v1/security/refresh', undefined, bearer(refresh_token))
    expect((await fixture.nobody.get('/api/v1/chart/', bearer(fresh.json().access_token))).statusCode).toBe(200)
  })

  it('need no CSRF token to write', async () => {
    const { access_token } = (await login({ username: 'ada', password: PASSWORD })).json()
    const headers = { authorization: `Bearer ${access_token}` }
    const answer = await fixture.nobody.post('/api/v1/dashboard/', { dashboard_title: 'By a script' }, { headers })
    expect(answer.statusCode).toBe(201)
  })

  it('end after fifteen minutes', async () => {
    const { access_token } = (await login({ username: 'ada', password: PASSWORD })).json()
    fixture.now = NOON + 15 * 60_000 + 1000
    const answer = await fixture.nobody.get('/api/v1/chart/', { headers: { authorization: `Bearer ${access_token}` } })
    fixture.now = NOON
    expect([answer.statusCode, answer.json()]).toEqual([401, { msg: 'Token has expired' }])
  })

  it.each([
    [{ username: 'ada', password: 'wrong' }, 401, { message: 'Not authorized' }],
    [{ username: 'nobody at all', password: 'wrong' }, 401, { message: 'Not authorized' }],
    [{ password: 'x' }, 400, { message: { username: ['Missing data for required field.'] } }],
    [{ username: 'ada', password: 'x', more: 1 }, 400, { message: { _schema: ['Unknown field.'] } }],
  ])('issues none for %j', async (body, status, answered) => {
    const answer = await login(body)
    expect([answer.statusCode, answer.json()]).toEqual([status, answered])
  })

  it('forged tokens return 422', async () => {
    const { access_token } = (await login({ username: 'ada', password: PASSWORD })).json()
    const headers = { authorization: `Bearer ${access_token.slice(0, -4)}AAAA` }
    const answer = await fixture.nobody.get('/api/v1/chart/', { headers })
    expect([answer.statusCode, answer.json()]).toEqual([422, { msg: 'Signature verification failed' }])
  })
})

it('ten failures for a name from one address within a minute block it until the minute has passed', async () => {
  await fixture.user('bob', ['Gamma'])
  const attempt = (password: string) => fixture.nobody.post('/api/v1/security/login', { username: 'bob', password })
  for (let count = 0; count < 10; count++) expect((await attempt('wrong')).statusCode).toBe(401)
  expect((await attempt(PASSWORD)).statusCode).toBe(429)
  fixture.now = NOON + 60_001
  expect((await attempt(PASSWORD)).statusCode).toBe(200)
  fixture.now = NOON
})

it('failed attempts from another address do not lock out the user', async () => {
  await fixture.user('cleo', ['Gamma'])
  const attempt = (password: string, remoteAddress: string) =>
    fixture.nobody.post('/api/v1/security/login', { username: 'cleo', password }, { remoteAddress })
  for (let count = 0; count < 10; count++) expect((await attempt('wrong', '203.0.113.7')).statusCode).toBe(401)
  expect((await attempt(PASSWORD, '203.0.113.7')).statusCode).toBe(429)
  expect((await attempt(PASSWORD, '198.51.100.1')).statusCode).toBe(200)
})

it('the action log has sign-ins by password and by bearer token', async () => {
  const user = await fixture.user('dora', ['Gamma'])
  const { cookie, token } = await openForm()
  const { headers, payload } = form({ username: 'dora', password: PASSWORD, csrf_token: token })
  await fixture.nobody.post('/login/', payload, { headers: { ...headers, cookie } })
  await fixture.nobody.post('/api/v1/security/login', { username: 'dora', password: PASSWORD })
  await fixture.nobody.post('/api/v1/security/login', { username: 'dora', password: 'wrong' })
  const { rows } = await fixture.context.store.events.page({ page: 0, pageSize: 5, actor: user.id })
  expect(rows.map(({ action, entity_id, after }) => [action, entity_id, after])).toEqual([
    ['sign_in', user.id, '{"by":"bearer token"}'],
    ['sign_in', user.id, '{"by":"password"}'],
  ])
})
