import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { COLUMNS_MEDIA_TYPE } from '#core/query/result.ts'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'
import { findMismatch, operationsOf } from '#testing/document-calls.ts'

const NOON = Date.UTC(2024, 4, 1, 12)

let fixture: DataFixture
let authorization: string
let ids: Record<'dataset' | 'chart' | 'unsaved' | 'dashboard', number>
let operations: ReturnType<typeof operationsOf>

beforeAll(async () => {
  const rows = "SELECT 1 AS amount, 'Oslo' AS town, DATE '2024-01-01' AS day, [1, 2] AS parts"
  fixture = await openDataFixture([`CREATE TABLE sales AS ${rows}`], NOON)
  authorization = `Bearer ${await fixture.token('admin', 'Admin')}`
  const document = await fixture.app.inject({ url: '/api/v1/_openapi', headers: { authorization } })
  operations = operationsOf(document.json())
  const { store } = fixture.context
  const metrics = [{ metric_name: 'count', expression: 'COUNT(*)' }]
  const columns = ['town', 'parts'].map((column_name) => ({ column_name }))
  const dataset = await fixture.dataset({ table_name: 'sales', columns, metrics })
  const asks = JSON.stringify(question(dataset.id))
  const plain = { viz_type: 'table', datasource_type: 'table', datasource_id: dataset.id, params: '{}' }
  const owner = fixture.admin.userId
  const chart = await store.charts.create({ ...plain, slice_name: 'Asked', query_context: asks }, owner)
  const unsaved = await store.charts.create({ ...plain, slice_name: 'Never asked' }, owner)
  const charts = [chart.id, unsaved.id]
  const dashboard = await store.dashboards.create({ dashboard_title: 'Both', published: true, charts }, owner)
  ids = { dataset: dataset.id, chart: chart.id, unsaved: unsaved.id, dashboard: dashboard.id }
})
afterAll(() => fixture.close())

function question(id: number, more: object = {}): object {
  return {
    datasource: { id, type: 'table' },
    queries: [{ columns: ['town', 'parts'], metrics: ['count'], row_limit: 10 }],
    ...more,
  }
}

interface Call {
  /** The path in the document. */
  readonly path: string
  readonly url?: string
  readonly body?: object
  readonly form?: Readonly<Record<string, string>>
  readonly accept?: string
}

/** Returns the response to a request, and why it differs from the document. */
async function requested({ path, url = path, body, form, accept }: Call) {
  const headers = {
    authorization,
    ...(accept && { accept }),
    ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
  }
  const payload = form ? new URLSearchParams(form).toString() : body
  const method = payload === undefined ? 'GET' : 'POST'
  const answer = await fixture.app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) })
  const operation = operations.find((each) => each.path === path && each.method === method)
  const schema = operation?.answers[String(answer.statusCode)]
  const json = answer.json<unknown>()
  return { status: answer.statusCode, json, reason: schema ? findMismatch(schema, json) : 'nothing is said of it' }
}

const calls: Record<string, () => Call> = {
  'data of a chart': () => ({ path: '/api/v1/chart/data', body: question(ids.dataset) }),
  'data by columns': () => ({
    path: '/api/v1/chart/data',
    body: question(ids.dataset),
    accept: COLUMNS_MEDIA_TYPE,
  }),
  'a statement': () => ({ path: '/api/v1/chart/data', body: question(ids.dataset, { result_type: 'query' }) }),
  'samples by a question': () => ({
    path: '/api/v1/chart/data',
    body: question(ids.dataset, { result_type: 'samples' }),
  }),
  'columns by a question': () => ({
    path: '/api/v1/chart/data',
    body: question(ids.dataset, { result_type: 'columns' }),
  }),
  'grains by a question': () => ({
    path: '/api/v1/chart/data',
    body: question(ids.dataset, { result_type: 'timegrains' }),
  }),
  'data of a saved chart': () => ({ path: '/api/v1/chart/{id}/data', url: `/api/v1/chart/${ids.chart}/data/` }),
  'samples of a dataset': () => ({
    path: '/api/v1/dataset/{id}/samples',
    url: `/api/v1/dataset/${ids.dataset}/samples`,
  }),
  'a page of samples': () => ({
    path: '/datasource/samples',
    url: `/datasource/samples?datasource_id=${ids.dataset}&datasource_type=table`,
    body: {},
  }),
  'values of a column': () => ({
    path: '/api/v1/datasource/{type}/{id}/column/{column}/values',
    url: `/api/v1/datasource/table/${ids.dataset}/column/town/values/`,
  }),
  'values by the older address': () => ({
    path: '/superset/filter/{type}/{id}/{column}',
    url: `/superset/filter/table/${ids.dataset}/town/`,
  }),
  'a dataset by its older address': () => ({
    path: '/datasource/get/{type}/{id}',
    url: `/datasource/get/table/${ids.dataset}/`,
  }),
  'a dataset saved whole': () => ({
    path: '/datasource/save',
    form: { data: JSON.stringify({ id: ids.dataset, type: 'table', description: 'Sold' }) },
  }),
  'the columns of a source': () => ({
    path: '/datasource/external_metadata/{type}/{id}',
    url: `/datasource/external_metadata/table/${ids.dataset}/`,
  }),
  'a dataset by its key': () => ({
    path: '/superset/fetch_datasource_metadata',
    url: `/superset/fetch_datasource_metadata?datasourceKey=${ids.dataset}__table`,
  }),
  'explore of a chart': () => ({ path: '/api/v1/explore/', url: `/api/v1/explore/?slice_id=${ids.chart}` }),
  'explore of a dataset': () => ({ path: '/api/v1/explore/', url: `/api/v1/explore/?datasource_id=${ids.dataset}` }),
  'the charts of a dashboard': () => ({
    path: '/api/v1/dashboard/{id}/charts',
    url: `/api/v1/dashboard/${ids.dashboard}/charts`,
  }),
  'its datasets': () => ({
    path: '/api/v1/dashboard/{id}/datasets',
    url: `/api/v1/dashboard/${ids.dashboard}/datasets`,
  }),
  'a copy of it': () => ({
    path: '/api/v1/dashboard/{id}/copy',
    url: `/api/v1/dashboard/${ids.dashboard}/copy/`,
    body: { dashboard_title: 'Again', json_metadata: '{"positions":{}}' },
  }),
  'charts one has made': () => ({ path: '/superset/user_slices' }),
  'dashboards one has made': () => ({ path: '/superset/created_dashboards' }),
  'a token': () => ({ path: '/superset/csrf_token' }),
  'charts asked anew': () => ({
    path: '/superset/warm_up_cache',
    url: `/superset/warm_up_cache?slice_id=${ids.chart}`,
  }),
}

describe('responses match the document', () => {
  it.each(Object.entries(calls))('%s', async (_, call) => {
    const { status, reason } = await requested(call())
    expect([status, reason]).toEqual([200, undefined])
  })

  it('permalinks of a chart and of a dashboard', async () => {
    const formData = { datasource: `${ids.dataset}__table`, slice_id: ids.chart, viz_type: 'table' }
    const made = await requested({ path: '/api/v1/explore/permalink', body: { formData } })
    const { key } = made.json as { key: string }
    const chart = await requested({ path: '/api/v1/explore/permalink/{key}', url: `/api/v1/explore/permalink/${key}` })
    expect([chart.status, chart.reason]).toEqual([200, undefined])
    const url = `/api/v1/dashboard/${ids.dashboard}/permalink`
    const state = await requested({
      path: '/api/v1/dashboard/{id}/permalink',
      url,
      body: { dataMask: {}, activeTabs: [] },
    })
    const at = `/api/v1/dashboard/permalink/${(state.json as { key: string }).key}`
    const board = await requested({ path: '/api/v1/dashboard/permalink/{key}', url: at })
    expect([board.status, board.reason]).toEqual([200, undefined])
  })

  it('queries that were run, and those that changed recently', async () => {
    const payload = { database_id: fixture.database.id, sql: 'SELECT 1 AS one' }
    const ran = await fixture.app.inject({
      method: 'POST',
      url: '/superset/sql_json/',
      headers: { authorization },
      payload,
    })
    expect(ran.statusCode).toBe(200)
    const list = await requested({ path: '/api/v1/query/' })
    const { ids: run } = list.json as { ids: readonly number[] }
    expect([list.status, list.reason, run.length]).toEqual([200, undefined, 1])
    const one = await requested({ path: '/api/v1/query/{id}', url: `/api/v1/query/${run[0]}` })
    expect([one.status, one.reason]).toEqual([200, undefined])
    const url = '/api/v1/query/updated_since?q=(last_updated_ms:0)'
    const since = await requested({ path: '/api/v1/query/updated_since', url })
    expect([since.status, since.reason, (since.json as { result: object[] }).result.length]).toEqual([
      200,
      undefined,
      1,
    ])
  })

  it('reports a response of another shape', async () => {
    const [entry] = (await requested({ path: '/superset/user_slices' })).json as object[] as [Record<string, unknown>]
    const document = await fixture.app.inject({ url: '/api/v1/_openapi', headers: { authorization } })
    const schema = operationsOf(document.json()).find(({ path }) => path === '/superset/user_slices')?.answers['200']
    expect(findMismatch(schema ?? {}, [{ ...entry, title: 5 }])).toContain('.title')
  })
})
