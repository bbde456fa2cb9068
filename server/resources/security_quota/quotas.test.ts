import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApiToken } from '#server/security/api-tokens.ts'
import { guestUser } from '#server/security/guest-token.ts'
import { quotaCaller } from '#server/security/quotas.ts'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'

const URL = '/api/v1/security/quotas/'
let fixture: TestApp
let admin: Client
let count = 0

beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
})
afterAll(() => fixture.close())

const idOf = (client: Client) => client.user?.userId as number
const newUser = async (...roles: readonly string[]) =>
  fixture.signedIn(await fixture.user(`quota user ${++count}`, roles))
const newRole = () => fixture.context.store.roles.create({ name: `Role ${++count}` }, null)
const codeOf = (answer: { statusCode: number; headers: object }) => [
  answer.statusCode,
  (answer.headers as Record<string, unknown>)['x-facet-error'],
]
const give = async (body: object) => {
  const answer = await admin.post(URL, body)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().result as { id: number; version: number }
}
const quotaOf = async (id: number) => (await fixture.context.store.users.current(id))?.quota

describe('quotas of users and roles', () => {
  it('sets, changes and removes them, with the name of their subject', async () => {
    const role = await newRole()
    const user = await newUser(role.name)
    const { id, version } = await give({ role: role.id, max_rows: 100, max_exports: 3 })
    const own = await give({ user: idOf(user), max_queries: 2 })
    expect(await quotaOf(idOf(user))).toEqual({ max_rows: 100, max_exports: 3, max_queries: 2 })
    const changed = await admin.put(`${URL}${id}`, { max_rows: 50, max_exports: null })
    expect(changed.json().result).toMatchObject({
      subject: { type: 'role', id: role.id, name: role.name },
      max_queries: null,
      max_rows: 50,
      max_exports: null,
      max_upload_bytes: null,
      version: version + 1,
    })
    expect(await quotaOf(idOf(user))).toEqual({ max_rows: 50, max_queries: 2 })
    const listed = (await admin.get(`${URL}?user=${idOf(user)}`)).json()
    expect([listed.count, listed.result[0].subject.name]).toEqual([1, user.user?.username])
    expect((await admin.get(`${URL}?role=${role.id}`)).json().result).toHaveLength(1)
    for (const each of [id, own.id]) expect((await admin.delete(`${URL}${each}`)).statusCode).toBe(200)
    expect(await quotaOf(idOf(user))).toBeUndefined()
    expect((await admin.get(`${URL}?role=${role.id}`)).json()).toEqual({ count: 0, result: [] })
  })

  it('reject a change of an outdated version, and leave an entry in the action log', async () => {
    const role = await newRole()
    const { id, version } = await give({ role: role.id, max_rows: 100 })
    const stale = { headers: { 'if-match': `"${version - 1}"` } }
    expect(codeOf(await admin.put(`${URL}${id}`, { max_rows: 5 }, stale))).toEqual([412, 'version-conflict'])
    await admin.put(`${URL}${id}`, { max_rows: 5 }, { headers: { 'if-match': `"${version}"` } })
    await admin.delete(`${URL}${id}`)
    const events = await fixture.context.store.events.history('quota', id)
    expect(events.map(({ action, actor, before, after }) => [action, actor, before, after])).toEqual([
      ['delete', idOf(admin), expect.stringContaining(`"subject_key":"role ${role.id}"`), expect.anything()],
      ['update', idOf(admin), '{"max_rows":100}', '{"max_rows":5}'],
      ['create', idOf(admin), null, expect.stringContaining('"max_rows":100')],
    ])
  })

  it('name one existing subject without quota, and positive integers', async () => {
    const { id: role } = await newRole()
    const user = idOf(await newUser('Gamma'))
    await give({ role, max_rows: 1 })
    const adminRole = (await fixture.context.store.roles.byName('Admin'))?.id
    for (const [body, status, code] of [
      [{ max_rows: 1 }, 400, 'quota-subject'],
      [{ user, role, max_rows: 1 }, 400, 'quota-subject'],
      [{ role, max_rows: 2 }, 422, 'quota-exists'],
      [{ role: adminRole, max_rows: 2 }, 422, 'quota-admin'],
      [{ role: 9999, max_rows: 2 }, 422, 'fields-refused'],
      [{ user: 9999, max_rows: 2 }, 422, 'fields-refused'],
      [{ user, max_rows: 0 }, 400, 'fields-wrong'],
      [{ user, max_rows: 1.5 }, 400, 'fields-wrong'],
      [{ user, rows: 5 }, 400, 'fields-wrong'],
    ] as const)
      expect([body, ...codeOf(await admin.post(URL, body))]).toEqual([body, status, code])
    expect(codeOf(await admin.put(`${URL}9999`, { max_rows: 1 }))).toEqual([404, 'not-found'])
  })

  it('accepts calls of administrators only', async () => {
    const { id } = await give({ role: (await newRole()).id, max_rows: 1 })
    const managers = await newRole()
    const pairs = ['can_read', 'can_write'].map((permission) => [permission, 'Role'] as const)
    await fixture.context.store.roles.setPairs(managers.id, pairs)
    for (const client of [await newUser('Alpha'), await newUser(managers.name)]) {
      const answers = [
        await client.get(URL),
        await client.get(`${URL}effective?user=1`),
        await client.post(URL, { user: 1, max_rows: 1 }),
        await client.put(`${URL}${id}`, { max_rows: 2 }),
        await client.delete(`${URL}${id}`),
      ]
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403, 403])
    }
  })
})

describe('the effective quota', () => {
  it('names the source and the use of each value, to administrators and to the user', async () => {
    const [few, many] = [await newRole(), await newRole()]
    const user = await newUser(few.name, 'Gamma')
    await fixture.context.store.groups.create({ name: `Team ${count}`, users: [idOf(user)], roles: [many.id] }, null)
    await give({ role: few.id, max_rows: 10, max_exports: 2 })
    await give({ role: many.id, max_rows: 20 })
    await give({ user: idOf(user), max_upload_bytes: 1000 })
    const { quotaUses } = fixture.context.store
    const use = { caller: `user ${idOf(user)}`, windowMs: 3_600_000, most: 9999 }
    await quotaUses.take({ ...use, measure: 'max_exports', amount: 1 })
    await quotaUses.take({ ...use, measure: 'max_upload_bytes', amount: 400 })
    const expected = [
      { measure: 'max_queries', value: null, source: null, used: null },
      { measure: 'max_rows', value: 20, source: { type: 'role', id: many.id, name: many.name }, used: null },
      { measure: 'max_exports', value: 2, source: { type: 'role', id: few.id, name: few.name }, used: 1 },
      {
        measure: 'max_upload_bytes',
        value: 1000,
        source: { type: 'user', id: idOf(user), name: user.user?.username },
        used: 400,
      },
    ]
    expect((await admin.get(`${URL}effective?user=${idOf(user)}`)).json().result).toEqual(expected)
    expect((await user.get('/api/v1/me/quotas')).json().result).toEqual(expected)
    fixture.now += 2 * 3_600_000
    expect((await user.get('/api/v1/me/quotas')).json().result[2].used).toBe(0)
    expect((await fixture.nobody.get('/api/v1/me/quotas')).statusCode).toBe(401)
    expect((await admin.get(`${URL}effective?user=9999`)).statusCode).toBe(404)
  })
})

describe('uses of a quota', () => {
  const exportOf = async (client: Pick<Client, 'get'>, id: number, headers = {}) =>
    (await client.get(`/api/v1/dashboard/export/?q=!(${id})`, { headers })).statusCode

  it('uses by an API token count for its user', async () => {
    const user = await newUser('Admin')
    await give({ user: idOf(user), max_exports: 2 })
    const { id } = await fixture.dashboard({ dashboard_title: `Board ${++count}` })
    const draft = { name: 'script', scope: 'read' as const, days: 1 }
    const { text } = await createApiToken(fixture.context.store, idOf(user), draft, fixture.now)
    const bearer = { authorization: `Bearer ${text}` }
    expect(await exportOf(user, id)).toBe(200)
    expect(await exportOf(fixture.nobody, id, bearer)).toBe(200)
    expect(await exportOf(fixture.nobody, id, bearer)).toBe(429)
    expect(await exportOf(user, id)).toBe(429)
    expect(await exportOf(admin, id)).toBe(200)
  })

  it('uses by anonymous callers and guests count by network address, with the quota of their role', async () => {
    const { store } = fixture.context
    const role = (await store.roles.byName('Public'))?.id
    const { id } = await give({ role, max_exports: 5 })
    const anonymous = await store.users.anonymous('Public')
    const guest = await guestUser(
      store,
      { resources: [], rls: [] },
      {
        roleName: 'Public',
        origin: '192.0.2.7',
      },
    )
    expect([anonymous.quota, guest.quota, quotaCaller(guest)]).toEqual([
      { max_exports: 5 },
      { max_exports: 5 },
      'address 192.0.2.7',
    ])
    expect(quotaCaller({ ...guest, origin: '192.0.2.8' })).toBe('address 192.0.2.8')
    await admin.delete(`${URL}${id}`)
  })
})
