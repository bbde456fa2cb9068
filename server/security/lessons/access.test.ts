import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { printRison } from '#core/rest/rison.ts'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'
import { upload, zip } from '#testing/bundle.ts'

/** Names and values that the reader has no access to. */
const SECRETS = ['Merger board', 'merger_plans', 'target_price', 'Merger chart', 'Merger note', 'ada_login']

let fixture: TestApp
let admin: Client
/** Reads and writes their own entities, and has no further access. */
let gamma: Client
/** The same, and may write datasets, without access to any of their databases. */
let analyst: Client
let ids: Readonly<Record<'dataset' | 'chart' | 'board' | 'draft' | 'layer' | 'database', number>>
let uuids: Readonly<Record<'board' | 'chart' | 'dataset' | 'database', string>>

beforeAll(async () => {
  fixture = await makeTestApp({ environment: { FACET_FEATURE_DASHBOARD_RBAC: '1' } })
  const { store } = fixture.context
  admin = await fixture.as('Admin')
  gamma = await fixture.as('Gamma')
  const role = await store.roles.create({ name: 'Writes datasets' }, null)
  await store.roles.addPairs(role.id, [
    ['can_write', 'Dataset'],
    ['can_save', 'Datasource'],
  ])
  analyst = await fixture.as('Gamma', 'Writes datasets')
  const owners = [admin.user?.userId as number]
  const database = await fixture.database({
    database_name: 'vault',
    backend: 'postgresql',
    sqlalchemy_uri: 'postgresql://ada_login:XXXXXXXXXX@127.0.0.1:1/vault',
  })
  const columns = [{ column_name: 'target_price', type: 'INTEGER' }]
  const dataset = await fixture.dataset({ table_name: 'merger_plans', columns, database_id: database.id, owners })
  const params = JSON.stringify({ groupby: ['target_price'] })
  const chart = await fixture.chart({ slice_name: 'Merger chart', datasource_id: dataset.id, params, owners })
  const board = await fixture.dashboard({
    dashboard_title: 'Merger board',
    charts: [chart.id],
    owners,
    published: true,
  })
  const roles = [(await store.roles.byName('Alpha'))?.id ?? 0]
  const draft = await fixture.dashboard({ dashboard_title: 'Merger board', published: false, owners, roles })
  const layer = (await admin.post('/api/v1/annotation_layer/', { name: 'Merger note', descr: 'Merger note' })).json().id
  const instant = { short_descr: 'Merger note', start_dttm: '2024-01-01', end_dttm: '2024-01-02' }
  await admin.post(`/api/v1/annotation_layer/${layer}/annotation/`, instant)
  ids = { dataset: dataset.id, chart: chart.id, board: board.id, draft: draft.id, layer, database: database.id }
  uuids = { board: board.uuid, chart: chart.uuid, dataset: dataset.uuid, database: database.uuid }
})
afterAll(() => fixture.close())

const reported = (text: string) => SECRETS.filter((each) => text.includes(each))
const form = () =>
  encodeURIComponent(
    JSON.stringify({ viz_type: 'table', datasource: `${ids.dataset}__table`, groupby: ['target_price'] }),
  )

/** Requests each URL and checks that no response contains a secret. */
async function keep(client: Client, urls: readonly string[]): Promise<void> {
  for (const url of urls) {
    const answer = await client.get(url)
    expect([url, reported(answer.body), answer.statusCode < 500]).toEqual([url, [], true])
  }
}

it('CVE-2022-45438: a dashboard without permission is returned by no URL', async () => {
  const { draft } = ids
  const urls = [
    '/api/v1/dashboard/',
    `/api/v1/dashboard/${draft}`,
    `/api/v1/dashboard/${draft}/charts`,
    `/api/v1/dashboard/${draft}/datasets`,
    `/api/v1/dashboard/?q=${printRison({ filters: [{ col: 'dashboard_title', opr: 'ct', value: 'Merger' }] })}`,
    `/api/v1/dashboard/favorite_status/?q=${printRison([draft])}`,
    `/superset/dashboard/${draft}/`,
    `/dashboard/${draft}`,
  ]
  await keep(gamma, urls)
  await keep(fixture.nobody, urls)
  await fixture.context.store.dashboards.update(draft, { published: true }, null)
  await keep(gamma, urls)
  await fixture.context.store.dashboards.update(draft, { published: false }, null)
  expect(reported((await admin.get(`/api/v1/dashboard/${draft}`)).body)).toEqual(['Merger board'])
})

describe('CVE-2023-27525: the role Gamma cannot read or write administration', () => {
  it.each([
    ['POST', '/api/v1/database/', { database_name: 'x', sqlalchemy_uri: 'duckdb:///x.duckdb' }],
    ['PUT', '/api/v1/database/1', { expose_in_sqllab: true }],
    ['POST', '/api/v1/database/import/', {}],
    ['POST', '/api/v1/database/1/upload/', {}],
    ['POST', '/api/v1/dataset/', { database: 1, table_name: 'x' }],
    ['PUT', '/api/v1/dataset/1', { description: 'x' }],
    ['POST', '/api/v1/dataset/import/', {}],
    ['POST', '/datasource/save/', {}],
    ['POST', '/api/v1/rowlevelsecurity/', { name: 'x', filter_type: 'Regular', tables: [1], roles: [], clause: '1=1' }],
    ['POST', '/api/v1/dashboard_grant/', { dashboard: 1, dataset: 1 }],
    ['POST', '/api/v1/annotation_layer/', { name: 'x' }],
    ['POST', '/superset/sqllab/', {}],
  ] as const)('%s %s', async (method, url, body) => {
    const answer = await (method === 'POST' ? gamma.post(url, body) : gamma.put(url, body))
    expect(answer.statusCode).toBe(403)
  })

  it.each(['rowlevelsecurity', 'dashboard_grant', 'annotation_layer'])('GET /api/v1/%s/', async (name) => {
    expect((await gamma.get(`/api/v1/${name}/`)).statusCode).toBe(403)
    expect((await admin.get(`/api/v1/${name}/`)).statusCode).toBe(200)
  })
})

it('CVE-2023-42501: annotations and CSS templates need their read permission', async () => {
  const made = await admin.post('/api/v1/css_template/', { template_name: 'Sheet', css: '.header { color: red }' })
  expect(made.statusCode, made.body).toBe(201)
  const sheets = ['/api/v1/css_template/', `/api/v1/css_template/${made.json().id}`]
  await keep(gamma, [
    '/api/v1/annotation_layer/',
    `/api/v1/annotation_layer/${ids.layer}`,
    `/api/v1/annotation_layer/${ids.layer}/annotation/`,
    `/superset/annotation_json/${ids.layer}/`,
    ...sheets,
  ])
  expect((await gamma.get(`/api/v1/annotation_layer/${ids.layer}`)).statusCode).toBe(403)
  for (const sheet of sheets) {
    expect([sheet, (await gamma.get(sheet)).statusCode]).toEqual([sheet, 403])
    expect([sheet, (await admin.get(sheet)).statusCode]).toEqual([sheet, 200])
  }
})

it('CVE-2023-42505: hides the user name of a database connection from readers', async () => {
  const { store } = fixture.context
  const role = await store.roles.create({ name: 'Reads the vault' }, null)
  await store.roles.addPairs(role.id, [
    ['can_read', 'Database'],
    ['database_access', `[vault].(id:${ids.database})`],
  ])
  const reader = await fixture.as('Gamma', 'Reads the vault')
  const shown = await reader.get(`/api/v1/database/${ids.database}`)
  expect(shown.statusCode, shown.body).toBe(200)
  await keep(reader, [`/api/v1/database/${ids.database}`, '/api/v1/database/'])
  expect((await admin.get(`/api/v1/database/${ids.database}`)).body).toContain('ada_login')
})

it('CVE-2023-49734: adding a chart to an owned dashboard does not make the user its owner', async () => {
  const open = await fixture.chart({ slice_name: 'Open', owners: [admin.user?.userId as number] })
  const { store } = fixture.context
  const role = await store.roles.create({ name: 'Reads all' }, null)
  await store.roles.addPairs(role.id, [['all_datasource_access', 'all_datasource_access']])
  const reader = await fixture.as('Gamma', 'Reads all')
  const positions = {
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
    GRID_ID: { type: 'GRID', id: 'GRID_ID', children: ['CHART-1'], parents: ['ROOT_ID'] },
    'CHART-1': { type: 'CHART', id: 'CHART-1', children: [], meta: { chartId: open.id, width: 4, height: 50 } },
  }
  const made = await reader.post('/api/v1/dashboard/', {
    dashboard_title: 'Own',
    json_metadata: JSON.stringify({ positions }),
  })
  expect(made.statusCode, made.body).toBe(201)
  expect((await store.dashboards.get(made.json().id))?.charts).toEqual([open.id])
  expect((await store.charts.get(open.id))?.owners).toEqual([admin.user?.userId])
  expect((await reader.put(`/api/v1/chart/${open.id}`, { slice_name: 'Taken' })).statusCode).toBe(403)
  expect((await reader.delete(`/api/v1/chart/${open.id}`)).statusCode).toBe(403)
  expect((await store.charts.get(open.id))?.slice_name).toBe('Open')
})

describe('SQL of a dataset requires access to its database', () => {
  const sql = 'SELECT 1 AS target_price'
  it('CVE-2024-24779: when it is created', async () => {
    const body = { database: ids.database, table_name: 'mine', sql }
    const answer = await analyst.post('/api/v1/dataset/', body)
    expect([answer.statusCode, reported(answer.body)]).toEqual([answer.statusCode, []])
    expect([403, 404, 422]).toContain(answer.statusCode)
    expect(await fixture.context.store.datasets.find({ col: 'table_name', op: 'eq', value: 'mine' })).toBeUndefined()
  })

  it('CVE-2026-23982: when it is changed, by any call', async () => {
    const { store } = fixture.context
    const owners = [analyst.user?.userId as number]
    const own = await fixture.dataset({ table_name: 'own', database_id: ids.database, owners })
    const data = JSON.stringify({
      id: own.id,
      type: 'table',
      database: { id: ids.database },
      sql,
      columns: [],
      metrics: [],
    })
    const saved = `data=${encodeURIComponent(data)}`
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answers = [
      await analyst.put(`/api/v1/dataset/${own.id}`, { sql }),
      await analyst.put(`/api/v1/dataset/${own.id}?override_columns=true`, { sql, table_name: 'merger_plans' }),
      await analyst.post('/datasource/save/', saved, { headers }),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403])
    expect((await store.datasets.get(own.id))?.sql ?? null).toBeNull()
    // They may still change fields other than the source.
    expect((await analyst.put(`/api/v1/dataset/${own.id}`, { description: 'x' })).statusCode).toBe(200)
  })
})

it('CVE-2024-26016: a bundle does not overwrite entities of other owners', async () => {
  const { store } = fixture.context
  const bundle = zip({
    'metadata.yaml': 'version: 1.0.0\ntype: Dashboard\n',
    'dashboards/it.yaml': `dashboard_title: Taken\nuuid: ${uuids.board}\nversion: 1.0.0\nposition: {}\nmetadata: {}\n`,
  })
  const charts = zip({
    'metadata.yaml': 'version: 1.0.0\ntype: Slice\n',
    'charts/it.yaml': `slice_name: Taken\nviz_type: table\nparams: {}\nuuid: ${uuids.chart}\nversion: 1.0.0\ndataset_uuid: ${uuids.dataset}\n`,
  })
  for (const [resource, bytes] of [
    ['dashboard', bundle],
    ['chart', charts],
  ] as const) {
    const answer = await upload(gamma, resource, bytes, { overwrite: 'true' })
    expect([400, 403, 422], answer.body).toContain(answer.statusCode)
    expect(reported(answer.body)).toEqual([])
  }
  const board = await store.dashboards.get(ids.board)
  const chart = await store.charts.get(ids.chart)
  expect([board?.dashboard_title, board?.owners]).toEqual(['Merger board', [admin.user?.userId]])
  expect([chart?.slice_name, chart?.owners]).toEqual(['Merger chart', [admin.user?.userId]])
})

it('CVE-2024-28148: explore returns no data of a dataset without permission', async () => {
  const { dataset, chart } = ids
  await keep(gamma, [
    `/explore/?datasource_id=${dataset}&datasource_type=table`,
    `/explore/?slice_id=${chart}`,
    `/superset/explore/table/${dataset}/`,
    `/superset/explore/?form_data=${form()}`,
    `/superset/slice/${chart}/`,
  ])
  const stored = await gamma.post('/api/v1/explore/form_data', { datasource_id: dataset, form_data: '{}' })
  const link = { formData: { datasource: `${dataset}__table` } }
  const permalink = await gamma.post('/api/v1/explore/permalink', link)
  for (const answer of [stored, permalink]) expect([answer.statusCode, reported(answer.body)]).toEqual([403, []])
})

it('CVE-2025-55675: no URL with the id of a dataset returns one without permission', async () => {
  const { dataset, chart } = ids
  const urls = [
    `/datasource/get/table/${dataset}/`,
    `/datasource/external_metadata/table/${dataset}/`,
    `/superset/fetch_datasource_metadata?datasourceKey=${dataset}__table`,
    `/api/v1/dataset/${dataset}`,
    `/api/v1/dataset/${dataset}/related_objects`,
    `/api/v1/dataset/${dataset}/samples`,
    `/api/v1/chart/${chart}`,
    `/api/v1/chart/${chart}/data/`,
    `/superset/slice_json/${chart}`,
    `/superset/explore_json/?form_data=${form()}`,
    `/superset/filter/table/${dataset}/target_price/`,
    `/api/v1/form_data/?slice_id=${chart}`,
    `/api/v1/database/${ids.database}/table/merger_plans/undefined/`,
  ]
  await keep(gamma, urls)
  await keep(fixture.nobody, urls)
  const samples = await gamma.post(`/datasource/samples?datasource_type=table&datasource_id=${dataset}`, {})
  expect([samples.statusCode, reported(samples.body)]).toEqual([403, []])
  expect(reported((await admin.get(`/api/v1/dataset/${dataset}`)).body)).toContain('merger_plans')
})

describe('guest tokens and users without permission', () => {
  const guest = {
    headers: { 'x-guesttoken': 'eyJhbGciOiJub25lIn0.eyJ1c2VyIjp7fSwicmVzb3VyY2VzIjpbXX0.', authorization: '' },
  }
  const question = () => ({
    datasource: { id: ids.dataset, type: 'table' },
    queries: [{ columns: [], metrics: [{ expressionType: 'SQL', sqlExpression: 'MAX(target_price)', label: 'm' }] }],
    form_data: { slice_id: ids.chart, dashboardId: ids.board },
  })

  it('CVE-2024-24772: cannot run SQL instead of a saved query', async () => {
    for (const client of [fixture.nobody, gamma]) {
      const answer = await client.post('/api/v1/chart/data', question(), client === gamma ? {} : guest)
      expect([401, 403]).toContain(answer.statusCode)
      expect(answer.body).not.toContain('"data"')
    }
    expect((await admin.post('/api/v1/security/guest_token/', { resources: [] })).statusCode).toBe(404)
  })

  it('CVE-2025-55673: do not see SQL and columns', async () => {
    for (const type of ['query', 'full', 'columns', 'samples']) {
      for (const client of [fixture.nobody, gamma]) {
        const answer = await client.post(
          '/api/v1/chart/data',
          { ...question(), result_type: type },
          client === gamma ? {} : guest,
        )
        expect([type, answer.statusCode >= 400, reported(answer.body), answer.body.includes('SELECT')]).toEqual([
          type,
          true,
          [],
          false,
        ])
      }
    }
  })
})
