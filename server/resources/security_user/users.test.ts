import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Client, makeTestApp, NOON, PASSWORD, type TestApp } from '#testing/app.ts'
import { submitLink } from '#testing/sign-in-link.ts'

const URL = '/api/v1/security/users/'

let fixture: TestApp
let admin: Client
let gamma: number
let alpha: number
let administrators: number
let count = 0
beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
  const roles = (await fixture.context.store.roles.list({})).rows
  const idOf = (name: string) => roles.find((role) => role.name === name)?.id ?? 0
  gamma = idOf('Gamma')
  alpha = idOf('Alpha')
  administrators = idOf('Admin')
})
afterAll(() => fixture.close())
beforeEach(() => {
  fixture.now = NOON + ++count * 1000
})

const body = (more: object = {}) => ({
  username: `ana${++count}`,
  first_name: 'Ana',
  last_name: 'Lee',
  email: `ana${count}@example.org`,
  active: true,
  roles: [gamma],
  ...more,
})
const add = async (more: object = {}) => {
  const answer = await admin.post(URL, body(more))
  expect(answer.statusCode).toBe(201)
  return { id: answer.json().id as number, username: answer.json().result.username as string }
}
const shown = async (id: number) => (await admin.get(`${URL}${id}`)).json().result
const login = (username: string, password: string) =>
  fixture.nobody.post('/api/v1/security/login', { username, password, provider: 'db', refresh: true })
const me = async (token: string) =>
  (await fixture.nobody.get('/api/v1/me/', { headers: { authorization: `Bearer ${token}` } })).statusCode
const signedIn = async (id: number) => {
  const user = await fixture.context.store.users.get(id)
  if (!user) throw new Error('no user')
  return fixture.signedIn(user)
}

describe('a user created by an administrator', () => {
  it('signs in with the password, which no response contains', async () => {
    const answer = await admin.post(URL, body({ password: 'a first password' }))
    const { id, result } = answer.json()
    const row = await shown(id)
    expect(row).toMatchObject({ username: result.username, has_password: true, roles: [{ id: gamma, name: 'Gamma' }] })
    const hash = (await fixture.context.store.users.get(id))?.password ?? ''
    const list = (await admin.get(URL)).body
    for (const text of [answer.body, JSON.stringify(row), list]) {
      expect(text).not.toContain('a first password')
      expect(text).not.toContain(hash)
    }
    expect((await login(result.username, 'a first password')).statusCode).toBe(200)
  })

  it('cannot sign in without a password', async () => {
    const { id, username } = await add()
    expect((await shown(id)).has_password).toBe(false)
    expect((await login(username, '')).statusCode).toBe(401)
  })

  it.each([
    ['a used name in another letter case', () => ({ username: 'ADMIN' }), 'username'],
    ['a name with a control character', () => ({ username: 'a\u0007b' }), 'username'],
    ['an email address of another user', () => ({ email: 'Admin@example.org' }), 'email'],
    ['a name that is an email address of another user', () => ({ username: 'admin@example.org' }), 'username'],
    ['no email address', () => ({ email: 'nowhere' }), 'email'],
    ['no role', () => ({ roles: [] }), 'roles'],
    ['an unknown role', () => ({ roles: [999_999] }), 'roles'],
    ['a short password', () => ({ password: 'short' }), 'password'],
  ])('rejects %s', async (_name, more, field) => {
    const answer = await admin.post(URL, body(more()))
    expect([answer.statusCode, Object.keys(answer.json().message)]).toEqual([422, [field]])
  })

  it('keeps name and email address when other fields change', async () => {
    const { id } = await add()
    const { username, email } = await shown(id)
    expect((await admin.put(`${URL}${id}`, { username, email, first_name: 'Anna' })).statusCode).toBe(200)
    expect((await shown(id)).first_name).toBe('Anna')
  })

  it('finds the user by a part of any name or of the email address, and by role', async () => {
    const { id } = await add({ last_name: 'Zebrowska' })
    const find = async (filter: string) =>
      (await admin.get(`${URL}?q=(filters:!(${filter}),columns:!(id))`))
        .json()
        .result.map((row: { id: number }) => row.id)
    expect(await find("(col:username,opr:user_all_text,value:'zebrow')")).toEqual([id])
    expect(await find(`(col:roles,opr:rel_m_m,value:${gamma})`)).toContain(id)
    expect(await find(`(col:roles,opr:rel_m_m,value:${alpha})`)).not.toContain(id)
  })
})

describe('a deactivated user', () => {
  it('loses sessions, bearer tokens and sign-in links at once', async () => {
    const { id, username } = await add({ password: PASSWORD })
    const browser = await signedIn(id)
    const token = (await login(username, PASSWORD)).json().access_token as string
    fixture.now += 1
    const link = new globalThis.URL((await admin.post(`${URL}${(await add()).id}/sign_in_link`)).json().result.url)
    expect([(await browser.get('/api/v1/me/')).statusCode, await me(token)]).toEqual([200, 200])
    expect((await admin.put(`${URL}${id}`, { active: false })).statusCode).toBe(200)
    expect([(await browser.get('/api/v1/me/')).statusCode, await me(token)]).toEqual([401, 401])
    expect((await login(username, PASSWORD)).statusCode).toBe(401)
    fixture.now += 1
    expect((await admin.put(`${URL}${id}`, { active: true })).statusCode).toBe(200)
    expect([(await browser.get('/api/v1/me/')).statusCode, await me(token)]).toEqual([401, 401])
    expect((await login(username, PASSWORD)).statusCode).toBe(200)
    expect((await submitLink(fixture.nobody, link.pathname)).statusCode).toBe(302)
  })

  it('gets no sign-in link', async () => {
    const { id } = await add()
    await admin.put(`${URL}${id}`, { active: false })
    const answer = await admin.post(`${URL}${id}/sign_in_link`)
    expect([answer.statusCode, answer.headers['x-facet-error']]).toEqual([422, 'user-inactive'])
  })
})

describe('the initial administrator', () => {
  it('keeps its name, so that no start creates another one', async () => {
    const id = admin.user?.userId ?? 0
    for (const answer of [await admin.put(`${URL}${id}`, { username: 'root' }), await admin.delete(`${URL}${id}`)])
      expect([answer.statusCode, answer.headers['x-facet-error']]).toEqual([422, 'user-initial'])
    const link = await admin.post(`${URL}${id}/sign_in_link`)
    expect([link.statusCode, link.headers['x-facet-error']]).toEqual([422, 'user-self-link'])
    expect((await admin.get('/api/v1/me/')).statusCode).toBe(200)
  })
})

describe('a user with sessions', () => {
  it('ends all sessions by an administrator, and accepts a new sign-in', async () => {
    const { id, username } = await add({ password: PASSWORD })
    const browser = await signedIn(id)
    expect((await admin.post(`${URL}${id}/sign_out_everywhere`)).statusCode).toBe(200)
    expect((await browser.get('/api/v1/me/')).statusCode).toBe(401)
    fixture.now += 1
    expect((await login(username, PASSWORD)).statusCode).toBe(200)
  })
})

describe('a role taken away', () => {
  it('counts from the next request on', async () => {
    const { id } = await add({ roles: [alpha] })
    const browser = await signedIn(id)
    expect((await browser.get('/api/v1/annotation_layer/')).statusCode).toBe(200)
    await admin.put(`${URL}${id}`, { roles: [gamma] })
    expect((await browser.get('/api/v1/annotation_layer/')).statusCode).toBe(403)
  })
})

describe('a password reset', () => {
  it('ends everything opened with the old password; its link signs in once, to set a new one', async () => {
    const { id, username } = await add({ password: PASSWORD })
    const browser = await signedIn(id)
    const answer = await admin.post(`${URL}${id}/sign_in_link`)
    expect(answer.statusCode).toBe(201)
    expect((await browser.get('/api/v1/me/')).statusCode).toBe(401)
    expect((await login(username, PASSWORD)).statusCode).toBe(401)
    fixture.now += 1
    const { pathname } = new globalThis.URL(answer.json().result.url)
    const entered = await submitLink(fixture.nobody, pathname)
    expect([entered.statusCode, entered.headers.location]).toEqual([302, '/account/'])
    expect((await fixture.nobody.get(pathname)).statusCode).toBe(401)
    const again = await signedIn(id)
    expect((await again.get('/api/v1/me/password')).json()).toEqual({ result: { is_set: false } })
    expect((await again.put('/api/v1/me/password', { new_password: 'a second password' })).statusCode).toBe(200)
    fixture.now += 1
    expect((await login(username, 'a second password')).statusCode).toBe(200)
    const other = await signedIn(id)
    expect((await other.get('/api/v1/me/password')).json()).toEqual({ result: { is_set: true } })
    expect((await other.put('/api/v1/me/password', { new_password: 'a third password' })).statusCode).toBe(400)
  })

  it('expires after a day', async () => {
    const { id } = await add()
    const { url, expires_on } = (await admin.post(`${URL}${id}/sign_in_link`)).json().result
    expect(Date.parse(`${expires_on}Z`)).toBe(fixture.now + 24 * 3_600_000)
    fixture.now += 24 * 3_600_000 + 1
    expect((await fixture.nobody.get(new globalThis.URL(url).pathname)).statusCode).toBe(401)
  })
})

describe('a deleted user', () => {
  it('loses sessions and tokens, which a restore does not return', async () => {
    const { id, username } = await add({ password: PASSWORD })
    const browser = await signedIn(id)
    const token = (await login(username, PASSWORD)).json().access_token as string
    expect((await admin.delete(`${URL}${id}`)).statusCode).toBe(200)
    expect([(await browser.get('/api/v1/me/')).statusCode, await me(token)]).toEqual([401, 401])
    fixture.now += 1
    expect((await admin.post(`${URL}${id}/restore`)).statusCode).toBe(200)
    expect([(await browser.get('/api/v1/me/')).statusCode, await me(token)]).toEqual([401, 401])
    expect((await login(username, PASSWORD)).statusCode).toBe(200)
  })

  it('rejects a restore while another has the name or email address in any case', async () => {
    const { id, username } = await add()
    await admin.put(`${URL}${id}`, { email: `${username}@Example.org` })
    await admin.delete(`${URL}${id}`)
    const twin = await admin.post(URL, { ...body(), username: username.toUpperCase(), email: null })
    const taken = await admin.post(`${URL}${id}/restore`)
    expect([taken.statusCode, taken.headers['x-facet-error']]).toEqual([422, 'user-exists'])
    await admin.put(`${URL}${twin.json().id}`, { username: `${username} two`, email: `${username}@example.ORG` })
    const email = await admin.post(`${URL}${id}/restore`)
    expect([email.statusCode, email.headers['x-facet-error']]).toEqual([422, 'email-used'])
    await admin.put(`${URL}${twin.json().id}`, { email: null })
    expect((await admin.post(`${URL}${id}/restore`)).statusCode).toBe(200)
  })

  it('transfers objects without another owner first', async () => {
    const { id, username } = await add()
    const heir = await add()
    const board = await fixture.dashboard({ dashboard_title: 'Handed over', owners: [id] })
    const shared = await fixture.chart({ slice_name: 'Shared', owners: [id, admin.user?.userId as number] })
    const owned = (await admin.get(`${URL}${id}/owned`)).json()
    expect(owned).toEqual({
      count: 2,
      sole_count: 1,
      result: [
        { type: 'dashboard', id: board.id, name: 'Handed over', other_owners: 0 },
        { type: 'chart', id: shared.id, name: 'Shared', other_owners: 1 },
      ],
    })
    const refused = await admin.delete(`${URL}${id}`)
    expect([refused.statusCode, refused.headers['x-facet-error']]).toEqual([422, 'user-owns'])
    expect((await admin.get(`${URL}${id}`)).json().result.username).toBe(username)
    const self = await admin.post(`${URL}${id}/hand_over`, { to: id })
    expect(self.statusCode).toBe(422)
    expect((await admin.post(`${URL}${id}/hand_over`, { to: heir.id })).json()).toEqual({ message: 'OK', count: 2 })
    const { store } = fixture.context
    expect((await store.dashboards.get(board.id))?.owners).toEqual([heir.id])
    // The administrator was created first.
    expect((await store.charts.get(shared.id))?.owners).toEqual([admin.user?.userId, heir.id])
    expect((await admin.delete(`${URL}${id}`)).statusCode).toBe(200)
  })
})

describe('the last active administrator', () => {
  it('rejects deletion, deactivation and demotion, by any call', async () => {
    const first = admin.user?.userId as number
    const { id } = await add({ roles: [administrators], password: PASSWORD })
    const last = await signedIn(id)
    expect((await admin.put(`${URL}${first}`, { roles: [gamma] })).statusCode).toBe(200)
    const rejections = [
      await last.delete(`${URL}${id}`),
      await last.delete(`${URL}?q=!(${id})`),
      await last.put(`${URL}${id}`, { active: false }),
      await last.put(`${URL}${id}`, { roles: [gamma] }),
      await last.put(`${URL}${id}`, { roles: [] }),
      await last.put(`/api/v1/security/roles/${administrators}/users`, { user_ids: [] }),
    ]
    expect(rejections.map((each) => [each.statusCode, each.headers['x-facet-error']])).toEqual(
      rejections.map(() => [422, 'last-admin']),
    )
    expect((await last.get('/api/v1/me/')).statusCode).toBe(200)
    const { active, roles } = (await fixture.context.store.users.get(id)) ?? {}
    expect([active, roles]).toEqual([true, [administrators]])
    expect((await last.put(`${URL}${first}`, { roles: [administrators] })).statusCode).toBe(200)
    expect((await last.delete(`${URL}${id}`)).statusCode).toBe(200)
  })

  it('counts administrators with a password only', async () => {
    const { id } = await add({ roles: [administrators] })
    const first = admin.user?.userId as number
    const invited = await signedIn(id)
    const rejections = [
      await admin.put(`${URL}${first}`, { roles: [gamma] }),
      await admin.put(`${URL}${first}`, { roles: [] }),
      await invited.put(`${URL}${first}`, { active: false }),
      await invited.put(`/api/v1/security/roles/${administrators}/users`, { user_ids: [id] }),
    ]
    expect(rejections.map((each) => [each.statusCode, each.headers['x-facet-error']])).toEqual(
      rejections.map(() => [422, 'last-admin']),
    )
    expect((await admin.get('/api/v1/me/')).statusCode).toBe(200)
    expect((await invited.put('/api/v1/me/password', { new_password: 'an own password' })).statusCode).toBe(200)
    const known = await signedIn(id)
    expect((await known.put(`${URL}${first}`, { roles: [gamma] })).statusCode).toBe(200)
    expect((await known.put(`${URL}${first}`, { roles: [administrators] })).statusCode).toBe(200)
    expect((await admin.delete(`${URL}${id}`)).statusCode).toBe(200)
  })

  it('keeps its password until another one has one', async () => {
    const { id } = await add({ roles: [administrators] })
    const other = await add({ roles: [administrators], password: PASSWORD })
    const first = admin.user?.userId as number
    const invited = await signedIn(id)
    expect((await invited.put(`${URL}${first}`, { active: false })).statusCode).toBe(200)
    const reset = await invited.post(`${URL}${other.id}/sign_in_link`)
    expect([reset.statusCode, reset.headers['x-facet-error']]).toEqual([422, 'last-admin'])
    expect((await login(other.username, PASSWORD)).statusCode).toBe(200)
    expect((await invited.put(`${URL}${first}`, { active: true })).statusCode).toBe(200)
    admin = await signedIn(first)
    for (const each of [id, other.id]) expect((await admin.delete(`${URL}${each}`)).statusCode).toBe(200)
  })

  it('counts active users only', async () => {
    const { id } = await add({ roles: [administrators], active: false, password: PASSWORD })
    const own = admin.user?.userId as number
    expect((await admin.put(`${URL}${own}`, { roles: [gamma] })).statusCode).toBe(422)
    await admin.put(`${URL}${id}`, { active: true })
    expect((await admin.put(`${URL}${own}`, { roles: [gamma] })).statusCode).toBe(200)
    expect((await admin.get(URL)).statusCode).toBe(403)
    const other = await signedIn(id)
    expect((await other.put(`${URL}${own}`, { roles: [administrators] })).statusCode).toBe(200)
    expect((await other.delete(`${URL}${id}`)).statusCode).toBe(200)
  })
})

describe('an e-mail address', () => {
  it('hides it from readers of users, from their filters and their sort orders', async () => {
    const { store } = fixture.context
    const { id: role } = await store.roles.create({ name: 'Readers of users' }, null)
    await store.roles.setPairs(role, [['can_read', 'User']])
    const [first, second] = [await add({ email: 'zz@hidden.example' }), await add({ email: 'aa@hidden.example' })]
    const { id } = await add({ roles: [role] })
    const reader = await signedIn(id)
    const idsOf = async (client: Client, q: string) =>
      (await client.get(`${URL}?q=(page_size:100,columns:!(id),${q})`))
        .json()
        .result.map((row: { id: number }) => row.id)
        .filter((each: number) => each === first.id || each === second.id)
    const filters = [
      "filters:!((col:username,opr:user_all_text,value:'hidden.ex'))",
      ...['sw', 'ew', 'ct', 'eq'].map((opr) => `filters:!((col:email,opr:${opr},value:'zz@hidden.example'))`),
      ...['nsw', 'new', 'nct', 'neq'].map((opr) => `filters:!((col:email,opr:${opr},value:'zz@hidden.example'))`),
    ]
    const found = []
    for (const filter of filters) found.push([await idsOf(reader, filter), (await idsOf(admin, filter)).length > 0])
    expect(found).toEqual(filters.map(() => [[], true]))
    const sorted = (direction: string) => `order_column:email,order_direction:${direction}`
    const both = [first.id, second.id]
    expect([await idsOf(reader, sorted('asc')), await idsOf(reader, sorted('desc'))]).toEqual([both, both])
    expect(await idsOf(admin, sorted('asc'))).toEqual(both.toReversed())
    for (const url of [URL, `${URL}?q=(columns:!(id,email))`, `${URL}${first.id}`, `${URL}related/created_by`])
      expect([url, (await reader.get(url)).statusCode, (await reader.get(url)).body.includes('@')]).toEqual([
        url,
        200,
        false,
      ])
    expect((await shown(first.id)).email).toBe('zz@hidden.example')
  })

  it('e-mail addresses and attributes are left out of the log for readers who are no administrators', async () => {
    const { store } = fixture.context
    const { id: role } = await store.roles.create({ name: 'Readers of the log' }, null)
    await store.roles.setPairs(role, [['can_read', 'Log']])
    const reader = await signedIn((await add({ roles: [role], email: null })).id)
    const { id, username } = await add({ email: 'before@hidden.example', attributes: { region: ['hidden north'] } })
    const changes = { email: 'after@hidden.example', attributes: { region: ['hidden south'] }, last_name: 'Seen' }
    await admin.put(`${URL}${id}`, changes)
    const events = await store.events.history('user', id)
    expect(events.map(({ action }) => action)).toEqual(['update', 'create'])
    const log = '/api/v1/log/'
    const urls = [`${log}?q=(page_size:100)`, `${log}export/`, ...events.map((event) => `${log}${event.id}`)]
    for (const url of urls) {
      const [some, all] = [(await reader.get(url)).body, (await admin.get(url)).body]
      expect([url, some.includes('hidden'), all.includes('hidden')]).toEqual([url, false, true])
      expect([url, some.includes(username) || some.includes('Seen')]).toEqual([url, true])
    }
  })
})

it('the log records who changed which user, and never the password', async () => {
  const { id } = await add({ password: 'a logged password' })
  await admin.put(`${URL}${id}`, { first_name: 'Logged', password: 'another logged password' })
  const events = await fixture.context.store.events.history('user', id)
  expect(events.map(({ actor, action }) => [actor, action])).toEqual([
    [admin.user?.userId, 'update'],
    [admin.user?.userId, 'create'],
  ])
  const hash = (await fixture.context.store.users.get(id))?.password ?? ''
  const text = JSON.stringify(events)
  expect([text.includes('Logged'), text.includes('logged password'), text.includes(hash)]).toEqual([true, false, false])
})
