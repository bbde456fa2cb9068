import { afterAll, beforeAll, expect, it } from 'vitest'
import { printRison } from '#core/rest/rison.ts'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'

const SECRET = 'merger_plans'
const HIDDEN_COLUMN = 'target_price'

let fixture: TestApp
let reader: Client
/** Entities around the dataset that the reader may not see. */
let ids: Record<'open' | 'secret' | 'own' | 'closed' | 'dashboard' | 'log', number>

beforeAll(async () => {
  fixture = await makeTestApp()
  const { store } = fixture.context
  const open = await fixture.dataset({ table_name: 'readable' })
  const columns = [{ column_name: HIDDEN_COLUMN, type: 'INTEGER' }]
  const secret = await fixture.dataset({
    table_name: SECRET,
    columns,
    metrics: [],
    sql: `SELECT 1 AS ${HIDDEN_COLUMN}`,
  })
  const role = await store.roles.create({ name: 'Reads one' }, null)
  await store.roles.addPairs(role.id, [['datasource_access', `[local].[readable](id:${open.id})`]])
  reader = await fixture.as('Gamma', 'Reads one')
  const owner = reader.user?.userId as number
  const params = JSON.stringify({ viz_type: 'table', metrics: ['count'] })
  const own = await fixture.chart({ datasource_id: open.id, owners: [owner], params })
  // A user may own a chart after losing access to its dataset.
  const closed = await fixture.chart({ datasource_id: secret.id, owners: [owner], params })
  const dashboard = await fixture.dashboard({ charts: [own.id, closed.id], owners: [owner] })
  ids = { open: open.id, secret: secret.id, own: own.id, closed: closed.id, dashboard: dashboard.id, log: owner }
})
afterAll(() => fixture.close())

const q = (value: unknown) => `?q=${encodeURIComponent(printRison(value))}`
const requested = () => ({
  datasource: { id: ids.secret, type: 'table' },
  queries: [{ columns: [], metrics: [], row_limit: 1 }],
})
const form = () => ({ viz_type: 'table', datasource: `${ids.secret}__table`, metrics: [], groupby: [] })
const named = { filters: [{ col: 'table_name', opr: 'ct', value: 'merger' }] }

const reads: Record<string, () => string> = {
  'the list of datasets': () => '/api/v1/dataset/',
  'a search of datasets': () => `/api/v1/dataset/${q(named)}`,
  'columns by name': () => '/api/v1/dataset/columns/?q=(filter:any)',
  'a dataset': () => `/api/v1/dataset/${ids.secret}`,
  'what depends on a dataset': () => `/api/v1/dataset/${ids.secret}/related_objects`,
  'what uses the columns of a dataset': () => `/api/v1/dataset/${ids.secret}/lineage`,
  'the schemas of datasets': () => '/api/v1/dataset/distinct/schema',
  'the databases of datasets': () => '/api/v1/dataset/related/database',
  'a dataset by its older address': () => `/datasource/get/table/${ids.secret}`,
  'the columns of its source': () => `/datasource/external_metadata/table/${ids.secret}`,
  'its metadata': () => `/superset/fetch_datasource_metadata?datasourceKey=${ids.secret}__table`,
  'its samples': () => `/api/v1/dataset/${ids.secret}/samples`,
  'values of its columns': () => `/superset/filter/table/${ids.secret}/any/`,
  'the list of charts': () => '/api/v1/chart/',
  'a chart on it': () => `/api/v1/chart/${ids.closed}`,
  'rows of a chart on it': () => `/api/v1/chart/${ids.closed}/data/`,
  'the query of a chart on it': () => `/superset/slice_json/${ids.closed}`,
  'a dashboard with it': () => `/api/v1/dashboard/${ids.dashboard}`,
  'the charts of a dashboard with it': () => `/api/v1/dashboard/${ids.dashboard}/charts`,
  'the datasets of a dashboard with it': () => `/api/v1/dashboard/${ids.dashboard}/datasets`,
  'the databases': () => '/api/v1/database/',
  'what was done lately': () => '/api/v1/log/recent_activity/',
}

const actions: Record<string, () => [string, object]> = {
  'a question': () => ['/api/v1/chart/data', requested()],
  'the SQL of a question': () => ['/api/v1/chart/data', { ...requested(), result_type: 'query' }],
  'questions together': () => ['/api/v1/chart/data/batch', { items: [{ id: 'a', query_context: requested() }] }],
  'an older question': () => ['/superset/explore_json/', form()],
  'a page of samples': () => [`/datasource/samples?datasource_id=${ids.secret}&datasource_type=table`, {}],
  'a form kept': () => [
    '/api/v1/explore/form_data',
    { datasource_id: ids.secret, datasource_type: 'table', form_data: JSON.stringify(form()) },
  ],
  'a link made': () => ['/api/v1/explore/permalink', { formData: form() }],
  'a chart made': () => [
    '/api/v1/chart/',
    { slice_name: 'x', viz_type: 'table', datasource_id: ids.secret, datasource_type: 'table', params: '{}' },
  ],
}

const secretsIn = (payload: string) => [SECRET, HIDDEN_COLUMN].filter((name) => payload.includes(name))

it.each(Object.keys(reads))('a read names no dataset without permission: %s', async (name) => {
  const answer = await reader.get(reads[name]?.() ?? '')
  expect(secretsIn(answer.payload)).toEqual([])
})

it.each(Object.keys(actions))('an error names no dataset without permission: %s', async (name) => {
  const [path, body] = actions[name]?.() ?? ['', {}]
  const answer = await reader.post(path, body)
  expect(secretsIn(answer.payload)).toEqual([])
  if (!path.endsWith('batch')) expect([400, 403, 404]).toContain(answer.statusCode)
})

it('an owned chart cannot be moved to a dataset without permission, and the error does not name it', async () => {
  const answer = await reader.put(`/api/v1/chart/${ids.own}`, { datasource_id: ids.secret, datasource_type: 'table' })
  expect(answer.statusCode).toBe(403)
  expect(secretsIn(answer.payload)).toEqual([])
})

it('returns only the datasets of a dashboard that the user may read', async () => {
  const answer = await reader.get(`/api/v1/dashboard/${ids.dashboard}/datasets`)
  expect(answer.json().result.map(({ id }: { id: number }) => id)).toEqual([ids.open])
  const charts = await reader.get(`/api/v1/dashboard/${ids.dashboard}/charts`)
  expect(charts.json().result).toMatchObject([
    { id: ids.own, datasource_name: 'readable' },
    { id: ids.closed, datasource_name: null },
  ])
})

it('a dataset of a table is not distinguished from no dataset without permission', async () => {
  const { store } = fixture.context
  const role = await store.roles.create({ name: 'Creates datasets' }, null)
  await store.roles.addPairs(role.id, [['can_get_or_create_dataset', 'Dataset']])
  const client = await fixture.as('Gamma', 'Creates datasets')
  const { id } = await fixture.database()
  const answers = []
  for (const table_name of [SECRET, 'no such table']) {
    const { statusCode, body } = await client.post('/api/v1/dataset/get_or_create/', { database_id: id, table_name })
    answers.push([statusCode, body])
  }
  expect([answers[0]?.[0], answers[0]]).toEqual([403, answers[1]])
})
