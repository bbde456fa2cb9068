import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bounds } from '#core/rest/bounds.ts'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'

/** A text of rows, columns and entities that no guest may see. */
const SECRET = 'southern'

const rows = [
  `CREATE TABLE sales AS SELECT * FROM (VALUES ('north', 'northern A', 1, 'pin 1'), ('north', 'northern B', 20, 'pin 2'),
    ('south', 'southern A', 300, 'pin 3')) AS t(region, city, n, pin)`,
  "CREATE TABLE staff AS SELECT 'southern Bob' AS person",
]

type Rules = readonly { readonly dataset?: number; readonly clause: string }[]

let fixture: DataFixture
let admin: string
let ids: { dataset: number; other: number; chart: number; board: number; closed: number; uuid: string }

const NORTH: Rules = [{ clause: "region = 'north'" }]

interface Sent {
  readonly as?: string
  readonly guest?: string
}

async function call(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
  { as, guest }: Sent = {},
) {
  const headers = { ...(as ? { authorization: `Bearer ${as}` } : {}), ...(guest ? { 'x-guesttoken': guest } : {}) }
  return fixture.app.inject({ method, url, headers, ...(payload ? { payload } : {}) })
}

async function tokenFor(rls: Rules, resources: readonly string[] = [ids.uuid]): Promise<string> {
  const user = { username: 'visitor', first_name: 'Vi', last_name: 'Sitor' }
  const named = resources.map((id) => ({ type: 'dashboard', id }))
  const answer = await call('POST', '/api/v1/security/guest_token/', { user, resources: named, rls }, { as: admin })
  expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)])
  return answer.json<{ token: string }>().token
}

const saved = { columns: ['city'], metrics: ['total'] }
const context = (query: object = saved, more: object = {}) => ({
  datasource: { id: ids.dataset, type: 'table' },
  queries: [query],
  form_data: { slice_id: ids.chart, dashboardId: ids.board },
  ...more,
})
const ask = (guest: string, query?: object, more?: object) =>
  call('POST', '/api/v1/chart/data', context(query, more), { guest })

beforeAll(async () => {
  fixture = await openDataFixture(rows, Date.UTC(2024, 4, 1, 12), { FACET_FEATURE_EMBEDDED_SUPERSET: '1' })
  admin = await fixture.token('admin', 'Admin')
  const { store } = fixture.context
  const columns = ['region', 'city', 'n', 'pin'].map((column_name) => ({ column_name, type: 'VARCHAR' }))
  const metrics = [{ metric_name: 'total', expression: 'SUM(n)' }]
  const dataset = (await fixture.dataset({ table_name: 'sales', columns, metrics })).id
  const other = (await fixture.dataset({ table_name: 'staff', columns: [{ column_name: 'person', type: 'VARCHAR' }] }))
    .id
  const draft = { viz_type: 'pie', datasource_type: 'table', datasource_id: dataset } as const
  const params = JSON.stringify({ groupby: ['city'], metric: 'total' })
  const chart = (await store.charts.create({ ...draft, slice_name: 'Cities', params }, fixture.admin.userId)).id
  const filter = { id: 'f', type: 'NATIVE_FILTER', targets: [{ datasetId: dataset, column: { name: 'region' } }] }
  const json_metadata = JSON.stringify({ native_filter_configuration: [filter, null] })
  const owners = [fixture.admin.userId ?? 0]
  const board = { dashboard_title: 'Sales', published: true, charts: [chart], json_metadata, owners }
  const boardId = (await store.dashboards.create(board, fixture.admin.userId)).id
  const closed = (
    await store.dashboards.create({ dashboard_title: `${SECRET} board`, published: true, charts: [] }, null)
  ).id
  const open = { allowed_domains: ['https://intranet.example.org/'] }
  const embedded = await call('POST', `/api/v1/dashboard/${boardId}/embedded`, open, { as: admin })
  ids = { dataset, other, chart, board: boardId, closed, uuid: embedded.json().result.uuid }
}, 60_000)
afterAll(() => fixture.close())

describe('the settings of an embedded dashboard', () => {
  it('creates, reads by uuid, changes and removes them, and keeps the uuid', async () => {
    const { id } = await fixture.context.store.dashboards.create({ dashboard_title: 'Own' }, null)
    const url = `/api/v1/dashboard/${id}/embedded`
    expect((await call('GET', url, undefined, { as: admin })).statusCode).toBe(404)
    const made = await call('POST', url, { allowed_domains: ['https://a.example.org/'] }, { as: admin })
    expect(made.json().result).toMatchObject({ dashboard_id: String(id), allowed_domains: ['https://a.example.org'] })
    const { uuid } = made.json().result
    const changed = await call('PUT', url, { allowed_domains: [] }, { as: admin })
    expect(changed.json().result).toMatchObject({ uuid, allowed_domains: [] })
    const read = await call('GET', `/api/v1/embedded_dashboard/${uuid}`, undefined, { as: admin })
    expect(read.json().result).toMatchObject({ uuid, changed_by: { username: 'admin' } })
    expect((await call('DELETE', url, undefined, { as: admin })).json()).toEqual({ message: 'OK' })
    expect((await call('GET', url, undefined, { as: admin })).statusCode).toBe(404)
    const events = await fixture.context.store.events.history('dashboard', id)
    expect(events.filter(({ action }) => action === 'update')).toHaveLength(3)
  })

  it('accept origins only, and need the permission to write', async () => {
    const url = `/api/v1/dashboard/${ids.board}/embedded`
    for (const domain of ['intranet', 'https://a.example.org/path', 'javascript:alert(1)', '*']) {
      const answer = await call('POST', url, { allowed_domains: [domain] }, { as: admin })
      expect([domain, answer.statusCode]).toEqual([domain, 400])
    }
    const alpha = await fixture.token('alpha', 'Alpha')
    for (const method of ['POST', 'PUT'] as const)
      expect((await call(method, url, { allowed_domains: [] }, { as: alpha })).statusCode).toBe(403)
    expect(
      (await call('POST', '/api/v1/security/guest_token/', { resources: [], rls: [] }, { as: alpha })).statusCode,
    ).toBe(403)
  })
})

describe('native filters', () => {
  it('filters on datasets that their writer may not read are rejected when a dashboard is saved', async () => {
    const alpha = await fixture.token('maker', 'Gamma')
    const { store } = fixture.context
    const { id: owner = 0 } = (await store.users.byUsername('maker')) ?? {}
    const metadata = (dataset: number, more: object = {}, name = 'person') =>
      JSON.stringify({
        native_filter_configuration: [
          { id: 'f', type: 'NATIVE_FILTER', targets: [{ datasetId: dataset, column: { name } }], ...more },
        ],
      })
    const board = { dashboard_title: 'Mine', charts: [], owners: [owner] }
    const { id } = await store.dashboards.create(board, null)
    const save = (method: 'PUT' | 'POST', url: string, dataset: number) =>
      call(method, url, { dashboard_title: 'Mine', json_metadata: metadata(dataset) }, { as: alpha })
    const url = `/api/v1/dashboard/${id}`
    expect((await save('PUT', url, ids.other)).statusCode).toBe(403)
    expect((await save('POST', '/api/v1/dashboard/', ids.other)).statusCode).toBe(403)
    expect((await store.dashboards.get(id))?.json_metadata ?? '').not.toContain('person')
    const copy = (json: string) => {
      const json_metadata = JSON.stringify({ ...JSON.parse(json), positions: {} })
      return call('POST', `${url}/copy/`, { dashboard_title: 'Copy', json_metadata }, { as: alpha })
    }
    const filters = JSON.parse(metadata(ids.other)) as object
    const copyDash = { data: JSON.stringify({ ...filters, dashboard_title: 'Copy', positions: {} }) }
    const copies = [
      await copy(metadata(ids.other)),
      await call('POST', `/superset/copy_dash/${id}/`, copyDash, { as: alpha }),
    ]
    expect(copies.map(({ statusCode, headers }) => [statusCode, headers['x-facet-error']])).toEqual([
      [403, 'dataset-access'],
      [403, 'dataset-access'],
    ])
    expect(await store.dashboards.count({ col: 'dashboard_title', op: 'eq', value: 'Copy' })).toBe(0)
    // A filter that is already there may stay, on the same column with the same order.
    await store.dashboards.update(id, { json_metadata: metadata(ids.other) }, null)
    expect([(await save('PUT', url, ids.other)).statusCode, (await copy(metadata(ids.other))).statusCode]).toEqual([
      200, 200,
    ])
    for (const json_metadata of [metadata(ids.other, {}, 'salary'), metadata(ids.other, { sortMetric: 'total' })])
      expect((await call('PUT', url, { json_metadata }, { as: alpha })).statusCode).toBe(403)
  })
})

describe('a guest token', () => {
  it('opens its dashboard and chart, without owners, source and unused columns', async () => {
    const guest = await tokenFor([])
    const board = await call('GET', `/api/v1/dashboard/${ids.board}`, undefined, { guest })
    expect(board.json().result).toMatchObject({ dashboard_title: 'Sales', owners: [], changed_by: null, roles: [] })
    const charts = await call('GET', `/api/v1/dashboard/${ids.board}/charts`, undefined, { guest })
    expect(charts.json().result).toMatchObject([{ slice_name: 'Cities', owners: [], created_by: null }])
    const [dataset] = (await call('GET', `/api/v1/dashboard/${ids.board}/datasets`, undefined, { guest })).json().result
    expect(dataset.columns.map((column: { column_name: string }) => column.column_name)).toEqual(['region', 'city'])
    expect(dataset.metrics.map((metric: { metric_name: string }) => metric.metric_name)).toEqual(['total'])
    expect(JSON.stringify(dataset)).not.toMatch(/pin|SUM\(n\)|duckdb|select_star/i)
  })

  it('opens no other dashboards, datasets or calls', async () => {
    const guest = await tokenFor([])
    const urls = [
      `/api/v1/dashboard/${ids.closed}`,
      `/api/v1/dashboard/${ids.closed}/charts`,
      '/api/v1/dashboard/',
      '/api/v1/chart/',
      `/api/v1/chart/${ids.chart}`,
      `/api/v1/dataset/${ids.other}`,
      `/api/v1/dataset/${ids.dataset}`,
      '/api/v1/database/',
      '/api/v1/me/',
      '/api/v1/security/users/',
      '/superset/welcome/',
    ]
    for (const url of urls) {
      const answer = await call('GET', url, undefined, { guest })
      expect([url, answer.statusCode >= 403, answer.body.includes(SECRET)]).toEqual([url, true, false])
    }
    // A session does not add its rights to those of the token.
    const both = await call('GET', `/api/v1/dashboard/${ids.closed}`, undefined, { guest, as: admin })
    expect([both.statusCode, both.body.includes(SECRET)]).toEqual([403, false])
    expect((await call('POST', '/api/v1/dashboard/', { dashboard_title: 'x' }, { guest, as: admin })).statusCode).toBe(
      403,
    )
  })

  it('returns the rows of its rules only, without SQL, cached and not, for each token', async () => {
    const [north, all] = [await tokenFor(NORTH), await tokenFor([])]
    const other = await tokenFor([{ dataset: ids.other, clause: '1 = 0' }])
    for (const round of ['run', 'cached']) {
      expect([round, (await ask(all)).body.includes(SECRET)]).toEqual([round, true])
      const restricted = (await ask(north)).body
      expect([round, restricted.includes(SECRET), restricted.includes('northern A')]).toEqual([round, false, true])
      expect(restricted).not.toMatch(/SELECT|SUM\(n\)|region = /)
      expect((await ask(other)).body).toContain(SECRET)
      const both = await tokenFor([...NORTH, { dataset: ids.dataset, clause: "city = 'southern A'" }])
      expect((await ask(both)).json().result[0].data).toEqual([])
    }
    const items = [{ id: 'a', query_context: context(), slice_id: ids.chart }]
    const batch = await call('POST', '/api/v1/chart/data/batch', { items }, { guest: north })
    expect(batch.body).not.toMatch(/SELECT|SUM\(n\)|region = /)
    expect([batch.statusCode, batch.body.includes(SECRET), batch.body.includes('northern A')]).toEqual([
      200,
      false,
      true,
    ])
  })

  it('restricts the tables that the SQL of a virtual dataset reads', async () => {
    const { store } = fixture.context
    const sql = 'SELECT city AS town FROM sales'
    const columns = [{ column_name: 'town', type: 'VARCHAR' }]
    const dataset = (await fixture.dataset({ table_name: 'towns', sql, columns })).id
    const params = JSON.stringify({ query_mode: 'raw', all_columns: ['town'] })
    const draft = { slice_name: 'Towns', viz_type: 'table', params, datasource_type: 'table' } as const
    const chart = (await store.charts.create({ ...draft, datasource_id: dataset }, null)).id
    const board = (await store.dashboards.create({ dashboard_title: 'Towns', charts: [chart] }, null)).id
    const set = await call('POST', `/api/v1/dashboard/${board}/embedded`, { allowed_domains: [] }, { as: admin })
    const guest = await tokenFor([{ dataset: ids.dataset, clause: "region = 'north'" }], [set.json().result.uuid])
    const answer = await ask(guest, { columns: ['town'] }, { datasource: { id: dataset, type: 'table' } })
    expect([answer.statusCode, answer.body.includes(SECRET), answer.body.includes('northern A')]).toEqual([
      200,
      false,
      true,
    ])
  })

  it.each([
    ['another column', { columns: ['pin'], metrics: ['total'] }],
    ['SQL in a column', { columns: [{ label: 'city', sqlExpression: 'pin' }] }],
    ['SQL in a metric', { metrics: [{ expressionType: 'SQL', sqlExpression: 'MAX(pin)', label: 'total' }] }],
    ['another aggregate', { metrics: [{ expressionType: 'SIMPLE', aggregate: 'MAX', column: { column_name: 'n' } }] }],
    [
      'SQL in a column that looks like an aggregate',
      {
        columns: [
          {
            label: 'region',
            expressionType: 'SIMPLE',
            aggregate: 'MAX',
            column: { column_name: 'region' },
            sqlExpression: 'pin',
          },
        ],
      },
    ],
    [
      'an aggregate that looks like a time axis',
      {
        metrics: [
          {
            label: 'city',
            columnType: 'BASE_AXIS',
            sqlExpression: 'city',
            expressionType: 'SIMPLE',
            aggregate: 'MAX',
            column: { column_name: 'pin' },
          },
        ],
      },
    ],
    [
      'SQL in a filter',
      { ...saved, filters: [{ col: { label: 'city', sqlExpression: 'pin' }, op: '==', val: 'pin 3' }] },
    ],
    ['a filter on another column', { ...saved, filters: [{ col: 'pin', op: '==', val: 'pin 3' }] }],
    ['a clause', { ...saved, extras: { where: "pin = 'pin 3'" } }],
    ['a group clause', { ...saved, extras: { having: "MAX(pin) = 'pin 3'" } }],
    ['another order', { ...saved, orderby: [['pin', true]] }],
    ['samples', { ...saved, result_type: 'samples' }],
    ['details', { ...saved, result_type: 'drill_detail' }],
    ['the statement', { ...saved, result_type: 'query' }],
    ['the totals of a form', { ...saved, result_type: 'post_processed' }],
    ['another dataset', { ...saved, datasource: { id: 0, type: 'table' } }],
    [
      'an annotation layer',
      { ...saved, annotation_layers: [{ annotationType: 'EVENT', sourceType: 'table', value: 1 }] },
    ],
    ['the lines of a chart', { saved_chart: 1 }],
  ])('runs no query with %s', async (_, query) => {
    const guest = await tokenFor([])
    const own = 'datasource' in query ? { ...query, datasource: { id: ids.other, type: 'table' } } : query
    const answer = await ask(guest, own)
    expect([answer.statusCode, /pin \d|southern/.test(answer.body)]).toEqual([403, false])
    const type = (own as { result_type?: string }).result_type
    if (type) expect((await ask(guest, saved, { result_type: type })).statusCode).toBe(403)
  })

  it('allows changes of filters, order and limit of a saved query, and queries for values of its filters', async () => {
    const guest = await tokenFor([])
    const filters = [{ col: 'region', op: 'IN', val: ['north'] }]
    const answer = await ask(guest, { ...saved, filters, orderby: [['total', false]], row_limit: 1 })
    expect(answer.json().result[0].data).toEqual([{ city: 'northern B', total: 20 }])
    const count = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'count' }
    const values = await ask(guest, { columns: ['region'], metrics: [count], orderby: [['region', true]] })
    expect(values.json().result[0].data).toEqual([
      { region: 'north', count: 2 },
      { region: 'south', count: 1 },
    ])
  })

  it('gets only the rows that the SQL conditions of a chart leave, and no column by the label of an expression', async () => {
    const { store } = fixture.context
    const region = { label: 'pin', sqlExpression: 'region', expressionType: 'SQL' }
    const condition = { expressionType: 'SQL', clause: 'WHERE', sqlExpression: "region = 'north'" }
    const form = { query_mode: 'aggregate', groupby: [region], metrics: ['total'], adhoc_filters: [condition] }
    const draft = { slice_name: 'North', viz_type: 'table', datasource_type: 'table' } as const
    const params = JSON.stringify(form)
    const chart = (await store.charts.create({ ...draft, params, datasource_id: ids.dataset }, null)).id
    const board = (await store.dashboards.create({ dashboard_title: 'North', charts: [chart] }, null)).id
    const set = await call('POST', `/api/v1/dashboard/${board}/embedded`, { allowed_domains: [] }, { as: admin })
    const guest = await tokenFor([], [set.json().result.uuid])
    const where = "(region = 'north')"
    const run = (query: object) => ask(guest, query, { form_data: { slice_id: chart, dashboardId: board } })
    const whole = await run({ columns: [region], metrics: ['total'], extras: { where }, orderby: [['pin', true]] })
    expect(whole.json().result[0].data).toEqual([{ pin: 'north', total: 21 }])
    for (const query of [
      { columns: ['pin'], extras: { where } },
      { columns: [region], metrics: ['total'] },
      { columns: [region], metrics: ['total'], extras: { where }, orderby: [['n', true]] },
    ]) {
      const answer = await run(query)
      expect([answer.statusCode, /pin \d|south/.test(answer.body)]).toEqual([403, false])
    }
  })

  it('expires, is signed, and is no bearer token', async () => {
    const guest = await tokenFor([])
    const url = `/api/v1/dashboard/${ids.board}`
    expect((await call('GET', url, undefined, { as: guest })).statusCode).toBe(422)
    expect((await call('GET', url, undefined, { guest: admin })).statusCode).toBe(422)
    const [head, , signature] = guest.split('.')
    const claims = {
      type: 'guest',
      aud: 'facet-embedded',
      exp: 9e9,
      resources: [{ type: 'dashboard', id: ids.uuid }],
      rls: [],
    }
    const forged = Buffer.from(JSON.stringify(claims)).toString('base64url')
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${forged}.`
    for (const token of [`${head}.${forged}.${signature}`, unsigned])
      expect((await call('GET', url, undefined, { guest: token })).statusCode).toBe(422)
    fixture.now += 301_000
    expect((await call('GET', url, undefined, { guest })).statusCode).toBe(401)
    fixture.now -= 301_000
  })

  it('accepts only uuids of embedded dashboards, and no token longer than a header', async () => {
    const url = '/api/v1/security/guest_token/'
    const resources = [{ type: 'dashboard', id: ids.uuid }]
    const bodies = [
      [{ resources: [{ type: 'dashboard', id: String(ids.board) }], rls: [] }, 400],
      [{ resources: [{ type: 'chart', id: ids.uuid }], rls: [] }, 400],
      [{ resources }, 400],
      [{ resources, rls: [{ dataset: 1 }] }, 400],
    ] as const
    for (const [body, status] of bodies) {
      const answer = await call('POST', url, body, { as: admin })
      expect([body, answer.statusCode]).toEqual([body, status])
    }
    const long = { resources, rls: [{ clause: `n = 1 ${'OR n = 1 '.repeat(1000)}` }] }
    const rejected = await call('POST', url, long, { as: admin })
    expect([rejected.statusCode, rejected.body.includes(bounds['guest-token-bytes'].of)]).toEqual([400, true])
  })

  it('ends with the embedding of its dashboard, at the next request', async () => {
    const { store } = fixture.context
    const { id } = await store.dashboards.create({ dashboard_title: 'Brief', charts: [ids.chart] }, null)
    const url = `/api/v1/dashboard/${id}/embedded`
    const { uuid } = (await call('POST', url, { allowed_domains: [] }, { as: admin })).json().result
    const guest = await tokenFor([], [uuid])
    expect((await ask(guest)).statusCode).toBe(200)
    await call('DELETE', url, undefined, { as: admin })
    const answer = await ask(guest)
    expect([answer.statusCode, answer.body.includes('northern')]).toEqual([403, false])
  })
})

it('guest tokens are ignored and not created while the feature is off', async () => {
  const guest = await tokenFor([])
  const off = await openDataFixture([], fixture.now)
  const headers = { authorization: `Bearer ${await off.token('admin', 'Admin')}`, 'x-guesttoken': guest }
  const payload = { resources: [], rls: [] }
  const made = await off.app.inject({ method: 'POST', url: '/api/v1/security/guest_token/', headers, payload })
  expect(made.statusCode).toBe(404)
  expect((await off.app.inject({ method: 'GET', url: '/api/v1/me/', headers })).statusCode).toBe(200)
  await off.close()
})
