import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'
import { writeDuckDB } from '#testing/duckdb-file.ts'

const URL = '/api/v1/security/groups/'

let fixture: TestApp
let admin: Client
let count = 0
beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
  await writeDuckDB(join(fixture.home, 'databases'), 'local.duckdb', [
    'CREATE TABLE numbers AS SELECT 1 AS n UNION ALL SELECT 2',
  ])
})
afterAll(() => fixture.close())

const roleOf = async (...pairs: readonly (readonly [string, string])[]) => {
  const { store } = fixture.context
  const { id } = await store.roles.create({ name: `Role ${++count}` }, null)
  await store.roles.setPairs(id, pairs)
  return id
}
const add = async (more: object = {}) => {
  const answer = await admin.post(URL, { name: `Group ${++count}`, ...more })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().id as number
}
const shown = async (id: number) => (await admin.get(`${URL}${id}`)).json().result
const codeOf = (answer: { statusCode: number; headers: object }) => [
  answer.statusCode,
  (answer.headers as Record<string, unknown>)['x-facet-error'],
]

describe('a group', () => {
  it('stores roles and users, as in Superset 6', async () => {
    const role = await roleOf()
    const user = await fixture.user(`member ${++count}`, [])
    const id = await add({ label: 'Sales', description: 'The team', roles: [role], users: [user.id] })
    expect(await shown(id)).toMatchObject({
      label: 'Sales',
      description: 'The team',
      roles: [{ id: role }],
      users: [{ id: user.id, username: user.username, active: true }],
    })
    const list = (await admin.get(`${URL}?q=(filters:!((col:users,opr:rel_m_m,value:${user.id})))`)).json()
    expect(list.ids).toEqual([id])
    const account = (await admin.get(`/api/v1/security/users/${user.id}`)).json().result
    expect(account.groups.map((each: { id: number }) => each.id)).toEqual([id])
  })

  it('gives its users the rights of its roles, and removes them, at the next request', async () => {
    const role = await roleOf(['can_read', 'Annotation'])
    const user = await fixture.user(`member ${++count}`, [])
    const member = await fixture.signedIn(user)
    const status = async () => (await member.get('/api/v1/annotation_layer/')).statusCode
    expect(await status()).toBe(403)
    const id = await add({ roles: [role], users: [user.id] })
    expect(await status()).toBe(200)
    await admin.put(`${URL}${id}`, { users: [] })
    expect(await status()).toBe(403)
    await admin.put(`${URL}${id}`, { users: [user.id] })
    expect(await status()).toBe(200)
    await admin.put(`${URL}${id}`, { roles: [] })
    expect(await status()).toBe(403)
    await admin.put(`${URL}${id}`, { roles: [role] })
    expect((await admin.delete(`${URL}${id}`)).statusCode).toBe(200)
    expect(await status()).toBe(403)
    expect((await admin.post(`${URL}${id}/restore`)).statusCode).toBe(200)
    expect(await status()).toBe(200)
    await admin.delete(`/api/v1/security/roles/${role}`)
    expect(await status()).toBe(403)
  })

  it('restricts the rows of its users by the rules of its roles, in results that are cached too', async () => {
    const dataset = await fixture.dataset({
      table_name: 'numbers',
      columns: [{ column_name: 'n', type: 'INTEGER' }],
      metrics: [],
    })
    const role = await roleOf()
    const user = await fixture.user(`reader ${++count}`, ['Alpha'])
    const reader = await fixture.signedIn(user)
    const rule = { filter_type: 'Regular', clause: 'n < 2', tables: [dataset.id], roles: [role] } as const
    await fixture.context.store.rowRules.create({ name: `rule ${count}`, ...rule }, null)
    const query = {
      datasource: { id: dataset.id, type: 'table' },
      queries: [{ columns: ['n'], orderby: [['n', true]] }],
    }
    const rows = async () => {
      const answer = await reader.post('/api/v1/chart/data', query)
      return answer.json().result[0].data.map(({ n }: { n: number }) => n)
    }
    expect([await rows(), await rows()]).toEqual([
      [1, 2],
      [1, 2],
    ])
    const id = await add({ roles: [role], users: [user.id] })
    expect([await rows(), await rows()]).toEqual([[1], [1]])
    await admin.delete(`${URL}${id}`)
    expect(await rows()).toEqual([1, 2])
  })

  it('rejects a stale save, and is in the log with the editor', async () => {
    const id = await add()
    const { version } = await shown(id)
    const headers = { 'if-match': `"${version}"` }
    expect((await admin.put(`${URL}${id}`, { label: 'First' }, { headers })).statusCode).toBe(200)
    expect((await admin.put(`${URL}${id}`, { label: 'Second' }, { headers })).statusCode).toBe(412)
    expect((await shown(id)).label).toBe('First')
    const saves = ['a', 'b'].map((label) => admin.put(`${URL}${id}`, { label }))
    for (const answer of await Promise.all(saves)) expect([200, 412]).toContain(answer.statusCode)
    const history = await fixture.context.store.events.history('group', id)
    expect(history.at(-1)).toMatchObject({ action: 'create', actor: admin.user?.userId })
    expect(history.some(({ after }) => after?.includes('First'))).toBe(true)
  })

  it.each([
    ['no name', () => ({ name: ' ' }), 'name'],
    ['an unknown role', () => ({ name: `G${++count}`, roles: [999_999] }), 'roles'],
    ['an unknown user', () => ({ name: `G${++count}`, users: [999_999] }), 'users'],
  ])('rejects %s', async (_, body, field) => {
    const answer = await admin.post(URL, body())
    expect([answer.statusCode, Object.keys(answer.json().message)]).toEqual([422, [field]])
  })

  it('requires a unique name in any case, also when it is restored', async () => {
    const id = await add({ name: 'Unique group' })
    const name = 'UNIQUE GROUP'
    expect((await admin.post(URL, { name })).statusCode).toBe(422)
    await admin.delete(`${URL}${id}`)
    await add({ name })
    expect(codeOf(await admin.post(`${URL}${id}/restore`))).toEqual([422, 'group-name-taken'])
  })

  it('keeps names unique when two groups are restored or created at the same time', async () => {
    for (let at = 0; at < 5; at++) {
      const id = await add({ name: `Twin ${at}` })
      await admin.delete(`${URL}${id}`)
      const name = `TWIN ${at}`
      const answers = await Promise.all([admin.post(`${URL}${id}/restore`), admin.post(URL, { name })])
      const statuses = answers.map(({ statusCode }) => statusCode)
      expect([
        [200, 422],
        [422, 201],
      ]).toContainEqual(statuses)
    }
  })

  it('limits the number of users', async () => {
    const answer = await admin.post(URL, { name: 'crowd', users: Array.from({ length: 10_001 }, () => 1) })
    expect([answer.statusCode, Object.keys(answer.json().message)]).toEqual([400, ['users']])
  })

  it('rejects all but administrators, and appears in no body for them', async () => {
    const id = await add({ name: 'Secret group' })
    const manager = await roleOf(['can_write', 'Group'])
    const user = await fixture.user(`manager ${++count}`, [])
    await fixture.context.store.users.update(user.id, { roles: [manager] }, null)
    for (const client of [
      fixture.nobody,
      await fixture.as('Gamma'),
      await fixture.as('Alpha'),
      await fixture.signedIn(user),
    ])
      for (const answer of [
        await client.get(URL),
        await client.get(`${URL}${id}`),
        await client.post(URL, { name: 'Other' }),
        await client.put(`${URL}${id}`, { name: 'Other' }),
        await client.delete(`${URL}${id}`),
        await client.delete(`${URL}?q=!(${id})`),
        await client.post(`${URL}${id}/restore`),
      ]) {
        expect([401, 403, 404]).toContain(answer.statusCode)
        expect(answer.body).not.toContain('Secret group')
      }
    expect((await shown(id)).name).toBe('Secret group')
  })
})

it('a group is read, and not changed, by a role with both permissions that is not an administrator', async () => {
  const id = await add({ name: 'Read only' })
  const role = await roleOf(['can_read', 'Group'], ['can_write', 'Group'])
  const user = await fixture.user(`auditor ${++count}`, [])
  await fixture.context.store.users.update(user.id, { roles: [role] }, null)
  const auditor = await fixture.signedIn(user)
  const shownTo = (await auditor.get(`${URL}${id}`)).json().result
  expect([shownTo.name, shownTo.abilities.can_write]).toEqual(['Read only', false])
  for (const answer of [await auditor.put(`${URL}${id}`, { name: 'Other' }), await auditor.delete(`${URL}${id}`)])
    expect(codeOf(answer)).toEqual([403, 'forbidden'])
  expect((await shown(id)).name).toBe('Read only')
})

describe('the last administrator', () => {
  it('counts an administrator by a group, which then cannot be emptied, changed or deleted', async () => {
    const { store } = fixture.context
    const { id: role = 0 } = (await store.roles.byName('Admin')) ?? {}
    const first = admin.user?.userId ?? 0
    const user = await fixture.user(`chief ${++count}`, [])
    const id = await add({ roles: [role], users: [user.id] })
    const chief = await fixture.signedIn(user)
    expect((await chief.get('/api/v1/security/users/')).statusCode).toBe(200)
    expect((await chief.put(`/api/v1/security/users/${first}`, { roles: [] })).statusCode).toBe(200)
    expect((await admin.get('/api/v1/security/users/')).statusCode).toBe(403)
    const gamma = (await store.roles.byName('Gamma'))?.id ?? 0
    const rejected = [
      await chief.put(`${URL}${id}`, { users: [] }),
      await chief.put(`${URL}${id}`, { roles: [gamma] }),
      await chief.put(`${URL}${id}`, { users: [first], roles: [gamma] }),
      await chief.delete(`${URL}${id}`),
      await chief.delete(`${URL}?q=!(${id})`),
      await chief.delete(`/api/v1/security/users/${user.id}`),
      await chief.put(`/api/v1/security/users/${user.id}`, { active: false }),
    ]
    expect(rejected.map(codeOf)).toEqual(rejected.map(() => [422, 'last-admin']))
    expect((await chief.get('/api/v1/security/users/')).statusCode).toBe(200)
    expect((await chief.put(`/api/v1/security/users/${first}`, { roles: [role] })).statusCode).toBe(200)
    expect((await chief.delete(`${URL}${id}`)).statusCode).toBe(200)
    expect((await chief.get('/api/v1/security/users/')).statusCode).toBe(403)
  })
})
