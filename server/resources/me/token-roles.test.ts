import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PermissionPair } from '#core/entity/role.ts'
import { type Client, makeTestApp, NOON, type TestApp } from '#testing/app.ts'
import { operationsOf } from '#testing/document-calls.ts'
import { writeDuckDB } from '#testing/duckdb-file.ts'

const URL = '/api/v1/me/tokens'

let fixture: TestApp
/** The role of the tokens: it reads lists and the data of the dataset `open`. */
let reader: number
/** A second role of the owner, with more rights. */
let wide: number
let open: number
let closed: number
let owner: Client
let ownerId: number
let count = 0

const columns = [
  { column_name: 'city', type: 'VARCHAR' },
  { column_name: 'n', type: 'INTEGER' },
]
const ALPHA: readonly PermissionPair[] = [
  ['can_read', 'Dashboard'],
  ['can_write', 'Dashboard'],
  ['can_read', 'Chart'],
  ['can_write', 'Chart'],
  ['can_read', 'Dataset'],
  ['can_write', 'Dataset'],
]
const dataOf = (id: number, name: string): PermissionPair => ['datasource_access', `[examples].[${name}](id:${id})`]

beforeAll(async () => {
  fixture = await makeTestApp({ environment: { FACET_FEATURE_EMBEDDED_SUPERSET: '1' } })
  await writeDuckDB(join(fixture.home, 'databases'), 'local.duckdb', [
    "CREATE TABLE open_sales AS SELECT * FROM (VALUES ('Bern', 1), ('Basel', 2), ('Chur', 4)) AS t(city, n)",
    "CREATE TABLE closed_sales AS SELECT 'Bern' AS city, 8 AS n",
  ])
  open = (await fixture.dataset({ table_name: 'open_sales', columns, metrics: [] })).id
  closed = (await fixture.dataset({ table_name: 'closed_sales', columns, metrics: [] })).id
  const { roles } = fixture.context.store
  reader = (await roles.create({ name: 'Open reader' }, null)).id
  wide = (await roles.create({ name: 'Wide' }, null)).id
  await roles.setPairs(reader, [...ALPHA, dataOf(open, 'open_sales')])
  await roles.setPairs(wide, [...ALPHA, dataOf(closed, 'closed_sales'), ['can_read', 'Annotation']])
})
afterAll(() => fixture.close())
beforeEach(async () => {
  fixture.now = NOON + ++count * 60_000
  const user = await fixture.user(`owner${count}`, ['Open reader', 'Wide'])
  owner = await fixture.signedIn(user)
  ownerId = user.id
})

const draft = (more: object = {}) => ({
  name: 'nightly',
  scope: 'write',
  expires_in_days: 30,
  role_id: reader,
  ...more,
})
const create = async (more: object = {}, client = owner) => {
  const answer = await client.post(URL, draft(more))
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().result as { id: number; token: string; role: unknown }
}
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
const failed = (answer: { statusCode: number; headers: object }) => [
  answer.statusCode,
  (answer.headers as Record<string, unknown>)['x-facet-error'],
]
const queryOf = (id: number) => ({
  datasource: { id, type: 'table' },
  queries: [{ columns: ['city', 'n'], metrics: [], orderby: [['n', true]] }],
})
const rowsOf = async (id: number, token: string) => {
  const answer = await fixture.nobody.post('/api/v1/chart/data', queryOf(id), bearer(token))
  return answer.statusCode === 200 ? answer.json().result[0].data : failed(answer)
}
const rowsOfOwner = async (id: number) => (await owner.post('/api/v1/chart/data', queryOf(id))).json().result[0].data

const bern = { city: 'Bern', n: 1 }
const basel = { city: 'Basel', n: 2 }
const chur = { city: 'Chur', n: 4 }

describe('an API token limited to a role', () => {
  it('names its role in the list, and the roles of the user are listed for a new one', async () => {
    const { id, role } = await create()
    expect(role).toEqual({ id: reader, name: 'Open reader' })
    const listed = (await owner.get(URL)).json()
    expect(listed.result.map((each: { id: number; role: unknown }) => [each.id, each.role])).toEqual([
      [id, { id: reader, name: 'Open reader' }],
    ])
    expect(listed.roles).toEqual([
      { id: reader, name: 'Open reader' },
      { id: wide, name: 'Wide' },
    ])
    const [event] = await fixture.context.store.events.history('api_token', id)
    expect(JSON.parse(event?.after ?? '{}').role_id).toBe(reader)
  })

  it.each([
    ['that the user does not have', async () => (await fixture.context.store.roles.byName('Admin'))?.id],
    ['that does not exist', async () => 999_999],
    ['without a number', async () => 'Open reader'],
  ])('rejects a role %s', async (_, roleId) => {
    const answer = await owner.post(URL, draft({ role_id: await roleId() }))
    expect([answer.statusCode, JSON.stringify(answer.json())]).toEqual([400, expect.stringContaining('role_id')])
    expect((await owner.get(URL)).json().count).toBe(0)
  })

  it('gets the rights of the role with its id, also while the names of two roles are swapped', async () => {
    const { roles } = fixture.context.store
    const { token } = await create()
    const swap = async (ofReader: string, ofWide: string) => {
      const names = [[reader, 'Swapped'] as const, [wide, ofWide] as const, [reader, ofReader] as const]
      for (const [id, name] of names) await roles.update(id, { name }, null)
    }
    const during = vi.spyOn(roles, 'get').mockImplementationOnce(async (id) => {
      const before = await roles.find({ col: 'id', op: 'eq', value: id })
      await swap('Wide', 'Open reader')
      return before
    })
    try {
      expect(await rowsOf(closed, token)).toEqual([403, 'dataset-access'])
      await swap('Wide', 'Open reader')
      expect(await rowsOf(open, token)).toEqual([bern, basel, chur])
      expect(await rowsOf(closed, token)).toEqual([403, 'dataset-access'])
    } finally {
      during.mockRestore()
      await swap('Open reader', 'Wide')
    }
  })

  it('reads the data of its role only, not those of other roles, ownership and personal grants', async () => {
    const { store } = fixture.context
    const { token } = await create()
    expect(await rowsOf(open, token)).toEqual([bern, basel, chur])
    expect(await rowsOf(closed, token)).toEqual([403, 'dataset-access'])
    expect(await rowsOfOwner(closed)).toEqual([{ city: 'Bern', n: 8 }])
    const owned = await fixture.dataset({ table_name: 'closed_sales', schema: 'main', columns, owners: [ownerId] })
    const granted = await fixture.dataset({
      table_name: `granted_${count}`,
      sql: 'SELECT 1 AS n',
      columns,
      metrics: [],
    })
    await store.grants.create({ dataset_id: granted.id, user_id: ownerId, level: 'edit' }, null)
    const group = await store.groups.create({ name: `team ${count}`, users: [ownerId] }, null)
    const grouped = await fixture.dataset({
      table_name: `grouped_${count}`,
      sql: 'SELECT 1 AS n',
      columns,
      metrics: [],
    })
    await store.grants.create({ dataset_id: grouped.id, group_id: group.id, level: 'see' }, null)
    const readable = async (id: number, options?: object) =>
      options
        ? (await fixture.nobody.get(`/api/v1/dataset/${id}`, options)).statusCode
        : (await owner.get(`/api/v1/dataset/${id}`)).statusCode
    for (const { id } of [owned, granted, grouped])
      expect([await readable(id), await readable(id, bearer(token)), await rowsOf(id, token)]).toEqual([
        200,
        404,
        [403, 'dataset-access'],
      ])
    await store.grants.create({ dataset_id: granted.id, role_id: reader, level: 'see' }, null)
    expect(await readable(granted.id, bearer(token))).toBe(200)
    expect(
      (await fixture.nobody.put(`/api/v1/dataset/${granted.id}`, { description: 'x' }, bearer(token))).statusCode,
    ).toBe(403)
    await store.datasets.remove([owned.id, granted.id, grouped.id], null)
  })

  it('changes nothing that its user owns, and creates in the name of the user', async () => {
    const { token } = await create()
    const made = await fixture.nobody.post('/api/v1/dashboard/', { dashboard_title: 'By a token' }, bearer(token))
    expect(made.statusCode, made.body).toBe(201)
    const { id } = made.json()
    expect((await fixture.context.store.dashboards.get(id))?.owners).toEqual([ownerId])
    const url = `/api/v1/dashboard/${id}`
    expect((await fixture.nobody.put(url, { dashboard_title: 'x' }, bearer(token))).statusCode).toBe(403)
    expect((await fixture.nobody.delete(url, bearer(token))).statusCode).toBe(403)
    expect((await owner.put(url, { dashboard_title: 'Still mine' })).statusCode).toBe(200)
  })

  it('stops working when the user or a group loses the role or the role is deleted, but not when it is renamed', async () => {
    const { store } = fixture.context
    const { token } = await create()
    const me = async () => failed(await fixture.nobody.get('/api/v1/me/', bearer(token)))
    await store.roles.update(reader, { name: 'Renamed reader' }, null)
    expect([await me(), await rowsOf(open, token)]).toEqual([
      [200, undefined],
      [bern, basel, chur],
    ])
    await store.roles.update(reader, { name: 'Open reader' }, null)
    await store.users.update(ownerId, { roles: [wide] }, null)
    expect([await me(), await rowsOf(closed, token)]).toEqual([
      [401, 'token-role'],
      [401, 'token-role'],
    ])
    const group = await store.groups.create({ name: `readers ${count}`, users: [ownerId], roles: [reader] }, null)
    expect(await me()).toEqual([200, undefined])
    await store.groups.update(group.id, { users: [] }, null)
    expect(await me()).toEqual([401, 'token-role'])
    const short = await store.roles.create({ name: `short ${count}` }, null)
    await store.users.update(ownerId, { roles: [reader, wide, short.id] }, null)
    const other = await create({ role_id: short.id })
    await store.roles.remove(short.id, null)
    expect(failed(await fixture.nobody.get('/api/v1/me/', bearer(other.token)))).toEqual([401, 'token-role'])
    expect((await owner.get(URL)).json().result[0].role).toEqual({ id: short.id, name: null })
  })

  it('acts without administrator rights if its role has none, although its user has them', async () => {
    const user = await fixture.user(`boss${count}`, ['Admin', 'Open reader'])
    const boss = await fixture.signedIn(user)
    const { token } = await create({}, boss)
    for (const path of [
      '/api/v1/security/users/',
      '/api/v1/rowlevelsecurity/',
      '/api/v1/log/',
      '/api/v1/annotation_layer/',
    ])
      expect([path, (await fixture.nobody.get(path, bearer(token))).statusCode]).toEqual([path, 403])
    const roles = (await fixture.nobody.get('/api/v1/me/roles/', bearer(token))).json().result.roles
    expect(Object.keys(roles)).toEqual(['Open reader'])
    expect(await rowsOf(closed, token)).toEqual([403, 'dataset-access'])
  })

  it.each(['read', 'write'])(
    'a token with the role Admin and the scope %s creates no tokens and changes no accounts',
    async (scope) => {
      const boss = await fixture.signedIn(await fixture.user(`boss${count}`, ['Admin', 'Open reader']))
      const admin = (await fixture.context.store.roles.byName('Admin'))?.id
      const { token } = await create({ scope, role_id: admin }, boss)
      const user = `/api/v1/security/users/${ownerId}`
      const calls = [
        ['POST', URL, draft()],
        ['POST', `${user}/tokens`, draft()],
        ['PUT', user, { password: 'another password' }],
        ['POST', '/api/v1/security/guest_token/', { resources: [], rls: [] }],
        ['POST', '/api/v1/security/refresh', {}],
        ['POST', '/api/v1/security/view_as', { user_id: ownerId }],
        ['POST', '/api/v1/security/roles/', { name: 'x' }],
        ['PUT', `/api/v1/security/roles/${reader}`, { name: 'x' }],
      ] as const
      for (const [method, url, payload] of calls)
        expect([url, ...failed(await fixture.app.inject({ method, url, ...bearer(token), payload }))]).toEqual([
          url,
          403,
          'token-account',
        ])
      expect(failed(await fixture.app.inject({ method: 'GET', url: '/scim/v2/Users', ...bearer(token) }))[0]).not.toBe(
        200,
      )
    },
  )

  it('reads neither the account nor the SQL tabs, results and history of its user', async () => {
    const { store } = fixture.context
    const { token } = await create()
    await store.roles.setPairs(reader, [
      ...ALPHA,
      dataOf(open, 'open_sales'),
      ['can_read', 'Query'],
      ['can_read', 'SavedQuery'],
      ['can_sqllab', 'Superset'],
      ['menu_access', 'SQL Lab'],
      ['can_csv', 'Superset'],
      ['can_get_results', 'SQLLab'],
      ['can_execute_sql_query', 'SQLLab'],
      ['can_export_csv', 'SQLLab'],
    ])
    await store.savedQueries.create({ label: 'mine', sql: 'SELECT 1', db_id: 1 }, ownerId)
    const paths = [
      URL,
      '/api/v1/me/sessions',
      '/api/v1/me/second_factor',
      '/api/v1/sqllab/results?q=(key:x)',
      '/api/v1/sqllab/exports',
      '/superset/results/x/',
      '/superset/csv/x',
      '/tabstateview/1',
    ]
    for (const path of paths)
      expect([path, ...failed(await fixture.nobody.get(path, bearer(token)))]).toEqual([path, 403, 'token-personal'])
    expect((await fixture.nobody.get('/api/v1/saved_query/', bearer(token))).json().count).toBe(0)
    expect((await fixture.nobody.get('/api/v1/query/', bearer(token))).json().count).toBe(0)
    expect((await owner.get('/api/v1/saved_query/')).json().count).toBe(1)
    await store.roles.setPairs(reader, [...ALPHA, dataOf(open, 'open_sales')])
  })

  it('starts no background query', async () => {
    const admin = await fixture.signedIn(await fixture.user(`boss${count}`, ['Admin']))
    const role_id = (await fixture.context.store.roles.byName('Admin'))?.id
    const { token } = await create({ role_id }, admin)
    const database = (await fixture.context.store.datasets.get(open))?.database_id
    const body = { database_id: database, sql: 'SELECT 1 AS one', client_id: `c${count}` }
    const url = '/api/v1/sqllab/execute/'
    expect(failed(await fixture.nobody.post(url, { ...body, runAsync: true }, bearer(token)))).toEqual([
      403,
      'token-role-job',
    ])
    const direct = await fixture.nobody.post(url, { ...body, client_id: `d${count}` }, bearer(token))
    expect([direct.statusCode, direct.json().data]).toEqual([200, [{ one: 1 }]])
  })
})

describe('rows that a token limited to a role reads', () => {
  const rule = (more: object) => ({ name: 'rule', clause: "city = 'Bern'", tables: [open], group_key: null, ...more })

  it('applies regular rules of other roles of its user', async () => {
    const { rowRules } = fixture.context.store
    const { token } = await create()
    const { id } = await rowRules.create(rule({ filter_type: 'Regular', roles: [wide] }) as never, null)
    expect([await rowsOf(open, token), await rowsOfOwner(open)]).toEqual([[bern], [bern]])
    await rowRules.remove([id], null)
    expect(await rowsOf(open, token)).toEqual([bern, basel, chur])
  })

  it('applies base rules from which another role exempts its user', async () => {
    const { rowRules } = fixture.context.store
    const { token } = await create()
    const { id } = await rowRules.create(rule({ filter_type: 'Base', roles: [wide] }) as never, null)
    expect([await rowsOf(open, token), await rowsOfOwner(open)]).toEqual([[bern], [bern, basel, chur]])
    await rowRules.remove([id], null)
  })

  it('satisfy the group of rules of the role and that of the user', async () => {
    const { rowRules } = fixture.context.store
    const { token } = await create()
    const group = { filter_type: 'Regular', group_key: 'city' }
    const one = await rowRules.create(rule({ ...group, name: 'one', clause: 'n < 3', roles: [reader] }) as never, null)
    const two = await rowRules.create(rule({ ...group, name: 'two', clause: 'n > 1', roles: [wide] }) as never, null)
    // The user reads n < 3 or n > 1. The token reads n < 3 as well.
    expect([await rowsOf(open, token), await rowsOfOwner(open)]).toEqual([
      [bern, basel],
      [bern, basel, chur],
    ])
    await rowRules.remove([one.id, two.id], null)
  })

  it('applies the masks of both', async () => {
    const { columnMasks } = fixture.context.store
    const { token } = await create()
    const mask = { column_name: 'city', method: 'null' } as const
    for (const filter_type of ['Regular', 'Base'] as const) {
      await columnMasks.set(open, [{ ...mask, filter_type, roles: [wide] }])
      expect([filter_type, await rowsOf(open, token)]).toEqual([filter_type, [1, 2, 4].map((n) => ({ city: null, n }))])
    }
    await columnMasks.set(open, [])
  })

  it('rejects a rule that depends on the list of roles, unless the user has one role', async () => {
    const { rowRules, users } = fixture.context.store
    const { token } = await create()
    const clause = "{% if 'Wide' in current_user_roles() %}1 = 1{% else %}city = 'Bern'{% endif %}"
    const { id } = await rowRules.create(rule({ clause, filter_type: 'Base', roles: [] }) as never, null)
    const [status] = (await rowsOf(open, token)) as readonly unknown[]
    expect(status).toBe(400)
    await users.update(ownerId, { roles: [reader] }, null)
    expect(await rowsOf(open, token)).toEqual([bern])
    await rowRules.remove([id], null)
  })
})

it('a token limited to a role reads by no operation what its user or a user with only the role may not read', {
  timeout: 120_000,
}, async () => {
  const { store } = fixture.context
  const user = await fixture.user('property', ['Alpha', 'Open reader'])
  const holder = await fixture.signedIn(user)
  const single = await fixture.signedIn(await fixture.user('single', ['Open reader']))
  const { token } = await create({}, holder)
  const chart = await fixture.chart({ datasource_id: closed, owners: [user.id] })
  const dashboard = await fixture.dashboard({ charts: [chart.id], owners: [user.id], published: false })
  await store.favorites.add(user.id, 'dashboard', dashboard.id)
  const operations = operationsOf((await (await fixture.as('Admin')).get('/api/v1/_openapi')).json())
  const gets = operations.filter(({ method }) => method === 'GET')
  expect(gets.length).toBeGreaterThan(150)
  const paths = gets.map(({ path }) => path.replaceAll('{class}', 'slice').replaceAll('{act}', 'count'))
  const urls = paths.flatMap((path) =>
    [chart.id, dashboard.id, closed].map((id) => path.replaceAll(/\{\w+\}/g, String(id))),
  )
  const found: unknown[] = []
  for (const url of new Set(urls)) {
    if (/logout/.test(url)) continue
    const byToken = await fixture.nobody.get(url, bearer(token))
    if (byToken.statusCode >= 300) continue
    const [byHolder, bySingle] = [await holder.get(url), await single.get(url)]
    if (byHolder.statusCode >= 300 || bySingle.statusCode >= 300)
      found.push([url, byToken.statusCode, byHolder.statusCode, bySingle.statusCode])
    if (byToken.body.includes('closed_sales')) found.push([url, 'names a dataset'])
  }
  expect(found).toEqual([])
})
