import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { importBundle } from '#server/transfer/import.ts'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'

let fixture: TestApp
let admin: Client
/** May read the dataset, and has no other permission. */
let analyst: Client
/** Owns dashboards and may read no dataset. */
let maker: Client
/** Has the role that dashboards in this test are restricted to. */
let reader: Client
let audience: number
let dataset: number
let chart: number

beforeAll(async () => {
  fixture = await makeTestApp({ environment: { FACET_FEATURE_DASHBOARD_RBAC: '1' } })
  const { store } = fixture.context
  dataset = (await fixture.dataset({ table_name: 'prices' })).id
  const reads = await store.roles.create({ name: 'Reads prices' }, null)
  await store.roles.addPairs(reads.id, [['datasource_access', `[local].[prices](id:${dataset})`]])
  audience = (await store.roles.create({ name: 'Audience' }, null)).id
  admin = await fixture.as('Admin')
  analyst = await fixture.as('Gamma', 'Reads prices')
  maker = await fixture.as('Gamma')
  reader = await fixture.as('Gamma', 'Audience')
  chart = (await fixture.chart({ slice_name: 'Prices', datasource_id: dataset })).id
})
afterAll(() => fixture.close())

const idOf = (client: Client) => client.user?.userId as number
const ROOT = '/api/v1/dashboard_grant'

/** Creates an unsaved dashboard for the role, with the chart. */
function shared(...owners: Client[]) {
  return fixture.dashboard({ published: true, charts: [chart], roles: [audience], owners: owners.map(idOf) })
}
const positions = () =>
  JSON.stringify({
    positions: { 'CHART-1': { type: 'CHART', id: 'CHART-1', children: [], meta: { chartId: chart, width: 4 } } },
  })
/** Returns the status of a query with a missing table: 403 before the table is looked up. */
const refused = async (client: Client) => {
  const question = { datasource: { id: dataset, type: 'table' }, queries: [{ columns: ['origin'], metrics: [] }] }
  return (await client.post('/api/v1/chart/data', { ...question, result_type: 'query' })).statusCode === 403
}
const grantsOf = async (dashboard: number) =>
  (await fixture.context.store.dashboardGrants.list({ where: { col: 'dashboard_id', op: 'eq', value: dashboard } }))
    .rows

beforeEach(async () => {
  const { store } = fixture.context
  for (const { id } of (await store.dashboards.list({})).rows) await store.dashboards.remove(id, null)
})

describe('datasets that a dashboard with roles opens', () => {
  it('a user with access to a dataset opens it by saving the dashboard, and the grant records user and time', async () => {
    fixture.now += 1000
    const body = { dashboard_title: 'Board', published: true, roles: [audience], json_metadata: positions() }
    const { id } = (await analyst.post('/api/v1/dashboard/', body)).json()
    expect(await grantsOf(id)).toMatchObject([
      { dashboard_id: id, dataset_id: dataset, created_by_fk: idOf(analyst), created_on: fixture.now },
    ])
    expect(await refused(reader)).toBe(false)
    expect(await refused(maker)).toBe(true)
  })

  it('a user without access to a dataset does not open it by saving the dashboard', async () => {
    const { id } = await shared(maker)
    expect((await maker.put(`/api/v1/dashboard/${id}`, { roles: [audience], css: 'a{}' })).statusCode).toBe(200)
    expect((await maker.put(`/api/v1/dashboard/${id}`, { json_metadata: positions() })).statusCode).toBe(200)
    expect(await grantsOf(id)).toEqual([])
    expect(await refused(reader)).toBe(true)
  })

  it('a role of another dashboard as the only access of the user who saves opens none', async () => {
    const { id } = await shared(analyst)
    await analyst.put(`/api/v1/dashboard/${id}`, { css: 'a{}' })
    const { rows: roles } = await fixture.context.store.roles.list({})
    const others = roles.filter(({ name }) => name !== 'Public').map((each) => each.id)
    const onward = { published: true, roles: [...others, audience], json_metadata: positions() }
    const made = (await reader.post('/api/v1/dashboard/', { dashboard_title: 'Onward', ...onward })).json()
    expect(await grantsOf(made.id)).toEqual([])
    expect(await refused(maker)).toBe(true)
  })

  it('a role that an owner without access adds opens none', async () => {
    const { id } = await shared(analyst, maker)
    await analyst.put(`/api/v1/dashboard/${id}`, { css: 'a{}' })
    const gamma = (await fixture.context.store.roles.byName('Gamma'))?.id
    const own = await maker.put(`/api/v1/dashboard/${id}`, { roles: [audience, gamma] })
    expect([own.statusCode, own.json().errors[0].error_type]).toEqual([403, 'DASHBOARD_SECURITY_ACCESS_ERROR'])
    expect(await refused(maker)).toBe(true)
    expect((await maker.put(`/api/v1/dashboard/${id}`, { roles: [] })).statusCode).toBe(200)
    expect((await analyst.put(`/api/v1/dashboard/${id}`, { roles: [audience, gamma] })).statusCode).toBe(200)
    expect(await refused(maker)).toBe(false)
  })

  it('a chart whose dataset its adding owner may no longer read opens none', async () => {
    const lost = await fixture.chart({ datasource_id: dataset, owners: [idOf(reader)] })
    const board = await fixture.dashboard({ owners: [idOf(reader)], roles: [audience] })
    const placed = await reader.put(`/api/v1/chart/${lost.id}`, { dashboards: [board.id] })
    expect([placed.statusCode, await grantsOf(board.id)]).toEqual([200, []])
    expect(await refused(reader)).toBe(true)
  })

  it('adding an owned chart to an owned dashboard opens its dataset, and storing its queries does not', async () => {
    const own = await fixture.chart({ datasource_id: dataset, owners: [idOf(analyst)] })
    const board = await fixture.dashboard({ owners: [idOf(analyst)], roles: [audience] })
    await fixture.context.store.charts.update(own.id, { dashboards: [board.id] }, null)
    await analyst.put(`/api/v1/chart/${own.id}`, { query_context: '{}', query_context_generation: true })
    expect(await grantsOf(board.id)).toEqual([])
    await analyst.put(`/api/v1/chart/${own.id}`, { dashboards: [board.id] })
    expect(await grantsOf(board.id)).toMatchObject([{ dataset_id: dataset, created_by_fk: idOf(analyst) }])
  })

  it('the import of a bundle by a user with access opens it', async () => {
    const { store } = fixture.context
    const other = await fixture.chart({ owners: [idOf(analyst)] })
    const board = await shared(analyst)
    const { uuid } = (await store.charts.get(chart)) ?? {}
    const position = `{A: {type: CHART, meta: {uuid: ${uuid}}}, B: {type: CHART, meta: {uuid: ${other.uuid}}}}`
    const head = 'version: 1.0.0\ntype: Dashboard\ntimestamp: "2022-05-01T12:34:56+00:00"\n'
    const file = `dashboard_title: x\nuuid: ${board.uuid}\nversion: 1.0.0\nposition: ${position}\nmetadata: {}\n`
    const files = new Map(Object.entries({ 'metadata.yaml': head, 'dashboards/x.yaml': file }))
    if (!analyst.user) throw new Error('There is no analyst')
    await importBundle(store, files, idOf(analyst), { overwrite: true, user: analyst.user })
    expect((await store.dashboards.get(board.id))?.charts).toEqual([chart, other.id])
    expect(await grantsOf(board.id)).toMatchObject([{ dataset_id: dataset, created_by_fk: idOf(analyst) }])
  })

  it('a dashboard without roles, or without its last chart, opens none', async () => {
    const { id } = await fixture.dashboard({ published: true, charts: [chart], owners: [idOf(analyst)] })
    await analyst.put(`/api/v1/dashboard/${id}`, { css: 'a{}' })
    expect(await grantsOf(id)).toEqual([])
    await analyst.put(`/api/v1/dashboard/${id}`, { roles: [audience] })
    expect(await refused(reader)).toBe(false)
    await analyst.put(`/api/v1/dashboard/${id}`, { json_metadata: JSON.stringify({ positions: {} }) })
    expect(await refused(reader)).toBe(true)
  })
})

describe('the role Public', () => {
  const publicRole = async () => (await fixture.context.store.roles.byName('Public'))?.id ?? 0
  const errorOf = ({ statusCode, headers }: { statusCode: number; headers: Readonly<Record<string, unknown>> }) => [
    statusCode,
    headers['x-facet-error'],
  ]

  it('lets only administrators add the role to dashboards', async () => {
    const open = [audience, await publicRole()]
    const rejected = [403, 'grant-public']
    const { id } = await shared(analyst)
    expect(errorOf(await analyst.put(`/api/v1/dashboard/${id}`, { roles: open }))).toEqual(rejected)
    const draft = { dashboard_title: 'Open', roles: open, json_metadata: positions() }
    expect(errorOf(await analyst.post('/api/v1/dashboard/', draft))).toEqual(rejected)
    expect((await admin.put(`/api/v1/dashboard/${id}`, { roles: open })).statusCode).toBe(200)
    expect((await analyst.put(`/api/v1/dashboard/${id}`, { roles: open, css: 'a{}' })).statusCode).toBe(200)
    expect((await analyst.put(`/api/v1/dashboard/${id}`, { roles: [audience] })).statusCode).toBe(200)
    expect(errorOf(await analyst.put(`/api/v1/dashboard/${id}`, { roles: open }))).toEqual(rejected)
  })

  it.each(['by its roles', 'by a grant', 'by a folder'])(
    'opens no datasets of a dashboard %s that only its owner adds',
    async (way) => {
      const { store } = fixture.context
      const role_id = await publicRole()
      const folder = way === 'by a folder' ? (await store.folders.create({ name: 'Open' }, null)).id : null
      const { id } = await fixture.dashboard({
        published: true,
        roles: way === 'by its roles' ? [audience, role_id] : [audience],
        owners: [idOf(analyst)],
        folder_id: folder,
      })
      const subject = way === 'by a grant' ? { dashboard_id: id } : { folder_id: folder }
      if (way !== 'by its roles') await store.grants.create({ ...subject, role_id, level: 'see' }, null)
      expect((await analyst.put(`/api/v1/dashboard/${id}`, { json_metadata: positions() })).statusCode).toBe(200)
      expect(await grantsOf(id)).toEqual([])
      expect((await admin.put(`/api/v1/dashboard/${id}`, { css: 'a{}' })).statusCode).toBe(200)
      expect(await grantsOf(id)).toMatchObject([{ dataset_id: dataset, created_by_fk: idOf(admin) }])
    },
  )
})

describe('grants', () => {
  it('lets administrators list and revoke grants, which stay revoked until they are restored', async () => {
    const { id } = await shared(analyst)
    await analyst.put(`/api/v1/dashboard/${id}`, { css: 'a{}' })
    expect(await refused(reader)).toBe(false)
    const { result } = (await admin.get(`${ROOT}/`)).json()
    const grant = result.find((each: { dashboard: { id: number } | null }) => each.dashboard?.id === id)
    expect(grant).toMatchObject({
      dashboard: { id, published: true, roles: [{ id: audience, name: 'Audience' }] },
      dataset: { id: dataset, table_name: 'prices' },
      created_by: { id: idOf(analyst) },
    })
    expect((await admin.delete(`${ROOT}/${grant.id}`)).statusCode).toBe(200)
    expect(await refused(reader)).toBe(true)
    await analyst.put(`/api/v1/dashboard/${id}`, { css: 'b{}' })
    await admin.put(`/api/v1/dashboard/${id}`, { css: 'c{}' })
    expect([await grantsOf(id), await refused(reader)]).toEqual([[], true])
    expect((await admin.post(`${ROOT}/${grant.id}/restore`)).statusCode).toBe(200)
    expect(await refused(reader)).toBe(false)
  })

  it('missing grants are listed with dashboard and dataset, and can be created', async () => {
    const never = await shared(maker)
    const taken = await shared(analyst)
    await analyst.put(`/api/v1/dashboard/${taken.id}`, { css: 'a{}' })
    const [grant] = await grantsOf(taken.id)
    await admin.delete(`${ROOT}/${grant?.id}`)
    const { count, result } = (await admin.get(`${ROOT}/missing`)).json()
    const named = { id: dataset, schema: null, table_name: 'prices' }
    expect(count).toBe(2)
    expect(result).toMatchObject([
      { dashboard: { id: never.id, dashboard_title: never.dashboard_title }, dataset: named, revoked: null },
      { dashboard: { id: taken.id }, dataset: named, revoked: { by: { id: idOf(admin) }, on_delta_humanized: 'now' } },
    ])
    const pair = { dashboard: never.id, dataset, note: ' For the audience ' }
    expect((await admin.post(`${ROOT}/`, pair)).statusCode).toBe(201)
    expect(await grantsOf(never.id)).toMatchObject([{ created_by_fk: idOf(admin), note: 'For the audience' }])
    expect(await refused(reader)).toBe(false)
    const again = await admin.post(`${ROOT}/`, pair)
    expect([again.statusCode, again.json().message]).toEqual([422, { dataset: ['This grant already exists'] }])
    for (const [body, field] of [
      [{ dashboard: 99_999, dataset }, 'dashboard'],
      [{ dashboard: never.id, dataset: 99_999 }, 'dataset'],
    ] as const)
      expect(Object.keys((await admin.post(`${ROOT}/`, body)).json().message)).toEqual([field])
  })

  it('shows grants only to users who may read the dataset', async () => {
    const { id } = await shared(analyst)
    for (const client of [analyst, maker, await fixture.as('Alpha')]) {
      expect((await client.get(`${ROOT}/`)).statusCode).toBe(403)
      expect((await client.get(`${ROOT}/missing`)).statusCode).toBe(403)
      expect((await client.post(`${ROOT}/`, { dashboard: id, dataset })).statusCode).toBe(403)
    }
    const role = await fixture.context.store.roles.create({ name: 'Grants' }, null)
    await fixture.context.store.roles.addPairs(role.id, [['can_write', 'DashboardGrant']])
    const giver = await fixture.as('Grants')
    expect((await giver.post(`${ROOT}/`, { dashboard: id, dataset })).statusCode).toBe(403)
    expect(await grantsOf(id)).toEqual([])
  })
})
