import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SessionResponse } from '#core/rest/me.ts'
import { createLinkToken } from '#server/security/first-user.ts'
import { openSession, tokenHash } from '#server/security/sessions.ts'
import { type Client, makeTestApp, NOON, PASSWORD, type TestApp } from '#testing/app.ts'
import { submitLink } from '#testing/sign-in-link.ts'

const NEW = 'another password'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

let fixture: TestApp
let count = 0
/** A separate signed-in user for each case. */
let ann: Client
let name: string

beforeAll(async () => {
  fixture = await makeTestApp()
})
afterAll(() => fixture.close())
beforeEach(async () => {
  fixture.now = NOON
  name = `ann${++count}`
  ann = await fixture.signedIn(await fixture.user(name, ['Gamma']))
})

const again = async (): Promise<Client> => fixture.signedIn(await fixture.user(name, ['Gamma']))
const isIn = async (client: Client) => (await client.get('/api/v1/me/')).statusCode === 200
const sessionsOf = async (client: Client): Promise<readonly SessionResponse[]> =>
  (await client.get('/api/v1/me/sessions')).json().result
const login = (password: string, username = name) =>
  fixture.nobody.post('/api/v1/security/login', { username, password, refresh: true })
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
const opens = async (token: string) => (await fixture.nobody.get('/api/v1/me/', bearer(token))).statusCode
const refreshes = async (token: string) =>
  (await fixture.nobody.post('/api/v1/security/refresh', undefined, bearer(token))).statusCode
const change = (client: Client, current: string, next: string) =>
  client.put('/api/v1/me/password', { current_password: current, new_password: next })
const failed = (answer: { statusCode: number; headers: object; json(): unknown }) => [
  answer.statusCode,
  (answer.headers as Record<string, unknown>)['x-facet-error'],
]

async function formSignIn(headers: Record<string, string>, ip = '127.0.0.1'): Promise<string> {
  const page = await fixture.nobody.get('/login/')
  const cookie = String(page.headers['set-cookie']).split(';')[0] as string
  const token = /name="csrf_token" value="([^"]+)"/.exec(page.body)?.[1] as string
  const answer = await fixture.nobody.post(
    '/login/',
    new URLSearchParams({ username: name, password: PASSWORD, csrf_token: token }).toString(),
    { headers: { ...headers, cookie, 'content-type': 'application/x-www-form-urlencoded' }, remoteAddress: ip },
  )
  return String(answer.headers['set-cookie']).split(';')[0] as string
}

describe('the formats of dates and numbers of a user', () => {
  const URL = '/api/v1/me/locale'

  it('stores them, applies them in other browsers, and adds them to the history of the user', async () => {
    expect((await ann.get(URL)).json()).toEqual({ result: { language: 'en', locale: null } })
    const answer = await ann.put(URL, { locale: 'de-DE' })
    expect([answer.statusCode, answer.json()]).toEqual([200, { result: { language: 'en', locale: 'de-DE' } }])
    const other = await again()
    expect((await other.get(URL)).json().result.locale).toBe('de-DE')
    expect((await other.get('/api/v1/me/roles')).json().result.locale).toBe('de-DE')
    const id = ann.user?.userId as number
    const [event] = await fixture.context.store.events.history('user', id)
    expect([event?.actor, event?.before, event?.after]).toEqual([id, '{"locale":null}', '{"locale":"de-DE"}'])
    expect((await ann.put(URL, { locale: null })).json().result.locale).toBeNull()
    expect((await other.get('/api/v1/me/roles')).json().result).not.toHaveProperty('locale')
  })

  it('accepts values of a list, and changes by the user only', async () => {
    for (const body of [{ locale: 'xx-XX' }, { locale: 5 }, {}, { locale: 'de-DE', user_id: 1 }, []])
      expect((await ann.put(URL, body)).statusCode).toBe(400)
    const { access_token: token } = (await login(PASSWORD)).json()
    const read = await ann.post('/api/v1/me/tokens', { name: 'r', scope: 'read', expires_in_days: 1 })
    const readToken = read.json().result.token as string
    expect(failed(await fixture.nobody.put(URL, { locale: 'de-DE' }, bearer(readToken)))).toEqual([
      403,
      'token-account',
    ])
    expect((await fixture.nobody.put(URL, { locale: 'it-IT' }, bearer(token))).statusCode).toBe(200)
    expect((await fixture.nobody.put(URL, { locale: 'de-DE' })).statusCode).toBe(401)
    expect((await ann.put(URL, { locale: 'fr-FR' })).statusCode).toBe(200)
    const admin = await fixture.as('Admin')
    await admin.put(`/api/v1/security/users/${ann.user?.userId}`, { locale: 'es-ES' })
    expect((await ann.get(URL)).json().result.locale).toBe('fr-FR')
  })
})

describe('the password of a user', () => {
  it('changes it with the current one, ends all sessions and tokens, and opens a new session here', async () => {
    const other = await again()
    const { access_token, refresh_token } = (await login(PASSWORD)).json()
    const link = await createLinkToken(fixture.context.store, ann.user?.userId as number, fixture.now)
    const answer = await change(ann, PASSWORD, NEW)
    expect([answer.statusCode, answer.json()]).toEqual([200, { message: 'OK' }])
    expect([await isIn(ann), await isIn(other)]).toEqual([false, false])
    expect([await opens(access_token), await refreshes(refresh_token)]).toEqual([401, 401])
    expect((await submitLink(fixture.nobody, `/login/link/${link}`)).statusCode).toBe(401)
    const cookie = String(answer.headers['set-cookie']).split(';')[0] as string
    expect(cookie).toMatch(/^session=[\w-]{43}$/)
    expect((await ann.get('/api/v1/me/', { headers: { cookie } })).json().result.username).toBe(name)
    // An open page continues to write with its token.
    expect((await ann.delete('/api/v1/me/sessions', { headers: { cookie } })).statusCode).toBe(200)
    fixture.now += 1
    expect((await login(PASSWORD)).statusCode).toBe(401)
    const fresh = (await login(NEW)).json()
    expect([await opens(fresh.access_token), await refreshes(fresh.refresh_token)]).toEqual([200, 200])
  })

  it('leaves the session with the provider that signed the user in', async () => {
    const { store } = fixture.context
    const origin = { provider: 'corp', signOutToken: 'encrypted' }
    const old = await openSession(store, ann.user?.userId ?? 0, fixture.now, origin)
    const token = (
      await fixture.nobody.get('/api/v1/security/csrf_token/', { headers: { cookie: `session=${old}` } })
    ).json()
    const headers = { cookie: `session=${old}`, 'x-csrftoken': token.result }
    const body = { current_password: PASSWORD, new_password: NEW }
    const answer = await fixture.nobody.put('/api/v1/me/password', body, { headers })
    const cookie = /^session=([\w-]{43})/.exec(String(answer.headers['set-cookie']))?.[1] ?? ''
    expect(cookie).not.toBe(old)
    expect(await store.sessions.get(tokenHash(cookie))).toMatchObject({ provider: 'corp', sign_out_token: 'encrypted' })
  })

  it('a token from before the change returns 401 as revoked', async () => {
    const { access_token } = (await login(PASSWORD)).json()
    fixture.now += 400
    await change(ann, PASSWORD, NEW)
    const answer = await fixture.nobody.get('/api/v1/chart/', bearer(access_token))
    expect([answer.statusCode, answer.json()]).toEqual([401, { msg: 'Token has been revoked' }])
  })

  it('changes it also with a bearer token, without opening a session', async () => {
    const { access_token } = (await login(PASSWORD)).json()
    const body = { current_password: PASSWORD, new_password: NEW }
    const answer = await fixture.nobody.put('/api/v1/me/password', body, bearer(access_token))
    expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([200, undefined])
    expect([await opens(access_token), await isIn(ann)]).toEqual([401, false])
  })

  it('needs the current one, and attempts are limited as those of sign-in are', async () => {
    for (let attempt = 0; attempt < 10; attempt++)
      expect(failed(await change(ann, 'wrong', NEW))).toEqual([403, 'password-wrong'])
    expect(failed(await change(ann, PASSWORD, NEW))).toEqual([429, 'too-many-requests'])
    expect((await login(PASSWORD)).statusCode).toBe(429)
    fixture.now += 60_001
    expect((await login(PASSWORD)).statusCode).toBe(200)
    expect(await isIn(ann)).toBe(true)
  })

  it.each([
    ['seven77', 'password-short'],
    ['x'.repeat(1025), 'password-long'],
    ['NAME', 'password-is-username'],
  ])('rejects %s as a new password', async (next, code) => {
    name = `somebody${count}`
    const somebody = await again()
    const answer = await change(somebody, PASSWORD, next.replace('NAME', ` ${name.toUpperCase()} `))
    expect(failed(answer)).toEqual([422, code])
    expect(await isIn(somebody)).toBe(true)
    expect((await login(PASSWORD)).statusCode).toBe(200)
  })

  it('accepts 8 to 1024 characters', async () => {
    expect((await change(ann, PASSWORD, 'eight888')).statusCode).toBe(200)
    const longest = 'x'.repeat(1024)
    expect((await change(await again(), 'eight888', longest)).statusCode).toBe(200)
    expect((await login(longest)).statusCode).toBe(200)
  })

  it.each([
    [{}, 400],
    [{ current_password: PASSWORD }, 400],
    [{ current_password: PASSWORD, new_password: 12_345_678 }, 400],
    [{ current_password: PASSWORD, new_password: NEW, username: 'admin' }, 400],
    [[], 400],
  ])('rejects %j', async (body, status) => {
    expect((await ann.put('/api/v1/me/password', body)).statusCode).toBe(status)
    expect(await isIn(ann)).toBe(true)
  })

  it('rejects an anonymous caller, and a call without the CSRF token', async () => {
    const body = { current_password: PASSWORD, new_password: NEW }
    expect((await fixture.nobody.put('/api/v1/me/password', body)).statusCode).toBe(401)
    const bare = await ann.put('/api/v1/me/password', body, { headers: { 'x-csrftoken': '' } })
    expect(failed(bare)).toEqual([400, 'csrf-missing'])
    expect((await login(PASSWORD)).statusCode).toBe(200)
  })

  it('rejects a change that the setting FACET_ADMIN_PASSWORD would undo', async () => {
    const set = await makeTestApp({ environment: { FACET_ADMIN_PASSWORD: PASSWORD } })
    const admin = await set.signedIn(await set.user('admin', ['Admin']))
    expect(failed(await change(admin, PASSWORD, NEW))).toEqual([422, 'password-by-setting'])
    const other = await set.as('Alpha')
    expect((await change(other, PASSWORD, NEW)).statusCode).toBe(200)
    await set.close()
  })
})

describe('a sign-in at the instant at which all sessions end', () => {
  it('a password opens no session until a millisecond later', async () => {
    await ann.post('/api/v1/me/sign_out_everywhere')
    // The clock is fixed: a sign-in that begins now counts as begun before the end.
    expect(await formSignIn({})).not.toMatch(/session=[\w-]{43}/)
    const early = (await login(PASSWORD)).json()
    expect([await opens(early.access_token), await refreshes(early.refresh_token)]).toEqual([401, 401])
    expect(await fixture.context.store.sessions.ofUser(ann.user?.userId as number, 10)).toEqual([])
    fixture.now += 1
    expect(await formSignIn({})).toMatch(/^session=[\w-]{43}$/)
  })

  it('a link opens no session', async () => {
    const id = ann.user?.userId as number
    await ann.post('/api/v1/me/sign_out_everywhere')
    const link = await createLinkToken(fixture.context.store, id, fixture.now)
    expect((await submitLink(fixture.nobody, `/login/link/${link}`)).statusCode).toBe(401)
    expect(await fixture.context.store.sessions.ofUser(id, 10)).toEqual([])
  })
})

describe('the sessions of a user', () => {
  it('lists them with network, browser and time, and without secrets', async () => {
    const cookie = await formSignIn({ 'user-agent': `${FIREFOX}\t${'x'.repeat(400)}` }, '198.51.100.23')
    fixture.now += 2 * 3_600_000
    expect(await isIn(ann)).toBe(true)
    const answer = await ann.get('/api/v1/me/sessions')
    const [mine, other] = answer.json().result
    expect(answer.json().count).toBe(2)
    expect(mine).toEqual({
      id: mine.id,
      is_current: true,
      created_on: '2024-05-01T12:00:00.000000',
      last_seen: '2024-05-01T14:00:00.000000',
      expires_on: '2024-06-01T14:00:00.000000',
      user_agent: null,
      address: null,
    })
    expect(other).toMatchObject({ is_current: false, address: '198.51.100.0/24' })
    expect(other.user_agent).toMatch(/^Mozilla.*Firefox\/140\.0 x+$/)
    expect(other.user_agent).toHaveLength(256)
    const token = cookie.replace('session=', '')
    expect(other.id).toBe(tokenHash(token).slice(0, 16))
    for (const secret of [token, tokenHash(token), '198.51.100.23']) expect(answer.body).not.toContain(secret)
  })

  it('ends them one by one, after which their requests return 401', async () => {
    const other = await again()
    const theirs = (await sessionsOf(ann)).find(({ is_current: isCurrent }) => !isCurrent)
    const answer = await ann.delete(`/api/v1/me/sessions/${theirs?.id}`)
    expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([200, undefined])
    expect([await isIn(ann), await isIn(other)]).toEqual([true, false])
    const own = await ann.delete(`/api/v1/me/sessions/${(await sessionsOf(ann))[0]?.id}`)
    expect(String(own.headers['set-cookie'])).toMatch(/^session=; Max-Age=0/)
    expect(await isIn(ann)).toBe(false)
  })

  it('sessions of another user are neither listed nor ended', async () => {
    const bob = await fixture.as('Alpha')
    const [theirs] = await sessionsOf(bob)
    expect((await sessionsOf(ann)).map(({ id }) => id)).not.toContain(theirs?.id)
    for (const id of [theirs?.id, '%25', '0'.repeat(16), '..%2F..', 'g'.repeat(16)]) {
      const answer = await ann.delete(`/api/v1/me/sessions/${id}`)
      expect([id, answer.statusCode]).toEqual([id, 404])
    }
    expect(await isIn(bob)).toBe(true)
    const admin = await fixture.as('Admin')
    expect((await admin.delete(`/api/v1/me/sessions/${theirs?.id}`)).statusCode).toBe(404)
    expect(await isIn(bob)).toBe(true)
  })

  it('ends all except the current one, and keeps tokens valid', async () => {
    const [other, bob] = [await again(), await fixture.as('Alpha')]
    const { access_token } = (await login(PASSWORD)).json()
    const answer = await ann.delete('/api/v1/me/sessions')
    expect(answer.json()).toEqual({ message: 'OK', count: 1 })
    expect([await isIn(ann), await isIn(other), await isIn(bob)]).toEqual([true, false, true])
    expect(await opens(access_token)).toBe(200)
  })

  it('ends all together with the current one and bearer tokens', async () => {
    const [other, bob] = [await again(), await fixture.as('Alpha')]
    const { access_token, refresh_token } = (await login(PASSWORD)).json()
    const answer = await ann.post('/api/v1/me/sign_out_everywhere')
    expect(answer.statusCode).toBe(200)
    expect(String(answer.headers['set-cookie'])).toMatch(/^session=; Max-Age=0/)
    expect([await isIn(ann), await isIn(other), await isIn(bob)]).toEqual([false, false, true])
    expect([await opens(access_token), await refreshes(refresh_token)]).toEqual([401, 401])
    fixture.now += 1
    expect(await opens((await login(PASSWORD)).json().access_token)).toBe(200)
  })

  it('ignores a request of another site to end them', async () => {
    const bare = { headers: { 'x-csrftoken': '' } }
    const { id } = (await sessionsOf(ann))[0] as SessionResponse
    for (const answer of [
      await ann.delete('/api/v1/me/sessions', bare),
      await ann.delete(`/api/v1/me/sessions/${id}`, bare),
      await ann.post('/api/v1/me/sign_out_everywhere', undefined, bare),
    ])
      expect(failed(answer)).toEqual([400, 'csrf-missing'])
    expect(await isIn(ann)).toBe(true)
  })

  it('need a sign-in', async () => {
    for (const answer of [
      await fixture.nobody.get('/api/v1/me/sessions'),
      await fixture.nobody.delete('/api/v1/me/sessions'),
      await fixture.nobody.post('/api/v1/me/sign_out_everywhere'),
    ])
      expect(answer.statusCode).toBe(401)
  })

  it('end one by one at /logout/, and others remain valid', async () => {
    const other = await again()
    const { access_token } = (await login(PASSWORD)).json()
    await ann.get('/logout/')
    expect([await isIn(ann), await isIn(other), await opens(access_token)]).toEqual([false, true, 200])
  })
})

it('a sign-in link of an inactive user opens no session, even after activation', async () => {
  const { store } = fixture.context
  const id = ann.user?.userId as number
  const link = await createLinkToken(store, id, fixture.now)
  await store.users.update(id, { active: false }, null)
  expect((await submitLink(fixture.nobody, `/login/link/${link}`)).statusCode).toBe(401)
  await store.users.update(id, { active: true }, null)
  expect(await store.sessions.ofUser(id, 10)).toHaveLength(1)
})
