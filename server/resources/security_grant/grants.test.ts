import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LoggedGrantChange } from '#core/rest/grant.ts'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'

const URL = '/api/v1/security/grants/'
let fixture: TestApp
let admin: Client
/** Owns the dataset and the dashboards. */
let owner: Client
let count = 0

beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
  owner = await fixture.signedIn(await fixture.user('owner', ['Gamma']))
})
afterAll(() => fixture.close())

const idOf = (client: Client) => client.user?.userId as number
const newUser = async (...roles: readonly string[]) =>
  fixture.signedIn(await fixture.user(`reader ${++count}`, roles.length === 0 ? ['Gamma'] : roles))
const newDataset = (values = {}) =>
  fixture.dataset({ table_name: `prices ${++count}`, owners: [idOf(owner)], ...values })

/** A draft dashboard of the owner with one chart, and the dataset of the chart. */
async function newBoard(values = {}) {
  const dataset = (await newDataset()).id
  const chart = (await fixture.chart({ slice_name: `Prices ${++count}`, datasource_id: dataset })).id
  const draft = { published: false, charts: [chart], owners: [idOf(owner)] }
  const { id } = await fixture.dashboard({ dashboard_title: `Board ${count}`, ...draft, ...values })
  return { id, chart, dataset }
}

const codeOf = (answer: { statusCode: number; headers: object }) => [
  answer.statusCode,
  (answer.headers as Record<string, unknown>)['x-facet-error'],
]
/** True if the caller may read the data: the query fails later, as the table does not exist. */
const reads = async (client: Client, dataset: number) => {
  const query = { datasource: { id: dataset, type: 'table' }, queries: [{ columns: ['origin'], metrics: [] }] }
  return (await client.post('/api/v1/chart/data', { ...query, result_type: 'query' })).statusCode !== 403
}
const opens = async (client: Client, dashboard: number) =>
  (await client.get(`/api/v1/dashboard/${dashboard}`)).statusCode === 200
const explores = async (client: Client, dataset: number) =>
  (await client.get(`/api/v1/explore/?datasource_id=${dataset}&datasource_type=table`)).statusCode === 200
const give = async (client: Client, body: object) => {
  const answer = await client.post(URL, body)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().id as number
}
const roleOf = async (...pairs: readonly (readonly [string, string])[]) => {
  const { id, name } = await fixture.context.store.roles.create({ name: `Role ${++count}` }, null)
  await fixture.context.store.roles.setPairs(id, pairs)
  return { id, name }
}
const inGroup = async (client: Client, roles: readonly number[] = []) =>
  (await fixture.context.store.groups.create({ name: `Team ${++count}`, users: [idOf(client)], roles }, null)).id

const changesOf = async (client: Client, object: string): Promise<readonly LoggedGrantChange[]> =>
  (await client.get(`${URL}changes?${object}`)).json().result
const canUndoLast = async (client: Client, dashboard: number) =>
  (await changesOf(client, `dashboard=${dashboard}`))[0]?.can_undo

describe('a grant of the level see on data', () => {
  it.each([
    ['a user', async (reader: Client) => ({ user: idOf(reader) })],
    ['a group', async (reader: Client) => ({ group: await inGroup(reader) })],
    [
      'a role by a group',
      async (reader: Client) => {
        const { id } = await roleOf()
        await inGroup(reader, [id])
        return { role: id }
      },
    ],
  ])('opens the dataset to %s from the next request, and closes it again', async (_, subject) => {
    const reader = await newUser()
    const { id } = await newDataset()
    const body = await subject(reader)
    expect(await reads(reader, id)).toBe(false)
    const grant = await give(admin, { dataset: id, ...body, level: 'see' })
    expect(await reads(reader, id)).toBe(true)
    expect((await reader.get('/api/v1/dataset/')).json().ids).toContain(id)
    expect((await admin.delete(`${URL}${grant}`)).statusCode).toBe(200)
    expect(await reads(reader, id)).toBe(false)
    expect((await reader.get('/api/v1/dataset/')).json().ids).not.toContain(id)
  })

  it('a grant on a schema or a database opens the datasets in it, and no others', async () => {
    const reader = await newUser()
    const { id: database } = await fixture.database({ database_name: `db ${++count}` })
    const sales = await newDataset({ database_id: database, schema: 'sales' })
    const staff = await newDataset({ database_id: database, schema: 'staff' })
    const plain = await newDataset({ database_id: database, schema: null })
    const readable = async () => Promise.all([sales, staff, plain].map(({ id }) => reads(reader, id)))
    const grant = await give(admin, { database, schema: 'sales', user: idOf(reader), level: 'see' })
    expect(await readable()).toEqual([true, false, false])
    await give(admin, { database, user: idOf(reader), level: 'see' })
    await admin.delete(`${URL}${grant}`)
    expect(await readable()).toEqual([true, true, true])
  })

  it('a grant to a role is the same as its permission, in both directions', async () => {
    const { id: dataset, table_name } = await newDataset()
    const { store } = fixture.context
    const role = await roleOf()
    const pair = ['datasource_access', `[local].[${table_name}](id:${dataset})`] as const
    const grants = async () => (await admin.get(`${URL}?role=${role.id}`)).json().result
    const grant = await give(admin, { dataset, role: role.id, level: 'see' })
    expect(await store.roles.pairs(role.id)).toEqual([pair])
    expect((await admin.get(`/api/v1/security/roles/${role.id}`)).json().result.permissions).toEqual([pair])
    await admin.delete(`${URL}${grant}`)
    expect(await store.roles.pairs(role.id)).toEqual([])
    await admin.put(`/api/v1/security/roles/${role.id}`, { permissions: [pair, ['can_read', 'Chart']] })
    expect(await grants()).toMatchObject([{ object: { type: 'dataset', id: dataset }, level: 'see' }])
    await admin.put(`/api/v1/security/roles/${role.id}`, { permissions: [['can_read', 'Chart']] })
    expect(await grants()).toEqual([])
  })
})

describe('a grant on a dashboard', () => {
  it('opens a draft with the datasets its owner may read, and no others', async () => {
    const reader = await newUser()
    const { id, dataset, chart } = await newBoard()
    const secret = (await fixture.dataset({ table_name: `secret ${++count}` })).id
    const hidden = (await fixture.chart({ slice_name: 'Hidden', datasource_id: secret })).id
    await fixture.context.store.dashboards.update(id, { charts: [chart, hidden] }, null)
    expect([await opens(reader, id), await reads(reader, dataset)]).toEqual([false, false])
    const grant = await give(owner, { dashboard: id, user: idOf(reader), level: 'see' })
    expect([await opens(reader, id), await reads(reader, dataset), await reads(reader, secret)]).toEqual([
      true,
      true,
      false,
    ])
    expect((await reader.get('/api/v1/dashboard/')).json().ids).toContain(id)
    expect((await reader.get('/api/v1/chart/')).json().ids).toContain(chart)
    expect((await reader.put(`/api/v1/dashboard/${id}`, { css: 'a{}' })).statusCode).toBe(403)
    await owner.delete(`${URL}${grant}`)
    expect([await opens(reader, id), await reads(reader, dataset)]).toEqual([false, false])
  })

  it('opens explore from the level explore, also without the permission to explore', async () => {
    const plain = await roleOf(['can_read', 'Dashboard'], ['can_read', 'Chart'])
    const readers = [await newUser(), await newUser(plain.name)]
    const { id, dataset } = await newBoard()
    for (const reader of readers) {
      const grant = await give(owner, { dashboard: id, user: idOf(reader), level: 'see' })
      expect(await explores(reader, dataset)).toBe(false)
      expect((await owner.put(`${URL}${grant}`, { level: 'explore' })).statusCode).toBe(200)
      expect(await explores(reader, dataset)).toBe(true)
    }
  })

  it('lets its users edit with the level edit, but not become owners or share', async () => {
    const editor = await newUser()
    const { id } = await newBoard()
    const grant = await give(owner, { dashboard: id, user: idOf(editor), level: 'edit' })
    const saved = await editor.put(`/api/v1/dashboard/${id}`, { css: 'a{}', owners: [idOf(owner)] })
    expect(saved.statusCode, saved.body).toBe(200)
    expect((await fixture.context.store.dashboards.get(id))?.owners).toEqual([idOf(owner)])
    const taken = await editor.put(`/api/v1/dashboard/${id}`, { owners: [idOf(owner), idOf(editor)] })
    expect([taken.statusCode, Object.keys(taken.json().message)]).toEqual([422, ['owners']])
    const gamma = (await fixture.context.store.roles.byName('Gamma'))?.id ?? 0
    const withRole = await editor.put(`/api/v1/dashboard/${id}`, { roles: [gamma] })
    expect([withRole.statusCode, Object.keys(withRole.json().message)]).toEqual([422, ['roles']])
    expect((await owner.put(`/api/v1/dashboard/${id}`, { roles: [gamma] })).statusCode).toBe(200)
    expect((await editor.put(`/api/v1/dashboard/${id}`, { roles: [gamma], css: 'c{}' })).statusCode).toBe(200)
    expect((await editor.put(`/api/v1/dashboard/${id}`, { roles: [] })).statusCode).toBe(422)
    expect((await fixture.context.store.dashboards.get(id))?.roles).toEqual([gamma])
    const shared = await editor.post(URL, { dashboard: id, user: idOf(admin), level: 'see' })
    expect(shared.statusCode).toBe(403)
    await owner.delete(`${URL}${grant}`)
    expect((await editor.put(`/api/v1/dashboard/${id}`, { css: 'b{}' })).statusCode).toBe(403)
  })

  it('rejects an owner who may not read the datasets that the dashboard opens', async () => {
    const reader = await newUser()
    const other = await newUser()
    const { id } = await newBoard({ owners: [idOf(owner), idOf(other)] })
    await give(owner, { dashboard: id, user: idOf(reader), level: 'see' })
    const passed = await other.post(URL, { dashboard: id, user: idOf(admin), level: 'see' })
    expect(codeOf(passed)).toEqual([403, 'roles-closed'])
  })
})

describe('raising a grant', () => {
  it('an owner who may not read the datasets that the dashboard opens cannot raise the level', async () => {
    const [reader, other] = [await newUser(), await newUser()]
    const { id } = await newBoard({ owners: [idOf(owner), idOf(other)] })
    const grant = await give(owner, { dashboard: id, user: idOf(reader), level: 'see' })
    const raised = await other.put(`${URL}${grant}`, { level: 'explore' })
    expect([codeOf(raised), (await owner.get(`${URL}?dashboard=${id}`)).json().result[0].level]).toEqual([
      [403, 'roles-closed'],
      'see',
    ])
    expect((await owner.put(`${URL}${grant}`, { level: 'explore' })).statusCode).toBe(200)
    const canUndo = async () => [await canUndoLast(owner, id), await canUndoLast(other, id)]
    expect(await canUndo()).toEqual([true, true])
    expect((await other.put(`${URL}${grant}`, { level: 'see' })).statusCode).toBe(200)
    expect(await canUndo()).toEqual([true, false])
    await owner.delete(`${URL}${grant}`)
    expect(await canUndo()).toEqual([true, false])
  })

  it('lets only an administrator raise a grant for all users', async () => {
    const { id } = await newBoard()
    const { id: role = 0 } = (await fixture.context.store.roles.byName('Public')) ?? {}
    const grant = await give(admin, { dashboard: id, role, level: 'see' })
    expect(codeOf(await owner.put(`${URL}${grant}`, { level: 'explore' }))).toEqual([403, 'grant-public'])
    expect((await admin.put(`${URL}${grant}`, { level: 'explore' })).statusCode).toBe(200)
    expect((await admin.put(`${URL}${grant}`, { level: 'see' })).statusCode).toBe(200)
    expect([await canUndoLast(owner, id), await canUndoLast(admin, id)]).toEqual([false, true])
    await admin.delete(`${URL}${grant}`)
    expect([await canUndoLast(owner, id), await canUndoLast(admin, id)]).toEqual([false, true])
  })
})

describe('a grant of the level edit on a dataset', () => {
  it('lets its users change the dataset, also for a schema', async () => {
    const writer = await roleOf(['can_write', 'Dataset'], ['can_read', 'Dataset'])
    const editor = await newUser('Gamma', writer.name)
    const { id, database_id } = await newDataset({ schema: 'edited' })
    const change = async () => (await editor.put(`/api/v1/dataset/${id}`, { description: `d${++count}` })).statusCode
    expect(await change()).toBe(404)
    const grant = await give(admin, { database: database_id, schema: 'edited', user: idOf(editor), level: 'explore' })
    expect(await change()).toBe(403)
    await admin.put(`${URL}${grant}`, { level: 'edit' })
    expect(await change()).toBe(200)
  })
})

describe('the management of grants', () => {
  it('lets only administrators and owners manage grants, and shows none to others', async () => {
    const other = await newUser()
    const { id } = await newBoard()
    const grant = await give(owner, { dashboard: id, user: idOf(admin), level: 'see' })
    expect((await owner.get(`${URL}?dashboard=${id}`)).json()).toMatchObject({ count: 1, result: [{ id: grant }] })
    for (const [answer, status] of [
      [await other.get(URL), 403],
      [await other.get(`${URL}?dashboard=${id}`), 404],
      [await other.get(`${URL}readers?dashboard=${id}`), 404],
      [await other.get(`${URL}changes?dashboard=${id}`), 404],
      [await owner.get(`${URL}changes?database=1`), 403],
      [await owner.get(`${URL}changes`), 400],
      [await other.post(URL, { dashboard: id, user: idOf(other), level: 'edit' }), 404],
      [await other.get(`${URL}subjects?dashboard=${id}`), 404],
      [await other.get(`${URL}subjects`), 403],
      [await other.put(`${URL}${grant}`, { level: 'edit' }), 404],
      [await other.delete(`${URL}${grant}`), 404],
      [await owner.get(URL), 403],
      [await owner.post(URL, { database: 1, user: idOf(other), level: 'see' }), 403],
      [await fixture.nobody.get(`${URL}?dashboard=${id}`), 401],
    ] as const)
      expect(answer.statusCode, answer.body).toBe(status)
  })

  it('rejects users who may only explore the object, and hides the grants from them', async () => {
    const [reader, named] = [await newUser(), await newUser()]
    const [board, dataset] = [await newBoard(), await newDataset()]
    for (const [type, id] of [
      ['dashboard', board.id],
      ['dataset', dataset.id],
    ] as const) {
      await give(owner, { [type]: id, user: idOf(reader), level: 'explore' })
      const grant = await give(owner, { [type]: id, user: idOf(named), level: 'see' })
      const found = [
        await reader.get(`${URL}?${type}=${id}`),
        await reader.get(`${URL}readers?${type}=${id}`),
        await reader.get(`${URL}changes?${type}=${id}`),
        await reader.get(`${URL}subjects?${type}=${id}`),
        await reader.post(URL, { [type]: id, user: idOf(reader), level: 'edit' }),
        await reader.put(`${URL}${grant}`, { level: 'edit' }),
        await reader.delete(`${URL}${grant}`),
      ].map(({ statusCode, body }) => [statusCode, body.includes(named.user?.username ?? '')])
      expect([type, ...found]).toEqual([type, ...[403, 403, 403, 403, 403, 404, 404].map((status) => [status, false])])
    }
  })

  it('a grant has one object and one subject, once, at a version', async () => {
    const { id } = await newBoard()
    const user = idOf(admin)
    const grant = await give(owner, { dashboard: id, user, level: 'see' })
    expect(codeOf(await owner.post(URL, { dashboard: id, user, level: 'edit' }))).toEqual([422, 'grant-exists'])
    expect(codeOf(await owner.post(URL, { user, level: 'edit' }))).toEqual([400, 'grant-object'])
    expect(codeOf(await owner.post(URL, { dashboard: id, level: 'edit' }))).toEqual([400, 'grant-subject'])
    expect((await owner.post(URL, { dashboard: id, user: 999_999, level: 'edit' })).statusCode).toBe(422)
    expect((await owner.post(URL, { dashboard: id, user, level: 'own' })).statusCode).toBe(400)
    const { id: role = 0 } = (await fixture.context.store.roles.byName('Public')) ?? {}
    expect(codeOf(await owner.post(URL, { dashboard: id, role, level: 'see' }))).toEqual([403, 'grant-public'])
    const headers = { 'if-match': '"1"' }
    expect((await owner.put(`${URL}${grant}`, { level: 'edit' }, { headers })).statusCode).toBe(200)
    expect((await owner.put(`${URL}${grant}`, { level: 'see' }, { headers })).statusCode).toBe(412)
    const events = await fixture.context.store.events.history('grant', grant)
    expect(events.map(({ action, actor }) => [action, actor])).toEqual([
      ['update', idOf(owner)],
      ['create', idOf(owner)],
    ])
  })

  it('grants have changes, of which the last one of each subject can be undone', async () => {
    const { id } = await newBoard()
    const { id: another } = await newBoard()
    const user = idOf(admin)
    const first = await give(owner, { dashboard: id, user, level: 'see' })
    await give(owner, { dashboard: another, user, level: 'see' })
    await admin.put(`${URL}${first}`, { level: 'edit' })
    await owner.delete(`${URL}${first}`)
    const changes = async () =>
      (await changesOf(owner, `dashboard=${id}`)).map(
        ({ action, made_by, grant, level_before, level_after, can_undo }) =>
          [action, made_by?.id, grant.id, level_before, level_after, can_undo] as const,
      )
    const past = (isNewest: boolean) => [
      ['delete', idOf(owner), first, 'edit', null, isNewest],
      ['update', user, first, 'see', 'edit', false],
      ['create', idOf(owner), first, null, 'see', false],
    ]
    expect(await changes()).toEqual(past(true))
    const second = await give(admin, { dashboard: id, user, level: 'explore' })
    expect(await changes()).toEqual([['create', user, second, null, 'explore', true], ...past(false)])
  })

  it('changes show groups and roles only to callers who may name them, and only these callers undo them', async () => {
    const { store } = fixture.context
    const [newOwner, other] = [await newUser(), await newUser()]
    const { id } = await newDataset()
    const [foreign, own, role] = [await inGroup(other), await inGroup(newOwner), (await roleOf()).id]
    const gamma = (await store.roles.byName('Gamma'))?.id
    const subjects = [{ group: foreign }, { group: own }, { role }, { role: gamma }]
    for (const subject of subjects)
      await admin.delete(`${URL}${await give(admin, { dataset: id, level: 'see', ...subject })}`)
    await store.datasets.update(id, { owners: [idOf(newOwner)] }, null)
    const removals = async (client: Client) => {
      const removed = (await changesOf(client, `dataset=${id}`)).filter(({ action }) => action === 'delete')
      const idsOf = (changes: typeof removed) => changes.map(({ grant }) => grant.subject.id)
      const named = removed.filter(({ grant }) => grant.subject.name !== null)
      return [idsOf(named), idsOf(removed.filter(({ can_undo }) => can_undo))]
    }
    const all = [gamma, role, own, foreign]
    expect([await removals(admin), await removals(newOwner)]).toEqual([
      [all, all],
      [
        [gamma, own],
        [gamma, own],
      ],
    ])
    const undone = []
    for (const subject of subjects)
      undone.push((await newOwner.post(URL, { dataset: id, level: 'see', ...subject })).statusCode)
    expect(undone).toEqual([422, 201, 422, 201])
    await give(admin, { dataset: id, group: foreign, level: 'see' })
    const { subject } = (await changesOf(newOwner, `dataset=${id}`))[0]?.grant ?? {}
    expect(subject).toEqual({ type: 'group', id: foreign, name: null })
    await give(admin, { dataset: id, role, level: 'see' })
    const listed = async (client: Client): Promise<readonly LoggedGrantChange['grant'][]> =>
      (await client.get(`${URL}?dataset=${id}`)).json().result
    const isNamed = (grants: readonly LoggedGrantChange['grant'][]) =>
      Object.fromEntries(
        grants.map((grant) => [`${grant.subject.type} ${grant.subject.id}`, grant.subject.name !== null]),
      )
    const keys = [`group ${foreign}`, `group ${own}`, `role ${role}`, `role ${gamma}`]
    expect(isNamed(await listed(admin))).toEqual(Object.fromEntries(keys.map((key) => [key, true])))
    expect(isNamed(await listed(newOwner))).toEqual(Object.fromEntries(keys.map((key, at) => [key, at % 2 === 1])))
    const reader = await fixture.user(`reader ${++count}`, ['Gamma'])
    await store.users.update(reader.id, { roles: [role] }, null)
    const reasonsOf = async (client: Client) =>
      (await client.get(`${URL}readers?dataset=${id}`))
        .json()
        .result.find(({ user }: { user: { id: number } }) => user.id === reader.id).reasons
    const name = (await store.roles.get(role))?.name
    expect([await reasonsOf(admin), await reasonsOf(newOwner)]).toMatchObject([[{ role: name }], [{ role: '' }]])
    const hidden = (await listed(newOwner)).find(
      ({ subject: { type, id: group } }) => type === 'group' && group === foreign,
    )
    const lowered = await newOwner.put(`${URL}${hidden?.id}`, { level: 'see' })
    expect([lowered.statusCode, lowered.json().result.subject.name]).toEqual([200, null])
  })

  it('owners grant to roles and groups they may name', async () => {
    const { id } = await newBoard()
    const other = await newUser()
    const foreign = await inGroup(other)
    const own = await inGroup(owner)
    expect((await owner.post(URL, { dashboard: id, group: foreign, level: 'see' })).statusCode).toBe(422)
    await give(owner, { dashboard: id, group: own, level: 'see' })
    const { result } = (await owner.get(`${URL}subjects?dashboard=${id}&text=team`)).json()
    expect(result.map((each: { type: string; id: number }) => [each.type, each.id])).toEqual([['group', own]])
  })
})
