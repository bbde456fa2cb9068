import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chartType, toQueryContext } from '#charts/index.ts'
import { COLUMNS_MEDIA_TYPE } from '#core/query/result.ts'
import { bounds } from '#core/rest/bounds.ts'
import { printRison } from '#core/rest/rison.ts'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'

let fixture: TestApp
let admin: Client
let gamma: Client
beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
  gamma = await fixture.as('Gamma')
})
afterAll(() => fixture.close())

/** Creates a virtual dataset that needs no table, with a chart. */
async function chartOnNumbers(name: string) {
  const database = await fixture.database({ database_name: 'numbers' })
  const made = await admin.post('/api/v1/dataset/', {
    database: database.id,
    table_name: name,
    sql: 'SELECT * FROM (VALUES (1), (2), (3)) AS t(n)',
  })
  expect(made.statusCode).toBe(201)
  const dataset = made.json().id as number
  const form = { viz_type: 'table', query_mode: 'aggregate', groupby: ['n'], metrics: ['count'], row_limit: 10 }
  const chart = await fixture.chart({
    slice_name: name,
    viz_type: 'table',
    datasource_id: dataset,
    params: JSON.stringify({ ...form, datasource: `${dataset}__table` }),
  })
  const context = toQueryContext(
    chartType('table') as NonNullable<ReturnType<typeof chartType>>,
    { ...form, slice_id: chart.id, datasource: `${dataset}__table` },
    { id: dataset, type: 'table' },
  )
  const isCached = async () => {
    const answer = await admin.post('/api/v1/chart/data', context, { headers: { accept: COLUMNS_MEDIA_TYPE } })
    expect(answer.statusCode).toBe(200)
    return answer.json().result[0].is_cached as boolean | null
  }
  return { database, dataset, chart, isCached }
}

describe('warming up the cache', () => {
  it('caches the result of a chart; also by its dataset and by the legacy URL', async () => {
    const ways: readonly ((
      made: Awaited<ReturnType<typeof chartOnNumbers>>,
      name: string,
    ) => ReturnType<Client['get']>)[] = [
      ({ chart }) => admin.put('/api/v1/chart/warm_up_cache', { chart_id: chart.id }),
      ({ database }, name) =>
        admin.put('/api/v1/dataset/warm_up_cache/', { db_name: database.database_name, table_name: name }),
      ({ chart }) => admin.get(`/superset/warm_up_cache/?slice_id=${chart.id}`),
      ({ database }, name) =>
        admin.get(`/superset/warm_up_cache/?table_name=${name}&db_name=${database.database_name}`),
    ]
    for (const [index, way] of ways.entries()) {
      const name = `warm_${index}`
      const made = await chartOnNumbers(name)
      const answer = await way(made, name)
      const reported = { viz_error: null, viz_status: 'success' }
      expect([answer.statusCode, answer.json()]).toEqual([
        200,
        index < 2 ? { result: [{ chart_id: made.chart.id, ...reported }] } : [{ slice_id: made.chart.id, ...reported }],
      ])
      expect(await made.isCached()).toBe(true)
    }
    const { isCached } = await chartOnNumbers('cold')
    expect(await isCached()).toBe(false)
  })

  it('reports why a chart cannot be queried, and returns 403 or 404 if the caller may not', async () => {
    const { chart } = await chartOnNumbers('broken')
    await admin.put(`/api/v1/chart/${chart.id}`, {
      params: JSON.stringify({ viz_type: 'table', all_columns: ['gone'], query_mode: 'raw' }),
    })
    const answer = await admin.put('/api/v1/chart/warm_up_cache', { chart_id: chart.id })
    expect(answer.json().result[0]).toMatchObject({ viz_status: 'failed', viz_error: expect.stringContaining('gone') })
    expect((await gamma.put('/api/v1/chart/warm_up_cache', { chart_id: chart.id })).statusCode).toBe(403)
    expect((await admin.put('/api/v1/chart/warm_up_cache', { chart_id: 999_999 })).statusCode).toBe(404)
    expect((await admin.put('/api/v1/chart/warm_up_cache', {})).statusCode).toBe(400)
    for (const [extra_filters, status] of [
      ['[{', 400],
      ['~', 400],
      ['', 200],
      ['{}', 200],
      ['[null]', 200],
    ] as const)
      expect((await admin.put('/api/v1/chart/warm_up_cache', { chart_id: chart.id, extra_filters })).statusCode).toBe(
        status,
      )
  })

  it('clears the results of a dataset by its uid or its names', async () => {
    const { dataset, database, isCached } = await chartOnNumbers('forgotten')
    const uids = { datasource_uids: [`${dataset}__table`] }
    const names = {
      datasources: [{ database_name: database.database_name, datasource_name: 'forgotten', datasource_type: 'table' }],
    }
    for (const body of [uids, names]) {
      await isCached()
      expect(await isCached()).toBe(true)
      const answer = await admin.post('/api/v1/cachekey/invalidate', body)
      expect([answer.statusCode, answer.json()]).toEqual([201, {}])
      expect(await isCached()).toBe(false)
    }
    expect((await admin.post('/api/v1/cachekey/invalidate', { datasource_uids: ['x'] })).statusCode).toBe(400)
    expect((await fixture.nobody.post('/api/v1/cachekey/invalidate', uids)).statusCode).toBe(401)
  })
})

describe('calls of datasets', () => {
  it('duplicate a virtual dataset with columns, metrics and tags', async () => {
    const { dataset } = await chartOnNumbers('original')
    const metrics = [{ metric_name: 'total', expression: 'SUM(n)' }]
    await admin.put(`/api/v1/dataset/${dataset}`, { metrics })
    await admin.post(`/api/v1/tag/dataset/${dataset}/`, { properties: { tags: ['of both'] } })
    const answer = await admin.post('/api/v1/dataset/duplicate', { base_model_id: dataset, table_name: 'copy' })
    expect([answer.statusCode, answer.json().result]).toEqual([201, { base_model_id: dataset, table_name: 'copy' }])
    const { result } = (await admin.get(`/api/v1/dataset/${answer.json().id}`)).json()
    expect(result).toMatchObject({
      table_name: 'copy',
      kind: 'virtual',
      metrics: [{ metric_name: 'total' }],
      tags: [{ name: 'of both' }],
    })
    const response = await admin.post('/api/v1/chart/data', {
      datasource: { id: answer.json().id, type: 'table' },
      queries: [{ metrics: ['total'] }],
    })
    expect(response.json().result[0].data).toEqual([{ total: 6 }])
    const taken = await admin.post('/api/v1/dataset/duplicate', { base_model_id: dataset, table_name: 'copy' })
    expect([taken.statusCode, taken.json().message]).toEqual([422, { table_name: ['Dataset copy already exists'] }])
  })

  it('rejects a duplicate of a physical dataset, or of one without permission', async () => {
    const { id } = await fixture.dataset()
    const answer = await admin.post('/api/v1/dataset/duplicate', { base_model_id: id, table_name: 'other' })
    expect(answer.statusCode).toBe(422)
    const { dataset } = await chartOnNumbers('closed')
    const refused = await gamma.post('/api/v1/dataset/duplicate', { base_model_id: dataset, table_name: 'mine' })
    expect(refused.statusCode).toBe(403)
  })

  it('get or create the dataset of a table', async () => {
    const { database, dataset } = await chartOnNumbers('known')
    const found = await admin.post('/api/v1/dataset/get_or_create/', { database_id: database.id, table_name: 'known' })
    expect([found.statusCode, found.json()]).toEqual([200, { result: { table_id: dataset } }])
    const missing = await admin.post('/api/v1/dataset/get_or_create/', {
      database_id: database.id,
      table_name: 'nowhere',
    })
    expect([missing.statusCode, missing.json().message]).toEqual([
      422,
      { table: [expect.stringContaining('[nowhere]')] },
    ])
  })

  it('return the values of a column at both URLs', async () => {
    const { dataset } = await chartOnNumbers('valued')
    const answer = await admin.get(`/api/v1/datasource/table/${dataset}/column/n/values/`)
    expect([answer.statusCode, answer.json()]).toEqual([200, { result: [1, 2, 3] }])
    expect((await gamma.get(`/api/v1/datasource/table/${dataset}/column/n/values/`)).statusCode).toBe(403)
  })
})

it('validates SQL in its database without running it, and returns line and columns of errors', async () => {
  const { database } = await chartOnNumbers('checked')
  const url = `/api/v1/database/${database.id}/validate_sql/`
  const of = async (sql: string) => (await admin.post(url, { sql })).json().result as { message: string }[]
  expect(await of('SELECT 1 AS one')).toEqual([])
  const [wrong] = await of('SELECT n\nFROM (VALUES (1)) AS t(n)\nWHERE nowhere = 1')
  expect(wrong).toEqual({
    line_number: 3,
    start_column: 7,
    end_column: 13,
    message: expect.stringContaining('nowhere'),
  })
  expect(await of('SELEC 1')).toHaveLength(1)
  expect(await of('SELECT 1 AS one;\n{# a; b #} SELECT 2;')).toEqual([])
  expect(await of('DROP TABLE t')).toMatchObject([
    { line_number: null, message: 'Only SELECT statements are allowed against this database.' },
  ])
  expect(await of('-- nothing')).toMatchObject([{ message: 'The SQL has no statement' }])
  const several = await of('SELECT 1;\nSELECT nowhere;\n\nSELECT 2, elsewhere')
  expect(several).toMatchObject([
    { line_number: 2, start_column: 8, end_column: 14 },
    { line_number: 4, start_column: 11, end_column: 19 },
  ])
  expect((await gamma.post(url, { sql: 'SELECT 1' })).statusCode).toBe(404)
  expect((await admin.post(url, {})).statusCode).toBe(400)
})

describe('the data that explore opens with', () => {
  it('returns the data of a chart, of form data under a key, or of a dataset', async () => {
    const { dataset, chart } = await chartOnNumbers('explored')
    const of = async (query: string) => (await admin.get(`/api/v1/explore/?${query}`)).json().result
    const saved = await of(`slice_id=${chart.id}`)
    expect(saved).toMatchObject({
      slice: { slice_id: chart.id, slice_name: 'explored' },
      dataset: { id: dataset, table_name: 'explored' },
      form_data: { slice_id: chart.id, groupby: ['n'], datasource: `${dataset}__table` },
      message: '',
    })
    const form_data = JSON.stringify({ viz_type: 'pie', datasource: `${dataset}__table` })
    const { key } = (
      await admin.post('/api/v1/explore/form_data', { form_data, datasource_id: dataset, datasource_type: 'table' })
    ).json()
    expect((await of(`form_data_key=${key}`)).form_data.viz_type).toBe('pie')
    const lost = await of(`form_data_key=gone&slice_id=${chart.id}`)
    expect([lost.message, lost.form_data.groupby]).toEqual([
      'Form data not found in cache, reverting to chart metadata.',
      ['n'],
    ])
    const bare = await of(`datasource_id=${dataset}&viz_type=table`)
    expect(bare).toMatchObject({ slice: null, form_data: { viz_type: 'table', datasource: `${dataset}__table` } })
    await fixture.context.store.datasets.remove([dataset], null)
    expect((await of(`slice_id=${chart.id}`)).dataset.name).toBe('[Missing Dataset]')
  })

  it('return 403 or 404 to callers without permission', async () => {
    const { dataset, chart } = await chartOnNumbers('unread')
    expect((await gamma.get(`/api/v1/explore/?slice_id=${chart.id}`)).statusCode).toBe(404)
    expect((await gamma.get(`/api/v1/explore/?datasource_id=${dataset}`)).statusCode).toBe(403)
    expect((await admin.get('/api/v1/explore/?slice_id=999999')).statusCode).toBe(404)
    expect((await admin.get('/api/v1/explore/')).statusCode).toBe(404)
  })
})

describe('the action log', () => {
  it('lists an entry for a view and for a change, newest first, for administrators only', async () => {
    const { id } = await fixture.dashboard()
    await admin.get(`/api/v1/dashboard/${id}`)
    await admin.put(`/api/v1/dashboard/${id}`, { dashboard_title: 'Logged' })
    const q = printRison({ filters: [{ col: 'dashboard_id', opr: 'eq', value: id }], page_size: 2 })
    const answer = (await admin.get(`/api/v1/log/?q=${encodeURIComponent(q)}`)).json()
    expect(answer.count).toBe(3)
    expect(answer.result).toMatchObject([
      { action: 'update', dashboard_id: id, slice_id: null, user: { username: 'admin' } },
      { action: 'view', dashboard_id: id, user_id: admin.user?.userId },
    ])
    const [{ id: line }] = answer.result as [{ id: number }]
    expect(JSON.parse((await admin.get(`/api/v1/log/${line}`)).json().result.json).after.dashboard_title).toBe('Logged')
    for (const url of ['/api/v1/log/', `/api/v1/log/${line}`]) expect((await gamma.get(url)).statusCode).toBe(403)
  })
})

describe('events from a client', () => {
  const tell = (client: Client, events: unknown, more: Record<string, string> = {}) =>
    client.post(
      '/superset/log/?explode=events',
      new URLSearchParams({ events: JSON.stringify(events), ...more }).toString(),
      { headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-csrftoken': '' } },
    )
  const lines = async (filters: readonly object[] = []) => {
    const q = printRison({ filters: [{ col: 'action', opr: 'eq', value: 'log' }, ...filters] })
    return (await admin.get(`/api/v1/log/?q=${encodeURIComponent(q)}`)).json()
  }

  it.each([
    ['log-events', Array.from({ length: 101 }, () => ({}))],
    ['log-event-bytes', [{ event_name: 'x'.repeat(4096) }]],
  ] as const)('%s: returns 400 for events above the limit', async (bound, events) => {
    const answer = await tell(admin, events)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors[0].extra).toMatchObject({ bound, most: bounds[bound].most })
  })

  it('logs events with their chart or dashboard, and counts them as no activity', async () => {
    const { id } = await fixture.dashboard({ published: true })
    const before = (await admin.get('/api/v1/log/recent_activity/')).json()
    const answer = await tell(admin, [
      { event_name: 'mount_dashboard', ts: 1, source: 'dashboard', source_id: id },
      { event_name: 'spa_navigation', ts: 2 },
    ])
    expect([answer.statusCode, answer.body]).toEqual([200, ''])
    const about = await lines([{ col: 'dashboard_id', opr: 'eq', value: id }])
    expect(about.result).toMatchObject([{ action: 'log', dashboard_id: id, user: { username: 'admin' } }])
    expect(JSON.parse(about.result[0].json)).toEqual({
      event_name: 'mount_dashboard',
      ts: 1,
      source: 'dashboard',
      source_id: id,
    })
    const [latest] = (await lines()).result
    expect([JSON.parse(latest.json).event_name, latest.dashboard_id, latest.slice_id]).toEqual([
      'spa_navigation',
      null,
      null,
    ])
    expect((await admin.get('/api/v1/log/recent_activity/')).json()).toEqual(before)
  })

  it('logs events without names that the caller may not see, and with limits', async () => {
    const { id } = await fixture.dashboard({ published: false })
    const { count } = await lines()
    await tell(gamma, [{ event_name: 'load', dashboard_id: 999_999 }], { dashboard_id: String(id) })
    expect((await lines([{ col: 'dashboard_id', opr: 'eq', value: 999_999 }])).count).toBe(0)
    expect((await lines()).count).toBe(count + 1)
    for (const events of [Array.from({ length: 101 }, () => ({})), [{ text: 'x'.repeat(5000) }]])
      expect((await tell(admin, events)).json().errors[0].extra.bound).toMatch(/^log-event/)
    for (const events of ['x', [1]]) expect((await tell(admin, events)).statusCode).toBe(400)
    expect((await tell(fixture.nobody, [{}])).statusCode).toBe(401)
    expect((await lines()).count).toBe(count + 1)
  })
})

describe('the menu of the product', () => {
  it('shows pages to users who may open them', async () => {
    const names = async (client: Client) =>
      ((await client.get('/api/v1/menu/')).json().result as { name: string; childs?: { name: string }[] }[]).flatMap(
        ({ name, childs = [] }) => [name, ...childs.map((child) => child.name)],
      )
    expect(await names(admin)).toEqual([
      'Security',
      'List Users',
      'List Roles',
      'Row Level Security',
      'Action Log',
      'Dashboards',
      'Charts',
      'Data',
      'Databases',
      'Datasets',
      'Manage',
      'CSS Templates',
      'Annotation Layers',
    ])
    const { roles } = fixture.context.store
    const { id } = await roles.create({ name: 'Charts only' }, null)
    await roles.setPairs(id, [['menu_access', 'Charts']])
    expect(await names(await fixture.as('Charts only'))).toEqual(['Charts'])
    expect((await fixture.nobody.get('/api/v1/menu/')).statusCode).toBe(401)
  })

  it('uses the host of the request', async () => {
    const headers = { host: 'charts.example:8080' }
    expect((await admin.get('/api/v1/available_domains/', { headers })).json()).toEqual({
      result: { domains: ['charts.example:8080'] },
    })
    expect((await admin.get('/superset/available_domains/', { headers })).json()).toEqual(['charts.example:8080'])
  })
})

describe('legacy URLs', () => {
  it('list objects that the user created and favorited, and none of other users', async () => {
    const made = await admin.post('/api/v1/dashboard/', { dashboard_title: 'Older board' })
    const id = made.json().id as number
    const { chart } = await chartOnNumbers('older')
    const titles = async (path: string) => (await admin.get(path)).json<{ title: string }[]>().map(({ title }) => title)
    expect(await titles('/superset/created_dashboards/')).toContain('Older board')
    expect(await titles('/superset/fave_dashboards/')).toEqual([])
    await admin.post(`/api/v1/dashboard/${id}/favorites/`)
    expect(await titles(`/superset/fave_dashboards/${admin.user?.userId}/`)).toEqual(['Older board'])
    await admin.get(`/superset/favstar/slice/${chart.id}/select/`)
    expect(await titles('/superset/fave_slices/')).toEqual(['older'])
    await admin.put(`/api/v1/chart/${chart.id}`, { owners: [admin.user?.userId] })
    const [own] = (await admin.get('/superset/user_slices/')).json()
    expect(own).toMatchObject({ title: 'older', url: `/explore/?slice_id=${chart.id}`, data: { slice_id: chart.id } })
    expect((await gamma.get(`/superset/fave_slices/${admin.user?.userId}/`)).statusCode).toBe(403)
  })

  it('publish and unpublish a dashboard', async () => {
    const { id } = await fixture.dashboard({ published: false })
    const url = `/superset/dashboard/${id}/published/`
    const post = (client: Client, published: string) =>
      client.post(url, `published=${published}`, { headers: { 'content-type': 'application/x-www-form-urlencoded' } })
    expect((await admin.get(url)).json()).toEqual({ published: false })
    expect((await post(admin, 'true')).json()).toEqual({ published: true })
    expect((await admin.get(`/api/v1/dashboard/${id}`)).json().result.published).toBe(true)
    expect((await post(gamma, 'false')).statusCode).toBe(403)
    expect((await post(admin, 'false')).json()).toEqual({ published: false })
  })

  it('return a CSRF token that is valid for writes', async () => {
    const { csrf_token } = (await admin.get('/superset/csrf_token/')).json()
    const { id } = await fixture.dashboard()
    const answer = await admin.put(
      `/api/v1/dashboard/${id}`,
      { css: 'a {}' },
      { headers: { 'x-csrftoken': csrf_token } },
    )
    expect(answer.statusCode).toBe(200)
  })

  it('list the schemas of a database that allows uploads', async () => {
    const extra = JSON.stringify({ schemas_allowed_for_file_upload: ['main', 'other'] })
    const { id } = await fixture.database({ database_name: 'takes files', allow_file_upload: true, extra })
    const url = `/api/v1/database/${id}/schemas_access_for_file_upload/`
    expect((await admin.get(url)).json()).toEqual({ schemas: ['main', 'other'] })
    await admin.put(`/api/v1/database/${id}`, { allow_file_upload: false })
    expect((await admin.get(url)).json()).toEqual({ schemas: [] })
  })
})
