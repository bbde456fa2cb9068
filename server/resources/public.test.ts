import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { builtInRoles } from '#server/store/built-in-roles.ts'
import { printRison } from '#core/rest/rison.ts'
import { makeTestApp, type TestApp } from '#testing/app.ts'

/** Words that must stay hidden: names of a dataset, its schema, column, chart, dashboard, database and owner. */
const SECRETS = ['merger_plans', 'boardroom', 'target_price', 'Merger chart', 'Merger board', 'vault', 'Ownerina']
const GIVEN = 'open_numbers'

let fixture: TestApp
let ids: Record<'role' | 'dataset' | 'chart' | 'board' | 'draft' | 'database' | 'open' | 'openChart', number>

beforeAll(async () => {
  fixture = await makeTestApp({ environment: { FACET_FEATURE_DASHBOARD_RBAC: '1' } })
  const { store } = fixture.context
  const owner = await store.users.create({ username: 'o', first_name: 'Ownerina', last_name: 'Test' }, null)
  const owners = [owner.id]
  const database = await fixture.database({ database_name: 'vault' })
  const columns = [{ column_name: 'target_price', type: 'INTEGER' }]
  const draft = { table_name: 'merger_plans', schema: 'boardroom', columns, sql: 'SELECT 1 AS target_price' }
  const dataset = await fixture.dataset({ ...draft, database_id: database.id, owners })
  const params = JSON.stringify({ groupby: ['target_price'] })
  const chart = await fixture.chart({ slice_name: 'Merger chart', datasource_id: dataset.id, params, owners })
  const board = await fixture.dashboard({ dashboard_title: 'Merger board', charts: [chart.id], owners })
  const hidden = await fixture.dashboard({ dashboard_title: 'Merger board', published: false, owners })
  const open = await fixture.dataset({ table_name: GIVEN, database_id: (await fixture.database()).id })
  const openChart = await fixture.chart({ slice_name: 'Open chart', datasource_id: open.id })
  const role = (await store.roles.byName('Public'))?.id ?? 0
  ids = {
    role,
    dataset: dataset.id,
    chart: chart.id,
    board: board.id,
    draft: hidden.id,
    database: database.id,
    open: open.id,
    openChart: openChart.id,
  }
})
afterAll(() => fixture.close())

/** Grants the role Public the permissions of Gamma, plus `more`. */
async function give(...more: readonly (readonly [string, string])[]): Promise<void> {
  const gamma = builtInRoles.find(({ name }) => name === 'Gamma')?.pairs ?? []
  await fixture.context.store.roles.setPairs(ids.role, [...gamma, ['can_sqllab', 'Superset'], ...more])
}
beforeEach(() => give())

const q = (value: unknown) => `?q=${encodeURIComponent(printRison(value))}`
const secretsIn = (payload: string) => SECRETS.filter((name) => payload.includes(name))
const search = (col: string, value: string) => q({ filters: [{ col, opr: 'ct', value }] })
const question = () => ({ datasource: { id: ids.dataset, type: 'table' }, queries: [{ columns: ['target_price'] }] })
const form = () => ({ viz_type: 'table', datasource: `${ids.dataset}__table`, groupby: ['target_price'] })

const lists: Record<string, () => string> = {
  datasets: () => '/api/v1/dataset/',
  'datasets by name': () => `/api/v1/dataset/${search('table_name', 'merger')}`,
  'schemas of datasets': () => '/api/v1/dataset/distinct/schema',
  'databases of datasets': () => '/api/v1/dataset/related/database',
  'owners of datasets': () => '/api/v1/dataset/related/owners',
  charts: () => '/api/v1/chart/',
  'charts by name': () => `/api/v1/chart/${search('slice_name', 'Merger')}`,
  'who changed charts': () => '/api/v1/chart/related/changed_by',
  'columns of datasets by name': () => '/api/v1/dataset/columns/?q=(filter:price)',
  dashboards: () => '/api/v1/dashboard/',
  'dashboards by title': () => `/api/v1/dashboard/${search('dashboard_title', 'Merger')}`,
  'owners of dashboards': () => '/api/v1/dashboard/related/owners',
  databases: () => '/api/v1/database/',
}

const entities: Record<string, () => string> = {
  'a dataset': () => `/api/v1/dataset/${ids.dataset}`,
  'what is on a dataset': () => `/api/v1/dataset/${ids.dataset}/related_objects`,
  'what uses the columns of a dataset': () => `/api/v1/dataset/${ids.dataset}/lineage`,
  'samples of a dataset': () => `/api/v1/dataset/${ids.dataset}/samples`,
  'a dataset as of old': () => `/datasource/get/table/${ids.dataset}`,
  'the source of a dataset': () => `/datasource/external_metadata/table/${ids.dataset}`,
  'the metadata of a dataset': () => `/superset/fetch_datasource_metadata?datasourceKey=${ids.dataset}__table`,
  'values of a column': () => `/superset/filter/table/${ids.dataset}/target_price/`,
  'a chart': () => `/api/v1/chart/${ids.chart}`,
  'rows of a chart': () => `/api/v1/chart/${ids.chart}/data/`,
  'the query of a chart': () => `/superset/slice_json/${ids.chart}`,
  'a draft of a dashboard': () => `/api/v1/dashboard/${ids.draft}`,
  'charts of a draft': () => `/api/v1/dashboard/${ids.draft}/charts`,
  'a database': () => `/api/v1/database/${ids.database}`,
  'schemas of a database': () => `/api/v1/database/${ids.database}/schemas/`,
  'tables of a database': () => `/api/v1/database/${ids.database}/tables/?q=(schema_name:boardroom)`,
  'functions of a database': () => `/api/v1/database/${ids.database}/function_names/`,
  'a table of a database': () => `/api/v1/database/${ids.database}/table/merger_plans/boardroom/`,
  'recent activity': () => '/api/v1/log/recent_activity/',
  'who one is': () => '/api/v1/me/',
  'grants of dashboards': () => '/api/v1/dashboard_grant/',
  'row rules': () => '/api/v1/rowlevelsecurity/',
}

const actions: Record<string, () => [string, object]> = {
  'a question': () => ['/api/v1/chart/data', question()],
  'an older question': () => ['/superset/explore_json/', form()],
  'a page of samples': () => [`/datasource/samples?datasource_id=${ids.dataset}&datasource_type=table`, {}],
  'form data': () => [
    '/api/v1/explore/form_data',
    { datasource_id: ids.dataset, datasource_type: 'table', form_data: JSON.stringify(form()) },
  ],
  'a link': () => ['/api/v1/explore/permalink', { formData: form() }],
  'a chart': () => [
    '/api/v1/chart/',
    { slice_name: 'x', viz_type: 'table', datasource_id: ids.dataset, datasource_type: 'table', params: '{}' },
  ],
  'a dashboard with the chart': () => [
    '/api/v1/dashboard/',
    {
      dashboard_title: 'x',
      published: true,
      roles: [ids.role],
      json_metadata: JSON.stringify({ positions: { A: { type: 'CHART', meta: { chartId: ids.chart } } } }),
    },
  ],
}

describe('an anonymous caller with permissions of Public, but without access to a dataset,', () => {
  it.each(Object.keys(lists))('gets an empty list: %s', async (name) => {
    const answer = await fixture.nobody.get(lists[name]?.() ?? '')
    expect([answer.statusCode, answer.json().count, secretsIn(answer.payload)]).toEqual([200, 0, []])
  })

  it.each(Object.keys(entities))('gets an error without names for %s', async (name) => {
    const answer = await fixture.nobody.get(entities[name]?.() ?? '')
    expect([400, 401, 403, 404]).toContain(answer.statusCode)
    expect(secretsIn(answer.payload)).toEqual([])
  })

  it.each(Object.keys(actions))('gets an error when posting %s', async (name) => {
    const [path, body] = actions[name]?.() ?? ['', {}]
    const answer = await fixture.nobody.post(path, body)
    expect([400, 403, 404]).toContain(answer.statusCode)
    expect(secretsIn(answer.payload).filter((word) => !JSON.stringify(body).includes(word))).toEqual([])
  })

  it('sees a published dashboard and only the positions of its charts', async () => {
    expect((await fixture.nobody.get(`/api/v1/dashboard/${ids.board}`)).json().result.charts).toEqual([])
    const charts = (await fixture.nobody.get(`/api/v1/dashboard/${ids.board}/charts`)).json()
    expect(charts.result).toEqual([{ id: ids.chart, is_unseen: true }])
    expect((await fixture.nobody.get(`/api/v1/dashboard/${ids.board}/datasets`)).json().result).toEqual([])
  })

  it("owns neither the product's objects nor those of other anonymous callers", async () => {
    const made = await fixture.dashboard({ owners: [] })
    expect((await fixture.nobody.put(`/api/v1/dashboard/${made.id}`, { css: 'a{}' })).statusCode).toBe(403)
    expect((await fixture.nobody.delete(`/api/v1/dashboard/${made.id}`)).statusCode).toBe(403)
    const path = `/api/v1/dashboard/${made.id}/filter_state`
    const { key } = (await fixture.nobody.post(path, { value: '{"mine":1}' })).json()
    const other = (await fixture.nobody.put(`${path}/${key}`, { value: '{"theirs":1}' })).json().key
    expect(other).not.toBe(key)
    expect((await fixture.nobody.get(`${path}/${key}`)).json()).toEqual({ value: '{"mine":1}' })
    expect((await fixture.nobody.delete(`${path}/${key}`)).statusCode).toBe(403)
  })

  it('denies everything that the role does not permit', async () => {
    await fixture.context.store.roles.setPairs(ids.role, [['can_read', 'Dashboard']])
    expect((await fixture.nobody.get('/api/v1/dashboard/')).statusCode).toBe(200)
    for (const name of ['chart', 'dataset', 'database'])
      expect((await fixture.nobody.get(`/api/v1/${name}/`)).statusCode).toBe(401)
    expect((await fixture.nobody.post('/api/v1/dashboard/', { dashboard_title: 'x' })).statusCode).toBe(401)
    expect((await fixture.nobody.post('/api/v1/chart/data', question())).statusCode).toBe(401)
  })
})

describe('an anonymous caller, with access of Public to one dataset,', () => {
  beforeEach(() => give(['datasource_access', `[local].[${GIVEN}](id:${ids.open})`]))

  it('sees the dataset, its charts and dashboards, and no others', async () => {
    const shown = await fixture.dashboard({ dashboard_title: 'Open board', charts: [ids.openChart, ids.chart] })
    const listed = async (name: string) => {
      const answer = await fixture.nobody.get(`/api/v1/${name}/`)
      expect(secretsIn(answer.payload)).toEqual([])
      return answer.json().ids
    }
    expect(await listed('dataset')).toEqual([ids.open])
    expect(await listed('chart')).toEqual([ids.openChart])
    expect(await listed('dashboard')).toEqual([shown.id])
    expect((await fixture.nobody.get(`/api/v1/dataset/${ids.open}`)).statusCode).toBe(200)
    expect((await fixture.nobody.get(`/api/v1/dataset/${ids.dataset}`)).statusCode).toBe(404)
    expect((await fixture.nobody.get(`/api/v1/dashboard/${shown.id}/charts`)).json().result).toMatchObject([
      { id: ids.chart, is_unseen: true },
      { id: ids.openChart, slice_name: 'Open chart' },
    ])
    expect((await fixture.nobody.post('/api/v1/chart/data', question())).statusCode).toBe(403)
  })
})

describe('a dashboard for the role Public', () => {
  it('shows anonymous callers only the datasets granted to the public role', async () => {
    const { store } = fixture.context
    const board = await fixture.dashboard({ charts: [ids.openChart, ids.chart], roles: [ids.role] })
    const seen = async () => (await fixture.nobody.get('/api/v1/dataset/')).json().ids
    expect(await seen()).toEqual([])
    await store.dashboardGrants.create({ dashboard_id: board.id, dataset_id: ids.open }, null)
    expect(await seen()).toEqual([ids.open])
    await store.dashboards.update(board.id, { roles: [] }, null)
    expect(await seen()).toEqual([])
  })
})
