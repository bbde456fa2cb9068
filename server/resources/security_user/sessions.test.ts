import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SessionResponse } from '#core/rest/me.ts'
import { openSession, tokenHash } from '#server/security/sessions.ts'
import { type Client, makeTestApp, NOON, PASSWORD, type TestApp } from '#testing/app.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

let fixture: TestApp
let admin: Client
let count = 0
/** A separate user for each case, with two sessions. */
let ann: Client
let browser: Client
let url: string

beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
})
afterAll(() => fixture.close())
beforeEach(async () => {
  fixture.now = NOON
  const user = await fixture.user(`ann${++count}`, ['Gamma'])
  ann = await fixture.signedIn(user)
  browser = await fixture.signedIn(user)
  url = `/api/v1/security/users/${user.id}/sessions`
})

const isIn = async (client: Client) => (await client.get('/api/v1/me/')).statusCode === 200
const idOf = (client: Client) => client.user?.userId as number
const listed = async (): Promise<readonly SessionResponse[]> => (await admin.get(url)).json().result
const ownSession = async (client: Client): Promise<SessionResponse> =>
  (await client.get('/api/v1/me/sessions')).json().result.find((each: SessionResponse) => each.is_current)
const eventsOf = (userId: number) => fixture.context.store.events.history('user', userId)

describe('the sessions of a user', () => {
  it('lists them to administrators only, without their secrets', async () => {
    const origin = {
      userAgent: FIREFOX,
      ip: '198.51.100.23',
      signOutToken: 'encrypted for the provider',
      provider: 'corp',
    }
    fixture.now += 1000
    const cookie = await openSession(fixture.context.store, idOf(ann), fixture.now, origin)
    const answer = await admin.get(url)
    expect([answer.statusCode, answer.json().count]).toEqual([200, 3])
    expect(answer.json().result[0]).toEqual({
      id: tokenHash(cookie).slice(0, 16),
      is_current: false,
      created_on: '2024-05-01T12:00:01.000000',
      last_seen: '2024-05-01T12:00:01.000000',
      expires_on: '2024-05-08T12:00:01.000000',
      user_agent: FIREFOX,
      address: '198.51.100.0/24',
    })
    const stored = await fixture.context.store.sessions.get(tokenHash(cookie))
    for (const secret of [cookie, tokenHash(cookie), stored?.csrf_secret ?? '?', '198.51.100.23', 'encrypted for'])
      expect(answer.body).not.toContain(secret)
    const alpha = await fixture.as('Alpha')
    for (const [caller, status] of [
      [fixture.nobody, 401],
      [ann, 403],
      [alpha, 403],
    ] as const)
      expect([(await caller.get(url)).statusCode, (await caller.delete(url)).statusCode]).toEqual([status, status])
    expect(await isIn(browser)).toBe(true)
  })

  it('end one by one, at the next request', async () => {
    const { id } = await ownSession(browser)
    const answer = await admin.delete(`${url}/${id}`)
    expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([200, undefined])
    expect([await isIn(ann), await isIn(browser)]).toEqual([true, false])
    expect((await listed()).map((each) => each.id)).toEqual([(await ownSession(ann)).id])
    const [event] = await eventsOf(idOf(ann))
    expect([event?.action, event?.actor, event?.after]).toEqual(['sign_out', idOf(admin), '{"sessions":1}'])
  })

  it('end all at once; tokens stay', async () => {
    const other = await fixture.as('Alpha')
    const login = { username: ann.user?.username, password: PASSWORD }
    const { access_token } = (await fixture.nobody.post('/api/v1/security/login', login)).json()
    expect((await admin.delete(url)).json()).toEqual({ message: 'OK', count: 2 })
    expect([await isIn(ann), await isIn(browser), await isIn(other), await isIn(admin)]).toEqual([
      false,
      false,
      true,
      true,
    ])
    const bearer = { headers: { authorization: `Bearer ${access_token}` } }
    expect((await fixture.nobody.get('/api/v1/me/', bearer)).statusCode).toBe(200)
    expect((await eventsOf(idOf(ann)))[0]).toMatchObject({ action: 'sign_out', after: '{"sessions":2}' })
    const before = (await eventsOf(idOf(ann))).length
    expect((await admin.delete(url)).json().count).toBe(0)
    expect(await eventsOf(idOf(ann))).toHaveLength(before)
  })

  it('all sessions of the caller end except the one of the request, which ends by its own id only', async () => {
    const second = await fixture.signedIn((await fixture.context.store.users.get(idOf(admin))) as never)
    const own = `/api/v1/security/users/${idOf(admin)}/sessions`
    await second.delete(own)
    expect([await isIn(second), await isIn(admin)]).toEqual([true, false])
    const answer = await second.delete(`${own}/${(await ownSession(second)).id}`)
    expect(String(answer.headers['set-cookie'])).toMatch(/^session=; Max-Age=0/)
    expect(await isIn(second)).toBe(false)
    admin = await fixture.as('Admin')
  })

  it('finds none by the id of another user’s session, or by a part of an id', async () => {
    const bob = await fixture.as('Alpha')
    const theirs = (await ownSession(bob)).id
    const own = (await ownSession(ann)).id
    for (const id of [theirs, own.slice(0, 8), '%25', '0'.repeat(16), '..%2F..', 'g'.repeat(16)])
      expect([id, (await admin.delete(`${url}/${id}`)).statusCode]).toEqual([id, 404])
    expect((await admin.get('/api/v1/security/users/999999/sessions')).statusCode).toBe(404)
    expect([await isIn(bob), await isIn(ann)]).toEqual([true, true])
  })

  it('rejects their end by another site or by a bearer token', async () => {
    const bare = { headers: { 'x-csrftoken': '' } }
    const { id } = await ownSession(ann)
    expect((await admin.delete(url, bare)).statusCode).toBe(400)
    expect((await admin.delete(`${url}/${id}`, bare)).statusCode).toBe(400)
    const made = await admin.post('/api/v1/me/tokens', { name: 'script', scope: 'write', expires_in_days: 1 })
    const bearer = { headers: { authorization: `Bearer ${made.json().result.token}` } }
    for (const path of [url, `${url}/${id}`]) expect((await fixture.nobody.delete(path, bearer)).statusCode).toBe(403)
    expect(await isIn(ann)).toBe(true)
  })
})
