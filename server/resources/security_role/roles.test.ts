import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'

const URL = '/api/v1/security/roles/'

let fixture: TestApp
let admin: Client
let builtIn: ReadonlyMap<string, number>
let count = 0
beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
  builtIn = new Map((await fixture.context.store.roles.list({})).rows.map(({ id, name }) => [name, id]))
})
afterAll(() => fixture.close())

const add = async (permissions: readonly (readonly string[])[] = []) =>
  (await admin.post(URL, { name: `Team ${++count}`, permissions })).json().id as number
const shown = async (id: number) => (await admin.get(`${URL}${id}`)).json().result
const codeOf = (answer: { statusCode: number; headers: object }) => [
  answer.statusCode,
  (answer.headers as Record<string, unknown>)['x-facet-error'],
]

describe('a role', () => {
  it('keeps the permissions it was saved with, which apply from the next request', async () => {
    const id = await add([['can_read', 'Annotation']])
    const user = await fixture.user(`member ${count}`, [])
    await admin.put(`${URL}${id}/users`, { user_ids: [user.id] })
    const member = await fixture.signedIn(user)
    expect((await member.get('/api/v1/annotation_layer/')).statusCode).toBe(200)
    expect(await shown(id)).toMatchObject({
      permissions: [['can_read', 'Annotation']],
      permission_count: 1,
      user_ids: [user.id],
      is_built_in: false,
    })
    expect((await admin.put(`${URL}${id}`, { permissions: [] })).statusCode).toBe(200)
    expect((await member.get('/api/v1/annotation_layer/')).statusCode).toBe(403)
  })

  it('counts the users who have it only by a group, and names the groups', async () => {
    const id = await add()
    const own = await fixture.user(`own ${count}`, [])
    const other = await fixture.user(`by group ${count}`, [])
    await admin.put(`${URL}${id}/users`, { user_ids: [own.id] })
    const users = [own.id, other.id]
    const group = await fixture.context.store.groups.create({ name: `Crew ${count}`, users, roles: [id] }, null)
    expect(await shown(id)).toMatchObject({
      user_ids: [own.id],
      group_user_ids: [other.id],
      groups: [{ id: group.id, name: `Crew ${count}` }],
    })
    await fixture.context.store.groups.remove(group.id, null)
    expect(await shown(id)).toMatchObject({ user_ids: [own.id], group_user_ids: [], groups: [] })
  })

  it('rejects a stale save of its permissions', async () => {
    const id = await add()
    const { version } = await shown(id)
    const headers = { 'if-match': `"${version}"` }
    const first = await admin.put(`${URL}${id}`, { permissions: [['can_read', 'Chart']] }, { headers })
    expect([first.statusCode, first.json().version]).toEqual([200, version + 1])
    const late = await admin.put(`${URL}${id}`, { permissions: [['can_read', 'Dataset']] }, { headers })
    expect(late.statusCode).toBe(412)
    expect((await shown(id)).permissions).toEqual([['can_read', 'Chart']])
  })

  it('accepts one of two roles saved concurrently under one name, and no name that differs only in case', async () => {
    const id = await add()
    const names = [`Left ${id}`, `Right ${id}`]
    const { version } = await shown(id)
    const headers = { 'if-match': `"${version}"` }
    const saves = await Promise.all(names.map((name) => admin.put(`${URL}${id}`, { name }, { headers })))
    expect(saves.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 412])
    const winner = names[saves.findIndex(({ statusCode }) => statusCode === 200)]
    expect((await shown(id)).name).toBe(winner)
    const twins = [`Twin ${id}`, `TWIN ${id}`].map((name) => admin.post(URL, { name }))
    const made = (await Promise.all(twins)).map(({ statusCode }) => statusCode)
    expect(made.toSorted((a, b) => a - b)).toEqual([201, 422])
  })

  it('keeps a new name when its permissions are set from before', async () => {
    const id = await add()
    const { store } = fixture.context
    const { roles } = store
    const storedPairs = roles.storedPairs.bind(roles)
    // Another request renames the role after this one has read it.
    Object.assign(store.roles, {
      storedPairs: async () => {
        Object.assign(store.roles, { storedPairs })
        await admin.put(`${URL}${id}`, { name: `Renamed ${id}` })
        return storedPairs()
      },
    })
    const answer = await admin.post(`${URL}${id}/permissions`, { permission_view_menu_ids: [] })
    expect([answer.statusCode, (await shown(id)).name]).toEqual([412, `Renamed ${id}`])
  })

  it('rejects a restore while another role has its name in any case', async () => {
    const id = await add()
    const { name } = await shown(id)
    await admin.delete(`${URL}${id}`)
    const twin = (await admin.post(URL, { name: name.toUpperCase() })).json().id
    expect(codeOf(await admin.post(`${URL}${id}/restore`))).toEqual([422, 'role-name-taken'])
    await admin.put(`${URL}${twin}`, { name: `${name} two` })
    expect((await admin.post(`${URL}${id}/restore`)).statusCode).toBe(200)
  })

  it('gives access to one dataset by the permission on it', async () => {
    const dataset = await fixture.dataset({ table_name: 'one of many' })
    const objects = (await admin.get(`${URL}object_permissions?q=(filter:'One of')`)).json()
    expect(objects.is_truncated).toBe(false)
    expect(objects.result).toHaveLength(1)
    const { permission, view } = objects.result[0]
    expect([permission, view.endsWith(`(id:${dataset.id})`)]).toEqual(['datasource_access', true])
    const id = await add([
      [permission, view],
      ['can_read', 'Dataset'],
    ])
    const user = await fixture.user(`reader ${count}`, [])
    await admin.put(`${URL}${id}/users`, { user_ids: [user.id] })
    const reader = await fixture.signedIn(user)
    expect((await reader.get('/api/v1/dataset/')).json().ids).toEqual([dataset.id])
  })

  it('takes a permission on a schema of a later database, which opens the database created with the name', async () => {
    const onSchema: [string, string] = ['schema_access', '[later].[sales]']
    const id = await add([['can_read', 'Dataset'], onSchema])
    expect((await shown(id)).permissions).toContainEqual(onSchema)
    const { id: database } = await fixture.database({ database_name: 'later' })
    const dataset = await fixture.dataset({ table_name: 'orders', schema: 'sales', database_id: database })
    await fixture.dataset({ table_name: 'orders', schema: 'other', database_id: database })
    const user = await fixture.user(`reader ${++count}`, [])
    await admin.put(`${URL}${id}/users`, { user_ids: [user.id] })
    const reader = await fixture.signedIn(user)
    expect((await reader.get('/api/v1/dataset/')).json().ids).toEqual([dataset.id])
  })

  it('takes no permission that does not exist', async () => {
    for (const pair of [
      ['can_fly', 'Chart'],
      ['datasource_access', '[none].[nothing](id:999999)'],
      ['database_access', '[none].(id:999999)'],
      ['schema_access', 'none.public'],
      ['schema_access', '[none].[]'],
      ['schema_access', '[ ].[public]'],
      ['schema_accesses', '[none].[public]'],
    ])
      expect(codeOf(await admin.post(URL, { name: `No ${++count}`, permissions: [pair] }))).toEqual([
        422,
        'permission-unknown',
      ])
  })

  it.each(['Admin', 'ADMIN', ' gamma ', 'PUBLIC'])('rejects the name %s', async (name) => {
    expect((await admin.post(URL, { name })).statusCode).toBe(422)
    const id = await add()
    expect((await admin.put(`${URL}${id}`, { name })).statusCode).toBe(422)
  })

  it('accepts ids of permissions and of users too, as clients of the reference send them', async () => {
    const id = await add()
    const pairs = (
      await admin.get(
        '/api/v1/security/permissions-resources/?q=(filters:!((col:view_menu.name,opr:eq,value:Chart)),page_size:100)',
      )
    ).json()
    const read = pairs.result.find((each: { permission: { name: string } }) => each.permission.name === 'can_read')
    expect(read).toEqual({ id: read.id, permission: { name: 'can_read' }, view_menu: { name: 'Chart' } })
    const set = await admin.post(`${URL}${id}/permissions`, { permission_view_menu_ids: [read.id] })
    expect(set.json()).toEqual({ result: { permission_view_menu_ids: [read.id] } })
    expect((await admin.get(`${URL}${id}/permissions/`)).json().result).toEqual([
      { id: read.id, permission_name: 'can_read', view_menu_name: 'Chart' },
    ])
    expect((await admin.post(`${URL}${id}/permissions`, { permission_view_menu_ids: [999_999] })).statusCode).toBe(422)
    expect((await admin.put(`${URL}${id}/users`, { user_ids: [999_999] })).statusCode).toBe(422)
  })

  it('limits the number of permissions', async () => {
    const permissions = Array.from({ length: 10_001 }, () => ['can_read', 'Chart'])
    const answer = await admin.post(URL, { name: `Many ${++count}`, permissions })
    expect([answer.statusCode, answer.json().errors[0].extra.bound]).toEqual([400, 'role-permissions'])
  })

  it('used by a row rule is not deleted: its users would see more rows', async () => {
    const id = await add()
    const { id: dataset } = await fixture.dataset()
    const rule = await fixture.context.store.rowRules.create(
      { name: 'north only', filter_type: 'Regular', clause: '1 = 1', tables: [dataset], roles: [id] },
      null,
    )
    expect(codeOf(await admin.delete(`${URL}${id}`))).toEqual([422, 'role-has-rules'])
    await fixture.context.store.rowRules.remove(rule.id, null)
    expect((await admin.delete(`${URL}${id}`)).statusCode).toBe(200)
  })

  it('used by a column mask is not deleted: its users would see the values', async () => {
    const id = await add()
    const { id: dataset } = await fixture.dataset()
    const { columnMasks } = fixture.context.store
    await columnMasks.set(dataset, [{ column_name: 'n', method: 'null', filter_type: 'Regular', roles: [id] }])
    expect(codeOf(await admin.delete(`${URL}${id}`))).toEqual([422, 'role-has-rules'])
    await columnMasks.set(dataset, [])
    expect((await admin.delete(`${URL}${id}`)).statusCode).toBe(200)
  })

  it('a role that restricts a dashboard is not deleted: all would see it', async () => {
    const id = await add()
    const dashboard = await fixture.dashboard({ roles: [id] })
    expect(codeOf(await admin.delete(`${URL}${id}`))).toEqual([422, 'role-has-dashboards'])
    await fixture.context.store.dashboards.update(dashboard.id, { roles: [] }, null)
    expect((await admin.delete(`${URL}${id}`)).statusCode).toBe(200)
  })

  it('rejects a stale list of its users', async () => {
    const id = await add()
    const [ana, bob] = [await fixture.user(`ana ${count}`, []), await fixture.user(`bob ${count}`, [])]
    await admin.put(`${URL}${id}/users`, { user_ids: [ana.id] })
    const put = (previous: readonly number[]) =>
      admin.put(`${URL}${id}/users`, { user_ids: [ana.id, bob.id], previous_user_ids: previous })
    expect((await put([])).statusCode).toBe(412)
    expect((await shown(id)).user_ids).toEqual([ana.id])
    expect((await put([ana.id])).statusCode).toBe(200)
  })

  it('logs the user who changed its permissions', async () => {
    const id = await add()
    await admin.put(`${URL}${id}`, { permissions: [['can_read', 'Chart']] })
    const [event] = await fixture.context.store.events.history('role', id)
    expect([event?.actor, JSON.parse(event?.after ?? '')]).toEqual([
      admin.user?.userId,
      { permissions: [['can_read', 'Chart']] },
    ])
  })
})

describe.each(['Admin', 'Alpha', 'Gamma', 'sql_lab', 'Public'])('the built-in role %s', (name) => {
  it('rejects changes and deletion', async () => {
    const id = builtIn.get(name) ?? 0
    const before = await shown(id)
    expect(before.is_built_in).toBe(true)
    for (const answer of [
      await admin.put(`${URL}${id}`, { name: 'Other' }),
      await admin.put(`${URL}${id}`, { permissions: [] }),
      await admin.post(`${URL}${id}/permissions`, { permission_view_menu_ids: [] }),
      await admin.delete(`${URL}${id}`),
      await admin.delete(`${URL}?q=!(${id})`),
    ])
      expect(codeOf(answer)).toEqual([422, 'role-built-in'])
    expect((await shown(id)).permissions).toEqual(before.permissions)
  })
})

it('permissions are listed by name, filtered, sorted and paged', async () => {
  const list = async (path: string, q: string) => (await admin.get(`/api/v1/security/${path}/?q=${q}`)).json()
  const named = await list('permissions', '(filters:!((col:name,opr:sw,value:can_csv)))')
  expect(named.result.map(({ name }: { name: string }) => name)).toEqual(['can_csv'])
  const views = await list('resources', '(order_column:name,order_direction:asc,page_size:2,page:0)')
  const names = views.result.map(({ name }: { name: string }) => name)
  expect([names.length, names]).toEqual([2, names.toSorted()])
  expect(views.count).toBeGreaterThan(30)
  expect((await admin.get('/api/v1/security/permissions/?q=(order_column:password)')).statusCode).toBe(400)
})
