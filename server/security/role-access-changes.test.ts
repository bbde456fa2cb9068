import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'
import { roleAccessChanges } from './role-access-changes.ts'

let fixture: TestApp
let admin: Client
let gamma: Client
/** Has the role of the restricted dashboard. */
let reader: Client
let ids: Readonly<Record<'audience' | 'dashboard' | 'chart' | 'dataset', number>>

beforeAll(async () => {
  fixture = await makeTestApp({ environment: { FACET_FEATURE_DASHBOARD_RBAC: '0' } })
  const { store } = fixture.context
  const dataset = (await fixture.dataset({ table_name: 'prices' })).id
  const other = (await fixture.dataset({ table_name: 'costs' })).id
  const audience = (await store.roles.create({ name: 'Audience' }, null)).id
  const chart = (await fixture.chart({ slice_name: 'Prices', datasource_id: dataset })).id
  const hidden = (await fixture.chart({ slice_name: 'Costs', datasource_id: other })).id
  const board = { dashboard_title: 'Board', published: true, charts: [chart, hidden], roles: [audience] }
  const dashboard = (await fixture.dashboard(board)).id
  await fixture.dashboard({ ...board, dashboard_title: 'Draft', published: false })
  await store.dashboardGrants.create({ dashboard_id: dashboard, dataset_id: dataset }, null)
  ids = { audience, dashboard, chart, dataset }
  admin = await fixture.as('Admin')
  gamma = await fixture.as('Gamma')
  reader = await fixture.as('Gamma', 'Audience')
})
afterAll(() => fixture.close())

const seen = async (client: Client) => {
  const idsOf = async (name: string) =>
    ((await client.get(`/api/v1/${name}/`)).json().result as readonly { id: number }[]).map(({ id }) => id)
  return {
    dashboards: await idsOf('dashboard'),
    charts: await idsOf('chart'),
    datasets: await idsOf('dataset'),
    opens: (await client.get(`/api/v1/dashboard/${ids.dashboard}`)).statusCode,
  }
}

it('lists the access that dashboard roles would open and close', async () => {
  expect((await admin.get('/api/v1/dashboard_grant/by_role')).json()).toEqual({
    is_on: false,
    is_truncated: false,
    result: [
      {
        role: { id: ids.audience, name: 'Audience' },
        dashboards: [{ id: ids.dashboard, name: 'Board' }],
        charts: [{ id: ids.chart, name: 'Prices' }],
        datasets: [{ id: ids.dataset, name: 'prices' }],
      },
    ],
    restricted: [{ dashboard: { id: ids.dashboard, name: 'Board' }, roles: [{ id: ids.audience, name: 'Audience' }] }],
  })
})

it('lists the dashboards that users see after the flag is switched on', async () => {
  const none = { dashboards: [], charts: [], datasets: [], opens: 200 }
  expect([await seen(reader), await seen(gamma)]).toEqual([none, none])
  Object.assign(fixture.context.config.flags, { DASHBOARD_RBAC: true })
  const opened = { dashboards: [ids.dashboard], charts: [ids.chart], datasets: [ids.dataset], opens: 200 }
  expect([await seen(reader), await seen(gamma)]).toEqual([opened, { ...none, opens: 403 }])
  const answer = (await admin.get('/api/v1/dashboard_grant/by_role')).json()
  expect(answer).toEqual({ is_on: true, is_truncated: false, result: [], restricted: [] })
  Object.assign(fixture.context.config.flags, { DASHBOARD_RBAC: false })
})

it('leaves out a role that reads the data anyway', async () => {
  const { store } = fixture.context
  await store.roles.addPairs(ids.audience, [['datasource_access', `[local].[prices](id:${ids.dataset})`]])
  expect((await roleAccessChanges(store)).result).toEqual([])
})

it('changes are returned to administrators only', async () => {
  expect((await gamma.get('/api/v1/dashboard_grant/by_role')).statusCode).toBe(403)
  expect((await fixture.nobody.get('/api/v1/dashboard_grant/by_role')).statusCode).toBe(401)
  const { store } = fixture.context
  const role = await store.roles.create({ name: 'Reads grants' }, null)
  await store.roles.addPairs(role.id, [['can_read', 'DashboardGrant']])
  const other = await fixture.as('Reads grants')
  expect((await other.get('/api/v1/dashboard_grant/by_role')).statusCode).toBe(403)
})

it('compares many roles without blocking other requests', async () => {
  const { store } = fixture.context
  const roles = await Promise.all(
    Array.from({ length: 20 }, (_, at) => store.roles.create({ name: `Compared ${at}` }, null)),
  )
  await fixture.dashboard({ published: true, roles: roles.map(({ id }) => id) })
  let turns = 0
  let isRunning = true
  const count = () => {
    turns++
    if (isRunning) setImmediate(count)
  }
  setImmediate(count)
  await roleAccessChanges(store)
  isRunning = false
  expect(turns).toBeGreaterThanOrEqual(4)
})
