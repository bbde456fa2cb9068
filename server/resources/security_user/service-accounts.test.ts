import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { planSignIn } from '#server/identity/sign-in-plan.ts'
import { openSession } from '#server/security/sessions.ts'
import { createLinkToken } from '#server/security/first-user.ts'
import { type Client, makeTestApp, NOON, PASSWORD, type TestApp } from '#testing/app.ts'

const URL = '/api/v1/security/users/'

let fixture: TestApp
let admin: Client
let gamma: number
let count = 0
beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
  gamma = (await fixture.context.store.roles.byName('Gamma'))?.id ?? 0
})
afterAll(() => fixture.close())
beforeEach(() => {
  fixture.now = NOON + ++count * 60_000
})

const body = (more: object = {}) => ({
  username: `robot${++count}`,
  first_name: 'Nightly',
  last_name: 'Export',
  roles: [gamma],
  is_service: true,
  ...more,
})
const add = async (more: object = {}) => {
  const answer = await admin.post(URL, body(more))
  expect(answer.statusCode, answer.body).toBe(201)
  return { id: answer.json().id as number, username: answer.json().result.username as string }
}
const draft = (more: object = {}) => ({ name: 'nightly', scope: 'write', expires_in_days: 30, ...more })
const createToken = async (id: number, more: object = {}) => {
  const answer = await admin.post(`${URL}${id}/tokens`, draft(more))
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().result as { id: number; token: string; role: unknown }
}
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
const failed = (answer: { statusCode: number; headers: object }) => [
  answer.statusCode,
  (answer.headers as Record<string, unknown>)['x-facet-error'],
]
const me = async (token: string) => failed(await fixture.nobody.get('/api/v1/me/', bearer(token)))

describe('a service account', () => {
  it('lets an administrator create it, and acts by the tokens that administrators create', async () => {
    const { id, username } = await add()
    const { token } = await createToken(id)
    expect((await fixture.nobody.get('/api/v1/me/', bearer(token))).json().result.username).toBe(username)
    const made = await fixture.nobody.post('/api/v1/dashboard/', { dashboard_title: 'By a robot' }, bearer(token))
    expect((await fixture.context.store.dashboards.get(made.json().id))?.owners).toEqual([id])
    const listed = (await admin.get(`${URL}${id}/tokens`)).json()
    expect([listed.count, listed.roles]).toEqual([1, [{ id: gamma, name: 'Gamma' }]])
    const [event] = await fixture.context.store.events.history('api_token', listed.result[0].id)
    expect([event?.action, event?.actor, JSON.parse(event?.after ?? '{}').user_id]).toEqual([
      'create',
      admin.user?.userId,
      id,
    ])
    expect((await admin.delete(`${URL}${id}/tokens/${listed.result[0].id}`)).statusCode).toBe(200)
    expect(await me(token)).toEqual([401, 'token-revoked'])
  })

  it('gets tokens that are limited to one of its roles', async () => {
    const { id } = await add()
    expect((await createToken(id, { role_id: gamma })).role).toEqual({ id: gamma, name: 'Gamma' })
    const alpha = (await fixture.context.store.roles.byName('Alpha'))?.id
    expect((await admin.post(`${URL}${id}/tokens`, draft({ role_id: alpha }))).statusCode).toBe(400)
  })

  it('shows its mark in the list of users and in the action log, also after its deletion', async () => {
    const { id, username } = await add()
    const { token } = await createToken(id)
    await fixture.nobody.post('/api/v1/annotation_layer/', { name: `layer ${count}` }, bearer(token))
    await fixture.nobody.post('/api/v1/dashboard/', { dashboard_title: `Log ${count}` }, bearer(token))
    const find = async (value: boolean) =>
      (await admin.get(`${URL}?q=(filters:!((col:is_service,opr:eq,value:!${value ? 't' : 'f'})),page_size:1000)`))
        .json()
        .result.map((row: { username: string; is_service: boolean }) => [row.username, row.is_service])
    expect(await find(true)).toContainEqual([username, true])
    expect(await find(false)).toContainEqual(['admin', false])
    expect((await find(false)).flat()).not.toContain(username)
    const lines = async () =>
      (await admin.get(`/api/v1/log/?q=(filters:!((col:user,opr:rel_o_m,value:${id})))`))
        .json()
        .result.map(({ is_service }: { is_service: boolean }) => is_service)
    expect(new Set(await lines())).toEqual(new Set([true]))
    for (const { id: board } of (await fixture.context.store.dashboards.list({ where: { owner: id } })).rows)
      await fixture.context.store.dashboards.remove(board, null)
    expect((await admin.delete(`${URL}${id}`)).statusCode).toBe(200)
    expect(new Set(await lines())).toEqual(new Set([true]))
    const [own] = (await admin.get('/api/v1/log/?q=(page_size:1)')).json().result
    expect(own.is_service).toBe(false)
  })

  it('gets no password and no sign-in link, and keeps its type', async () => {
    expect((await admin.post(URL, body({ password: 'a password of a robot' }))).statusCode).toBe(422)
    const { id, username } = await add()
    expect(failed(await admin.put(`${URL}${id}`, { password: 'a password of a robot' }))).toEqual([422, 'user-service'])
    expect(failed(await admin.post(`${URL}${id}/sign_in_link`))).toEqual([422, 'user-service'])
    await admin.put(`${URL}${id}`, { is_service: false, first_name: 'Renamed' })
    const user = await fixture.user(`person${count}`, ['Gamma'])
    await admin.put(`${URL}${user.id}`, { is_service: true, first_name: 'Renamed' })
    const { users } = fixture.context.store
    expect((await users.get(id))?.first_name).toBe('Renamed')
    expect([(await users.get(id))?.is_service, (await users.get(user.id))?.is_service]).toEqual([true, false])
    for (const password of ['', 'a password of a robot'])
      expect(
        (await fixture.nobody.post('/api/v1/security/login', { username, password, provider: 'db' })).statusCode,
      ).toBe(401)
  })

  it('rejects its sign-in, even if a password or a link were stored for it', async () => {
    const { id, username } = await add()
    const { store } = fixture.context
    const person = await fixture.user(`with password ${count}`, ['Gamma'])
    await store.users.update(id, { password: person.password }, null)
    const login = { username, password: PASSWORD, provider: 'db', refresh: true }
    expect((await fixture.nobody.post('/api/v1/security/login', login)).statusCode).toBe(401)
    const page = await fixture.app.inject({ method: 'POST', url: '/login/', payload: { username, password: PASSWORD } })
    expect(page.headers['set-cookie'] ?? []).not.toContainEqual(expect.stringContaining('session='))
    await expect(openSession(store, id, fixture.now)).rejects.toMatchObject({ code: 'user-service' })
    await expect(createLinkToken(store, id, fixture.now)).rejects.toMatchObject({ code: 'user-service' })
  })

  it('stays unlinked from identity providers, and rejects a sign-in by a link that were stored', async () => {
    const { id } = await add({ email: 'robot@example.org' })
    const { store } = fixture.context
    const provider = { name: 'sso', role_mapping: {}, group_mapping: {}, default_roles: [], create_users: true }
    const account = { issuer: 'https://id.example.org', subject: `robot ${count}` }
    const external = { ...account, username: 'someone', email: 'robot@example.org', groups: [] } as const
    const plan = () => planSignIn(store, { ...provider, link_by_email: true } as never, external as never)
    await expect(plan()).rejects.toMatchObject({ code: 'identity-inactive' })
    await store.externalIdentities.link(id, 'sso', account)
    await expect(plan()).rejects.toMatchObject({ code: 'identity-inactive' })
    await admin.put(`${URL}${id}`, { email: null })
  })

  it('counts neither as the administrator who remains nor as a contact for access', async () => {
    const { store } = fixture.context
    const role = (await store.roles.byName('Admin'))?.id ?? 0
    const { id } = await add({ roles: [role], last_name: 'Administrator' })
    const others = (await store.users.list({ where: { some: 'roles', where: { col: 'id', op: 'eq', value: role } } }))
      .rows
    for (const each of others.filter((user) => user.id !== id && user.id !== admin.user?.userId))
      await admin.put(`${URL}${each.id}`, { roles: [gamma] })
    expect(failed(await admin.put(`${URL}${admin.user?.userId}`, { roles: [gamma] }))).toEqual([422, 'last-admin'])
    const contacts = (await admin.get('/api/v1/security/grants/contacts')).json().result
    expect(contacts.join()).not.toContain('Nightly')
  })

  it('transfers its objects, and receives none', async () => {
    const { id } = await add()
    const person = await fixture.user(`heir${count}`, ['Gamma'])
    const owned = await fixture.dashboard({ owners: [id] })
    expect(failed(await admin.delete(`${URL}${id}`))).toEqual([422, 'user-owns'])
    expect((await admin.post(`${URL}${person.id}/hand_over`, { to: id })).statusCode).toBe(422)
    expect((await admin.post(`${URL}${id}/hand_over`, { to: person.id })).json().count).toBe(1)
    expect((await fixture.context.store.dashboards.get(owned.id))?.owners).toEqual([person.id])
    expect((await admin.delete(`${URL}${id}`)).statusCode).toBe(200)
  })

  it('loses its tokens at once when it is deactivated, deleted or revoked', async () => {
    for (const end of ['put', 'post', 'delete'] as const) {
      const { id } = await add()
      const { token } = await createToken(id)
      expect(await me(token)).toEqual([200, undefined])
      const ended = await {
        put: () => admin.put(`${URL}${id}`, { active: false }),
        post: () => admin.post(`${URL}${id}/sign_out_everywhere`),
        delete: () => admin.delete(`${URL}${id}`),
      }[end]()
      expect([end, ended.statusCode]).toEqual([end, 200])
      expect([end, (await me(token))[0]]).toEqual([end, 401])
      if (end === 'put') expect(failed(await admin.post(`${URL}${id}/tokens`, draft()))).toEqual([422, 'user-inactive'])
    }
  })

  it('stays out of the file of users, and unchanged by a file', async () => {
    const { username } = await add()
    expect((await admin.get(`${URL}export`)).body).not.toContain(username)
    const csv = `username,first_name,roles\n${username},Renamed,Alpha\n`
    const { result } = (await admin.post(`${URL}import`, { csv, dry_run: false, invite: true })).json()
    expect(result).toEqual([
      {
        line: 2,
        username,
        action: 'reject',
        fields: [],
        reason: `${username} is a service account, which no file changes`,
      },
    ])
  })
})

describe('tokens of a user', () => {
  it('lets only the user create them, or an administrator for a service account', async () => {
    const user = await fixture.user(`person${count}`, ['Gamma'])
    expect(failed(await admin.post(`${URL}${user.id}/tokens`, draft()))).toEqual([422, 'user-not-service'])
    expect(failed(await admin.post(`${URL}${admin.user?.userId}/tokens`, draft()))).toEqual([422, 'user-not-service'])
    const { id } = await add()
    const { token } = await createToken(id)
    const gammaClient = await fixture.as('Gamma')
    expect((await gammaClient.post(`${URL}${id}/tokens`, draft())).statusCode).toBe(403)
    expect((await fixture.nobody.post(`${URL}${id}/tokens`, draft())).statusCode).toBe(401)
    expect(failed(await fixture.nobody.post(`${URL}${id}/tokens`, draft(), bearer(token)))).toEqual([
      403,
      'token-account',
    ])
    const login = { username: 'admin', password: PASSWORD, provider: 'db' }
    const { access_token: access } = (await fixture.nobody.post('/api/v1/security/login', login)).json()
    expect(failed(await fixture.nobody.post(`${URL}${id}/tokens`, draft(), bearer(access)))).toEqual([
      403,
      'token-account',
    ])
  })

  it('rejects users with the permission to write users but without the role Admin', async () => {
    const { store } = fixture.context
    const role = await store.roles.create({ name: `user writers ${count}` }, null)
    await store.roles.setPairs(role.id, [
      ['can_read', 'User'],
      ['can_write', 'User'],
    ])
    const writer = await fixture.signedIn(await fixture.user(`writer${count}`, [`user writers ${count}`]))
    const { id } = await add()
    expect((await writer.post(`${URL}${id}/tokens`, draft())).statusCode).toBe(403)
    expect((await writer.post(URL, body())).statusCode).toBe(403)
  })
})
