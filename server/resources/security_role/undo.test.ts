import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PermissionPair } from '#core/entity/role.ts'
import { type Client, makeTestApp, NOON, type TestApp } from '#testing/app.ts'

const ROLES = '/api/v1/security/roles/'
const RULES = '/api/v1/rowlevelsecurity/'

interface Listed {
  readonly id: number
  readonly action: string
  readonly made_on: string
  readonly can_undo: boolean
  readonly made_by: { readonly username: string } | null
  readonly json: string
}

let fixture: TestApp
let admin: Client
let count = 0
beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
})
afterAll(() => fixture.close())
beforeEach(() => {
  fixture.now = NOON + ++count * 60_000
})

const charts: PermissionPair = ['can_read', 'Chart']
const boards: PermissionPair = ['can_read', 'Dashboard']
const failed = (answer: { statusCode: number; headers: object }) => [
  answer.statusCode,
  (answer.headers as Record<string, unknown>)['x-facet-error'],
]
const changesOf = async (url: string, client = admin): Promise<readonly Listed[]> =>
  (await client.get(`${url}/changes/`)).json().result
const undo = (url: string, change: number, client = admin, options = {}) =>
  client.post(`${url}/changes/${change}/undo`, undefined, options)
const makeRole = async () => {
  const answer = await admin.post(ROLES, { name: `analysts ${++count}`, permissions: [charts] })
  return `${ROLES}${answer.json().id}`
}
const permissionsOf = async (url: string) => (await admin.get(url)).json().result.permissions
const lastUpdate = async (url: string) => {
  const found = (await changesOf(url)).find(({ action }) => action === 'update')
  if (!found) throw new Error('no update')
  return found
}

describe('a change of a role', () => {
  it('lists it with its author and undoes it by a change of the caller', async () => {
    const url = await makeRole()
    await admin.put(url, { permissions: [charts, boards] })
    expect(await permissionsOf(url)).toEqual([charts, boards])
    const change = await lastUpdate(url)
    expect([change.can_undo, change.made_by?.username]).toEqual([true, 'admin'])
    // Clients read the time of a change as UTC.
    expect(Date.parse(`${change.made_on}Z`)).toBe(fixture.now)
    expect(JSON.parse(change.json)).toMatchObject({
      before: { permissions: [charts] },
      after: { permissions: [charts, boards] },
    })
    const other = await fixture.signedIn(await fixture.user(`second admin ${count}`, ['Admin']))
    expect((await undo(url, change.id, other)).statusCode).toBe(200)
    expect(await permissionsOf(url)).toEqual([charts])
    const latest = await lastUpdate(url)
    expect([latest.id > change.id, latest.made_by?.username]).toEqual([true, `second admin ${count}`])
    expect((await undo(url, latest.id)).statusCode).toBe(200)
    expect(await permissionsOf(url)).toEqual([charts, boards])
  })

  it('rejects the undo after a later change of the same values, which is undone first', async () => {
    const url = await makeRole()
    await admin.put(url, { permissions: [boards] })
    const first = await lastUpdate(url)
    await admin.put(url, { permissions: [] })
    const second = await lastUpdate(url)
    const listed = new Map((await changesOf(url)).map(({ id, can_undo: canUndo }) => [id, canUndo]))
    expect([listed.get(first.id), listed.get(second.id)]).toEqual([false, true])
    expect(failed(await undo(url, first.id))).toEqual([412, 'change-outdated'])
    expect((await undo(url, second.id)).statusCode).toBe(200)
    expect((await undo(url, first.id)).statusCode).toBe(200)
    expect(await permissionsOf(url)).toEqual([charts])
  })

  it('a renaming is undone although the permissions of the role were changed since', async () => {
    const url = await makeRole()
    const { name } = (await admin.get(url)).json().result
    await admin.put(url, { name: `renamed ${count}` })
    const change = await lastUpdate(url)
    await admin.put(url, { permissions: [boards] })
    expect((await undo(url, change.id)).statusCode).toBe(200)
    expect([(await admin.get(url)).json().result.name, await permissionsOf(url)]).toEqual([name, [boards]])
  })

  it('undoes it only with the version that the caller saw', async () => {
    const url = await makeRole()
    await admin.put(url, { permissions: [boards] })
    const change = await lastUpdate(url)
    const version = (await admin.get(url)).json().result.version as number
    const stale = { headers: { 'if-match': `"${version - 1}"` } }
    expect(failed(await undo(url, change.id, admin, stale))).toEqual([412, 'version-conflict'])
    expect((await undo(url, change.id, admin, { headers: { 'if-match': `"${version}"` } })).statusCode).toBe(200)
  })

  it('checks the undo like a save: a taken name is not restored', async () => {
    const url = await makeRole()
    const { name } = (await admin.get(url)).json().result
    await admin.put(url, { name: `renamed ${count}` })
    const change = await lastUpdate(url)
    await admin.post(ROLES, { name, permissions: [] })
    expect((await undo(url, change.id)).statusCode).toBe(422)
  })

  it('rejects callers who may not change roles, and lists nothing for them', async () => {
    const { store } = fixture.context
    const writer = await store.roles.create({ name: `role writers ${count}` }, null)
    await store.roles.setPairs(writer.id, [
      ['can_read', 'Role'],
      ['can_write', 'Role'],
    ])
    const url = await makeRole()
    await admin.put(url, { permissions: [boards] })
    const change = await lastUpdate(url)
    const client = await fixture.signedIn(await fixture.user(`writer ${count}`, [`role writers ${count}`]))
    const gamma = await fixture.as('Gamma')
    for (const caller of [client, gamma, fixture.nobody]) {
      expect((await caller.get(`${url}/changes/`)).statusCode).toBeGreaterThanOrEqual(401)
      expect((await undo(url, change.id, caller)).statusCode).toBeGreaterThanOrEqual(401)
    }
    expect(await permissionsOf(url)).toEqual([boards])
  })

  it('undoes it only at the changed role, and only if it is an update', async () => {
    const [url, other] = [await makeRole(), await makeRole()]
    await admin.put(url, { permissions: [boards] })
    const change = await lastUpdate(url)
    expect((await undo(other, change.id)).statusCode).toBe(404)
    const created = (await changesOf(url)).find(({ action }) => action === 'create')
    expect([created?.can_undo, (await undo(url, created?.id ?? 0)).statusCode]).toEqual([false, 404])
    // Without values before it, the list names the created role.
    const details = JSON.parse(created?.json ?? '')
    expect([details.before, details.after.name]).toEqual([null, `analysts ${count - 1}`])
    expect((await undo(url, 999_999)).statusCode).toBe(404)
  })
})

describe('a change of the members of a role', () => {
  const makeMembers = async () => {
    const url = await makeRole()
    const id = Number(url.slice(ROLES.length))
    const user = await fixture.user(`member ${count}`, ['Gamma'])
    return { url, id, user, name: `member ${count}` }
  }
  const usersOf = async (url: string) =>
    ((await admin.get(url)).json().result.users as readonly { readonly username: string }[]).map(
      ({ username }) => username,
    )

  it.each(['from the role', 'from the user'])('made %s is listed with user names and undone', async (where) => {
    const { url, id, user, name } = await makeMembers()
    const saved =
      where === 'from the role'
        ? await admin.put(`${url}/users`, { user_ids: [user.id] })
        : await admin.put(`/api/v1/security/users/${user.id}`, { roles: [id] })
    expect(saved.statusCode, saved.body).toBe(200)
    const added = await lastUpdate(url)
    expect([added.can_undo, JSON.parse(added.json)]).toEqual([
      true,
      { before: { users: [] }, after: { users: [name] } },
    ])
    expect((await undo(url, added.id)).statusCode).toBe(200)
    expect(await usersOf(url)).toEqual([])
    const removed = await lastUpdate(url)
    expect(JSON.parse(removed.json)).toEqual({ before: { users: [name] }, after: { users: [] } })
    expect(failed(await undo(url, added.id))).toEqual([412, 'change-outdated'])
    expect((await undo(url, removed.id)).statusCode).toBe(200)
    expect(await usersOf(url)).toEqual([name])
  })

  it('a change by a group is listed with the name of the group and undone', async () => {
    const { url, id, user } = await makeMembers()
    const group = await admin.post('/api/v1/security/groups/', { name: `team ${count}`, users: [user.id], roles: [] })
    const groupUrl = `/api/v1/security/groups/${group.json().id}`
    expect((await admin.put(groupUrl, { roles: [id] })).statusCode).toBe(200)
    const change = await lastUpdate(url)
    expect(JSON.parse(change.json)).toEqual({ before: { groups: [] }, after: { groups: [`team ${count}`] } })
    const { version } = (await admin.get(url)).json().result
    const stale = { headers: { 'if-match': `"${version + 1}"` } }
    expect(failed(await undo(url, change.id, admin, stale))).toEqual([412, 'version-conflict'])
    expect((await undo(url, change.id)).statusCode).toBe(200)
    expect((await fixture.context.store.groups.get(group.json().id))?.roles).toEqual([])
  })

  it('lists it when a user or a group with the role is deleted or restored', async () => {
    const { url, id, user, name } = await makeMembers()
    const team = `team ${count}`
    const { store } = fixture.context
    await store.users.update(user.id, { roles: [id], email: null }, null)
    const group = await store.groups.create({ name: team, users: [user.id], roles: [id] }, null)
    const latest = async () => JSON.parse((await lastUpdate(url)).json)
    for (const [memberUrl, relation, title, member] of [
      [`/api/v1/security/groups/${group.id}`, 'groups', team, group.id],
      [`/api/v1/security/users/${user.id}`, 'users', name, user.id],
    ] as const) {
      expect((await admin.delete(memberUrl)).statusCode).toBe(200)
      expect(await latest()).toEqual({ before: { [relation]: [member] }, after: { [relation]: [] } })
      const restoring = await admin.post(`${memberUrl}/restore`)
      expect(restoring.statusCode, restoring.body).toBe(200)
      expect(await latest()).toEqual({ before: { [relation]: [] }, after: { [relation]: [title] } })
    }
    const [restored] = await changesOf(url)
    expect([restored?.can_undo, restored?.made_by?.username]).toEqual([true, 'admin'])
    expect((await undo(url, restored?.id ?? 0)).statusCode).toBe(200)
    expect(await usersOf(url)).toEqual([])
  })

  it.each(['users', 'groups'] as const)('rejects the undo if its %s were changed twice meanwhile', async (relation) => {
    const { store } = fixture.context
    const { url, id, user } = await makeMembers()
    const group = await store.groups.create({ name: `team ${count}`, users: [], roles: [] }, null)
    const setRoles = async (roles: number[]) =>
      relation === 'users'
        ? (await store.users.update(user.id, { roles }, null)).roles
        : (await store.groups.update(group.id, { roles }, null)).roles
    await setRoles([id])
    await setRoles([])
    const removed = await lastUpdate(url)
    const transaction = store.transaction.bind(store)
    // The changes come after the first check of the request and before its transaction.
    const spy = vi.spyOn(store, 'transaction').mockImplementationOnce(async (work) => {
      await setRoles([id])
      await setRoles([])
      return transaction(work) as never
    })
    const answer = await undo(url, removed.id)
    const isRun = spy.mock.calls.length > 0
    spy.mockRestore()
    expect([isRun, ...failed(answer)]).toEqual([true, 412, 'change-outdated'])
    const roles =
      relation === 'users' ? (await store.users.get(user.id))?.roles : (await store.groups.get(group.id))?.roles
    expect(roles).toEqual([])
    const listed = new Map((await changesOf(url)).map(({ id: change, can_undo: canUndo }) => [change, canUndo]))
    expect([listed.get(removed.id), listed.get((await lastUpdate(url)).id)]).toEqual([false, true])
  })

  it('records one change for one save of more users than a statement writes', async () => {
    const { store } = fixture.context
    const url = await makeRole()
    const roles = [Number(url.slice(ROLES.length))]
    const users = await store.users.createMany(
      Array.from({ length: 501 }, (_, at) => ({
        username: `many ${count} ${at}`,
        first_name: '',
        last_name: '',
        password: null,
        roles,
      })),
      null,
    )
    expect((await admin.put(`${url}/users`, { user_ids: [] })).statusCode).toBe(200)
    const [removed, added, ...others] = await store.events.history('role', roles[0] ?? 0)
    const ids = users.map(({ id }) => id)
    expect(JSON.parse(added?.after ?? '')).toEqual({ users: ids })
    expect(JSON.parse(removed?.before ?? '')).toEqual({ users: ids })
    expect(others.some(({ after }) => after?.includes('"users"'))).toBe(false)
  })

  it('logs it when the role is deleted and when it is restored, and undoes the latter', async () => {
    const { store } = fixture.context
    const { url, id, user } = await makeMembers()
    await admin.put(`${url}/users`, { user_ids: [user.id] })
    const group = await store.groups.create({ name: `members of ${url}`, users: [], roles: [id] }, null)
    const logged = async () =>
      (await store.events.history('role', id, 3)).map(({ action, before, after }) => [action, before, after])
    const empty = (name: string) => JSON.stringify({ [name]: [] })
    const [users, groups] = [JSON.stringify({ users: [user.id] }), JSON.stringify({ groups: [group.id] })]
    expect((await admin.delete(url)).statusCode).toBe(200)
    expect(await logged()).toEqual([
      ['update', groups, empty('groups')],
      ['update', users, empty('users')],
      ['delete', expect.any(String), expect.any(String)],
    ])
    expect((await admin.post(`${url}/restore`)).statusCode).toBe(200)
    expect(await logged()).toEqual([
      ['update', empty('groups'), groups],
      ['update', empty('users'), users],
      ['restore', expect.any(String), expect.any(String)],
    ])
    const [, change] = await changesOf(url)
    expect((await undo(url, change?.id ?? 0)).statusCode).toBe(200)
    expect((await store.users.get(user.id))?.roles).toEqual(user.roles)
  })

  it('rejects the undo for a deleted user, and if no administrator would remain', async () => {
    const { url, user } = await makeMembers()
    await admin.put(`${url}/users`, { user_ids: [user.id] })
    await admin.put(`${url}/users`, { user_ids: [] })
    const removed = await lastUpdate(url)
    await fixture.context.store.users.remove(user.id, null)
    expect((await undo(url, removed.id)).statusCode).toBe(422)
    const { store } = fixture.context
    const role = await store.roles.byName('Admin')
    const adminUrl = `${ROLES}${role?.id}`
    const before = await store.users.list({
      where: { some: 'roles', where: { col: 'name', op: 'eq', value: 'Admin' } },
    })
    const heir = await fixture.user(`heir ${++count}`, ['Admin'])
    await store.users.updateMany(
      before.ids.map((each) => ({ id: each, patch: { active: each === admin.user?.userId } })),
      null,
    )
    const change = await lastUpdate(adminUrl)
    await store.users.update(admin.user?.userId ?? 0, { roles: [] }, null)
    const client = await fixture.signedIn(heir)
    expect(failed(await undo(adminUrl, change.id, client))).toEqual([422, 'last-admin'])
    await store.users.update(admin.user?.userId ?? 0, { roles: [role?.id ?? 0] }, null)
  })
})

describe('a change of a row rule', () => {
  const makeRule = async () => {
    const dataset = await fixture.dataset({ table_name: `rows_${++count}`, sql: 'SELECT 1 AS n', metrics: [] })
    const gamma = (await fixture.context.store.roles.byName('Gamma'))?.id
    const draft = { name: `rule ${count}`, filter_type: 'Regular', clause: 'n = 1', tables: [dataset.id] }
    const answer = await admin.post(RULES, { ...draft, roles: [gamma] })
    expect(answer.statusCode, answer.body).toBe(201)
    return { url: `${RULES}${answer.json().id}`, id: answer.json().id as number, gamma }
  }

  it('restores the clause and the roles', async () => {
    const { url, id, gamma } = await makeRule()
    expect((await admin.put(url, { clause: 'n = 2', roles: [] })).statusCode).toBe(200)
    const change = await lastUpdate(url)
    expect((await undo(url, change.id)).statusCode).toBe(200)
    const rule = await fixture.context.store.rowRules.get(id)
    expect([rule?.clause, rule?.roles]).toEqual(['n = 1', [gamma]])
  })

  it('undoes it after the undoing of its deletion', async () => {
    const { url, id } = await makeRule()
    await admin.put(url, { clause: 'n = 2' })
    const change = await lastUpdate(url)
    await admin.delete(url)
    expect((await undo(url, change.id)).statusCode).toBe(404)
    expect((await admin.post(`${url}/restore`)).statusCode).toBe(200)
    expect((await undo(url, change.id)).statusCode).toBe(200)
    expect((await fixture.context.store.rowRules.get(id))?.clause).toBe('n = 1')
  })

  it('rejects a rule that names a deleted role', async () => {
    const { url, id } = await makeRule()
    const role = await fixture.context.store.roles.create({ name: `short ${count}` }, null)
    await admin.put(url, { roles: [role.id] })
    await admin.put(url, { roles: [] })
    await fixture.context.store.roles.remove(role.id, null)
    const change = await lastUpdate(url)
    expect((await undo(url, change.id)).statusCode).toBe(422)
    expect((await fixture.context.store.rowRules.get(id))?.roles).toEqual([])
  })
})
