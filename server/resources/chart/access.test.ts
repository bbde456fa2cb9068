import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtInRoles } from '#server/store/built-in-roles.ts'
import { citiesContext, type DataEntryPoint, type EntryPointTarget, dataEntrances } from '#testing/data-entry-points.ts'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'

let fixture: DataFixture
let target: EntryPointTarget
let dashboard: number
let shared: number
const tokens: Record<string, string> = {}

const SQL = 'SELECT * FROM sales'
/** Cities of the table; none of them may occur in a response to a user without access. */
const CITIES = /Amsterdam|Bruges/i

beforeAll(async () => {
  fixture = await openDataFixture(
    [
      'CREATE TABLE sales (ds TIMESTAMP, region VARCHAR, city VARCHAR, n INTEGER)',
      "INSERT INTO sales VALUES ('2024-01-01', 'n', 'Amsterdam', 1), ('2024-02-01', 's', 'Bruges', 2)",
    ],
    Date.UTC(2024, 5, 15),
    { FACET_FEATURE_DASHBOARD_RBAC: '1' },
  )
  const { store } = fixture.context
  const gamma = builtInRoles.find(({ name }) => name === 'Gamma')?.pairs ?? []
  const everything = ['all_datasource_access', 'all_datasource_access'] as const
  const whole = ['all_database_access', 'all_database_access'] as const
  const sql = [
    ['can_sql_json', 'Superset'],
    ['can_execute_sql_query', 'SQLLab'],
  ] as const
  const roles: Record<string, readonly (readonly [string, string])[]> = {
    // Has all permissions except reading this dataset.
    Stranger: [...gamma, ...sql],
    // May read the dataset, but may not call any route.
    Mute: [everything, whole],
    NoFiles: [...gamma.filter(([permission]) => permission !== 'can_csv'), everything],
    Reader: [...gamma, ...sql, everything, whole],
    Shared: [...gamma],
  }
  const ids: Record<string, number> = {}
  for (const [name, pairs] of Object.entries(roles)) {
    const { id } = await store.roles.create({ name }, null)
    await store.roles.setPairs(id, pairs)
    tokens[name] = await fixture.token(name.toLowerCase(), name)
    ids[name] = id
  }
  const columns = [
    { column_name: 'ds', type: 'TIMESTAMP', is_dttm: true },
    { column_name: 'region', type: 'VARCHAR' },
    { column_name: 'city', type: 'VARCHAR' },
    { column_name: 'n', type: 'INTEGER' },
  ]
  const metrics = [{ metric_name: 'total', expression: 'SUM(n)' }]
  const made = await fixture.dataset({ table_name: 'v', sql: SQL, main_dttm_col: 'ds', columns, metrics })
  const otherDataset = await fixture.dataset({
    table_name: 'beside',
    sql: 'SELECT 1 AS one',
    columns: [{ column_name: 'one' }],
  })
  const chart = await store.charts.create(
    {
      slice_name: 'Cities',
      viz_type: 'table',
      datasource_id: made.id,
      datasource_type: 'table',
      params: JSON.stringify({ groupby: ['city'], metrics: ['total'], query_mode: 'aggregate' }),
      query_context: JSON.stringify(citiesContext({ dataset: made.id })),
    },
    null,
  )
  target = {
    dataset: made.id,
    database: { id: made.database_id },
    chart: chart.id,
    other: { dataset: otherDataset.id },
    sql: SQL,
  }
  const draft = { published: true, charts: [chart.id] }
  dashboard = (await store.dashboards.create({ ...draft, dashboard_title: 'For all' }, null)).id
  shared = (
    await store.dashboards.create(
      { ...draft, dashboard_title: 'For some', roles: [ids['Shared'] ?? 0], published: false },
      null,
    )
  ).id
})
afterAll(() => fixture.close())

/** Calls an entry point; `more` is added to its query string. */
async function call(entrance: DataEntryPoint, who: string | undefined, more = '') {
  const { route, url, body, headers = {} } = entrance
  const path = url(target)
  const token = who === undefined ? {} : { authorization: `Bearer ${tokens[who]}` }
  const answer = await fixture.app.inject({
    method: route.split(' ')[0] as 'GET' | 'POST',
    url: more ? `${path}${path.includes('?') ? '&' : '?'}${more}` : path,
    headers: { ...token, ...headers },
    ...(body ? { payload: body(target) } : {}),
  })
  return { status: answer.statusCode, payload: answer.payload }
}

/** Returns the statuses of the items of a batch, else the status of the response. */
const statusesOf = ({ status, payload }: { status: number; payload: string }) =>
  [...payload.matchAll(/^\{"id":"[^"]*","status":(\d+)/gm)]
    .map(([, each]) => Number(each))
    .concat(status === 200 && payload.startsWith('{"id"') ? [] : status)

describe.each(dataEntrances)('$name', (entrance) => {
  it('returns no rows to users without access to the dataset, with or without a dashboard', async () => {
    for (const more of ['', `dashboard_id=${dashboard}`, `dashboard_id=${shared}`]) {
      const answer = await call(entrance, 'Stranger', more)
      for (const status of statusesOf(answer)) expect([403, 404]).toContain(status)
      expect(answer.payload).not.toMatch(CITIES)
    }
  })

  it('returns no rows to anonymous callers and to users without permission for the call', async () => {
    const unknown = await call(entrance, undefined)
    expect([unknown.status, CITIES.test(unknown.payload)]).toEqual([401, false])
    const mute = await call(entrance, 'Mute')
    expect([mute.status, CITIES.test(mute.payload)]).toEqual([403, false])
  })

  it('D-META-05: returns rows to users with access, and files only with can_csv', async () => {
    expect((await call(entrance, 'Reader')).status).toBe(200)
    if (!/csv|xlsx/.test(entrance.name)) return
    const refused = await call(entrance, 'NoFiles')
    expect([refused.status, CITIES.test(refused.payload)]).toEqual([403, false])
  })
})

describe('access with DASHBOARD_RBAC', () => {
  const ask = async (who: string, id: number) => {
    const answer = await fixture.app.inject({
      method: 'POST',
      url: `/api/v1/chart/data?dashboard_id=${id}`,
      headers: { authorization: `Bearer ${tokens[who]}` },
      payload: citiesContext(target),
    })
    return [answer.statusCode, CITIES.test(answer.payload)]
  }

  it('a published dashboard gives only its role access to the granted datasets of its charts', async () => {
    const { store } = fixture.context
    expect(await ask('Shared', shared)).toEqual([403, false])
    await store.dashboards.update(shared, { published: true }, null)
    expect(await ask('Shared', shared)).toEqual([403, false])
    const grant = await store.dashboardGrants.create({ dashboard_id: shared, dataset_id: target.dataset }, null)
    expect(await ask('Shared', shared)).toEqual([200, true])
    expect(await ask('Stranger', shared)).toEqual([403, false])
    await store.dashboards.update(shared, { charts: [] }, null)
    expect(await ask('Shared', shared)).toEqual([403, false])
    await store.dashboards.update(shared, { charts: [target.chart ?? 0] }, null)
    expect(await ask('Shared', shared)).toEqual([200, true])
    await store.dashboardGrants.remove(grant.id, null)
    expect(await ask('Shared', shared)).toEqual([403, false])
  })
})
