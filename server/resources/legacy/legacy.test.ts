import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'

let fixture: DataFixture
let dataset: number
let chart: number
const tokens: Record<string, string> = {}

beforeAll(async () => {
  fixture = await openDataFixture(
    [
      'CREATE TABLE sales (ds TIMESTAMP, city VARCHAR, n INTEGER)',
      `INSERT INTO sales VALUES ('2024-01-01', 'Ash', 1), ('2024-02-01', 'Birk', 20), ('2024-03-01', 'Ash', 300),
        ('2024-03-02', NULL, 4000)`,
      'CREATE TABLE many AS SELECT range AS n FROM range(12000)',
    ],
    Date.UTC(2024, 5, 15, 12, 30, 20),
  )
  const columns = [
    { column_name: 'ds', type: 'TIMESTAMP', is_dttm: true },
    { column_name: 'city', type: 'VARCHAR' },
    { column_name: 'n', type: 'INTEGER' },
    { column_name: 'twice', type: 'INTEGER', expression: 'n * 2' },
  ]
  const metrics = [{ metric_name: 'total', expression: 'SUM(n)' }]
  const made = { table_name: 'sales', main_dttm_col: 'ds', columns, metrics, fetch_values_predicate: 'n < 4000' }
  dataset = (await fixture.dataset(made)).id
  const saved = await fixture.context.store.charts.create(
    {
      slice_name: 'Cities',
      viz_type: 'dist_bar',
      datasource_id: dataset,
      datasource_type: 'table',
      params: JSON.stringify({ groupby: ['city'], metrics: ['total'] }),
    },
    null,
  )
  chart = saved.id
  for (const role of ['Admin', 'Alpha', 'Gamma', 'Public']) tokens[role] = await fixture.token(role.toLowerCase(), role)
})
afterAll(() => fixture.close())

interface LegacyCase {
  readonly as?: string
  readonly payload?: object | string
  readonly type?: string
}
async function call(method: 'GET' | 'POST', url: string, { as = 'Admin', payload, type }: LegacyCase = {}) {
  return fixture.app.inject({
    method,
    url,
    headers: { authorization: `Bearer ${tokens[as]}`, ...(type ? { 'content-type': type } : {}) },
    ...(payload === undefined ? {} : { payload }),
  })
}
const argument = (value: object) => encodeURIComponent(JSON.stringify(value))
const form = (more: object = {}) => ({
  viz_type: 'dist_bar',
  datasource: `${dataset}__table`,
  groupby: ['city'],
  metrics: ['total'],
  ...more,
})
const exploreJson = (more: object, address = '') =>
  call('GET', `/superset/explore_json/?form_data=${argument(form(more))}${address}`)
const bars = (...values: { x: string; y: number }[]) => [{ key: 'total', values }]
const totals = bars({ x: '<NULL>', y: 4000 }, { x: 'Ash', y: 301 }, { x: 'Birk', y: 20 })

describe('samples', () => {
  const samples = `/api/v1/dataset/`

  it('C-SAMPLES-01: GET returns some rows of all columns in result, from the cache unless forced', async () => {
    const first = (await call('GET', `${samples}${dataset}/samples?force=false`)).json()
    expect(first.result.colnames).toEqual(['ds', 'city', 'n', 'twice'])
    expect(first.result.data[1]).toEqual({ ds: Date.UTC(2024, 1, 1), city: 'Birk', n: 20, twice: 40 })
    expect([first.result.rowcount, first.result.cost.row_limit]).toEqual([4, 1000])
    expect((await call('GET', `${samples}${dataset}/samples?force=false`)).json().result.is_cached).toBe(true)
    expect((await call('GET', `${samples}${dataset}/samples?force=true`)).json().result.is_cached).toBe(false)
  })

  it('need permission to read the dataset', async () => {
    expect((await call('GET', `${samples}${dataset}/samples`, { as: 'Alpha' })).statusCode).toBe(200)
    expect((await call('GET', `${samples}${dataset}/samples`, { as: 'Gamma' })).statusCode).toBe(403)
    expect((await call('GET', `${samples}${dataset}/samples`, { as: 'Public' })).statusCode).toBe(403)
    expect((await call('GET', `${samples}99/samples`)).json()).toEqual({ message: 'Not found' })
  })

  it('pages samples, filters them by columns and time range, and returns the total count', async () => {
    const url = `/datasource/samples?datasource_type=table&datasource_id=${dataset}&per_page=1`
    const payload = {
      filters: [{ col: 'city', op: '==', val: 'Ash' }],
      granularity: 'ds',
      time_range: '2024-01-01 : 2024-04-01',
    }
    const page = async (number: number) => (await call('POST', `${url}&page=${number}`, { payload })).json().result
    expect(await page(1)).toMatchObject({ page: 1, per_page: 1, total_count: 2, data: [{ n: 1 }] })
    expect(await page(2)).toMatchObject({ page: 2, total_count: 2, data: [{ n: 300 }] })
    expect((await page(3)).data).toEqual([])
    expect((await call('POST', `${url}&page=0`, { payload })).statusCode).toBe(400)
    expect((await call('POST', url)).json().result.total_count).toBe(4)
  })
})

describe('values of a column', () => {
  const values = (column: string, as?: string) =>
    call('GET', `/superset/filter/table/${dataset}/${column}/`, as ? { as } : {})

  it('E-FILTER-30: returns a list in ascending order without null, under the predicate of the dataset', async () => {
    expect((await values('city')).json()).toEqual(['Ash', 'Birk'])
    expect((await values('n')).json()).toEqual([1, 20, 300])
    expect((await values('nope')).statusCode).toBe(400)
    expect((await values('city', 'Gamma')).statusCode).toBe(403)
    expect((await call('GET', `/superset/filter/druid/${dataset}/city/`)).statusCode).toBe(400)
  })

  it('returns at most ten thousand values', async () => {
    const { id } = await fixture.dataset({ table_name: 'many', columns: [{ column_name: 'n', type: 'BIGINT' }] })
    expect((await call('GET', `/superset/filter/table/${id}/n/`)).json()).toHaveLength(10_000)
  })
})

describe('explore_json', () => {
  it('C-LEGACY-01: accepts a form by GET and by POST, as form or JSON', async () => {
    const requested = form({ row_limit: 50 })
    const field = `form_data=${argument(requested)}`
    const parts = `--x\r\nContent-Disposition: form-data; name="form_data"\r\n\r\n${JSON.stringify(requested)}\r\n--x--\r\n`
    const answers = [
      await call('GET', `/superset/explore_json/?${field}`),
      await call('POST', '/superset/explore_json/', { payload: { form_data: requested } }),
      await call('POST', '/superset/explore_json/', { payload: { form_data: JSON.stringify(requested) } }),
      await call('POST', '/superset/explore_json', { payload: field, type: 'application/x-www-form-urlencoded' }),
      await call('POST', '/superset/explore_json/', { payload: parts, type: 'multipart/form-data; boundary=x' }),
      await call('POST', `/superset/explore_json/table/${dataset}/`, {
        payload: { ...requested, datasource: undefined },
      }),
    ]
    for (const answer of answers) {
      expect(answer.statusCode).toBe(200)
      const body = answer.json()
      expect(body.data).toEqual(totals)
      expect(body).toMatchObject({ status: 'success', errors: [], rowcount: 3, colnames: ['city', 'total'] })
      expect(body.form_data).toMatchObject({ viz_type: 'dist_bar', groupby: ['city'] })
      expect(Object.keys(body)).toEqual(
        expect.arrayContaining([
          'cache_key',
          'cached_dttm',
          'cache_timeout',
          'is_cached',
          'query',
          'from_dttm',
          'to_dttm',
        ]),
      )
    }
  })

  it('applies the filters of filter boxes, of dashboards and of the chart', async () => {
    const body = (
      await exploreJson({
        adhoc_filters: [{ expressionType: 'SIMPLE', clause: 'WHERE', subject: 'n', operator: '>', comparator: 0 }],
        extra_filters: [
          { col: '__time_range', op: '==', val: '2024-02-01 : 2024-03-02' },
          { col: 'city', op: 'in', val: ['Ash'] },
        ],
        granularity_sqla: 'ds',
        extra_form_data: { filters: [{ col: 'nope', op: 'IN', val: [1] }] },
      })
    ).json()
    expect(body.data).toEqual(bars({ x: 'Ash', y: 300 }))
    expect(body.applied_filters).toEqual(
      expect.arrayContaining([{ column: 'city' }, { column: 'n' }, { column: '__time_range' }]),
    )
    expect(body.rejected_filters).toEqual([{ column: 'nope', reason: 'not_in_datasource' }])
  })

  it('uses the saved form of the chart that a short form names', async () => {
    const extra = { slice_id: chart, extra_filters: [{ col: 'city', op: 'in', val: ['Birk'] }] }
    const body = (await call('GET', `/superset/explore_json/?form_data=${argument(extra)}`)).json()
    expect(body.data).toEqual(bars({ x: 'Birk', y: 20 }))
    expect((await call('GET', `/superset/slice_json/${chart}`)).json().rowcount).toBe(3)
    expect((await call('GET', `/api/v1/form_data/?slice_id=${chart}`)).json()).toMatchObject({ groupby: ['city'] })
    expect((await call('GET', `/api/v1/form_data/?slice_id=${chart}`, { as: 'Gamma' })).statusCode).toBe(404)
  })

  it('responds in the requested type', async () => {
    expect((await exploreJson({}, '&query=true')).json()).toEqual({
      language: 'sql',
      query: expect.stringContaining('GROUP BY "city"'),
    })
    expect((await exploreJson({}, '&samples=true')).json()).toMatchObject({
      rowcount: 4,
      colnames: ['ds', 'city', 'n', 'twice'],
    })
    expect((await exploreJson({}, '&results=true')).json()).toMatchObject({
      rowcount: 3,
      data: [
        { city: null, total: 4000 },
        { city: 'Ash', total: 301 },
        { city: 'Birk', total: 20 },
      ],
    })
    const csv = await exploreJson({ row_limit: 1, adhoc_filters: [] }, '&csv=true')
    expect(csv.headers['content-disposition']).toBe('attachment; filename=20240615_123020.csv')
    expect(csv.payload.split('\n')[0]).toBe('city,total')
    expect((await exploreJson({}, '&xlsx=true')).headers['content-type']).toContain('spreadsheetml')
  })

  it('reports errors in the field that legacy clients read', async () => {
    const unknown = await exploreJson({ metrics: ['nope'] })
    expect([unknown.statusCode, unknown.json()]).toEqual([
      400,
      {
        message: "Metric 'nope' does not exist",
        error: "Metric 'nope' does not exist",
        extra: { code: 'metric-unknown', args: ['nope'] },
        errors: [
          { message: "Metric 'nope' does not exist", error_type: 'VIZ_GET_DF_ERROR', level: 'error', extra: {} },
        ],
      },
    ])
    expect((await call('GET', '/superset/explore_json/?form_data=no')).json()).toMatchObject({
      error: 'Request is not JSON',
    })
    expect((await call('GET', '/superset/explore_json/')).json()).toMatchObject({ error: 'Dataset does not exist' })
    const denied = await call('GET', `/superset/explore_json/?form_data=${argument(form())}`, { as: 'Gamma' })
    expect([denied.statusCode, denied.json().errors[0].error_type]).toEqual([403, 'DATASOURCE_SECURITY_ACCESS_ERROR'])
  })
})

describe('a filter box', () => {
  const box = (more: object, item: object = {}) =>
    exploreJson({ viz_type: 'filter_box', filter_configs: [{ column: 'city', metric: 'total', ...item }], ...more })

  it('D-FILTERBOX-13: returns under data[column] a list of id and metric', async () => {
    const { data } = (await box({})).json()
    expect(data).toEqual({
      city: [
        { id: null, text: null, metric: 4000 },
        { id: 'Ash', text: 'Ash', metric: 301 },
        { id: 'Birk', text: 'Birk', metric: 20 },
      ],
    })
    const ascending = (await box({}, { asc: true })).json().data.city.map(({ id }: { id: string }) => id)
    expect(ascending).toEqual(['Birk', 'Ash', null])
    expect((await box({}, { metric: null, asc: true })).json().data.city[0]).toEqual({ id: 'Ash', text: 'Ash' })
  })

  it('D-FILTERBOX-12: searches options by GET with a WHERE ILIKE filter on their column', async () => {
    const adhoc_filters = [
      { expressionType: 'SIMPLE', clause: 'WHERE', subject: 'city', operator: 'ILIKE', comparator: '%BIR%' },
    ]
    expect((await box({ adhoc_filters })).json().data).toEqual({ city: [{ id: 'Birk', text: 'Birk', metric: 20 }] })
  })

  it('D-FILTERBOX-14: returns at most 1000 options of a column unless search-all is on', async () => {
    const { id } = await fixture.dataset({ table_name: 'many', columns: [{ column_name: 'n', type: 'BIGINT' }] })
    const options = async (item: object) =>
      (await box({ datasource: `${id}__table` }, { column: 'n', metric: null, ...item })).json().data.n.length
    expect([await options({}), await options({ searchAllOptions: true })]).toEqual([1000, 10_000])
  })
})

it('returns a list for a query context in a form field', async () => {
  const context = { datasource: { id: dataset, type: 'table' }, queries: [{ columns: [], metrics: ['total'] }] }
  const answer = await call('POST', '/api/v1/query/', {
    payload: `query_context=${argument(context)}`,
    type: 'application/x-www-form-urlencoded',
  })
  expect(answer.json()).toEqual([expect.objectContaining({ data: [{ total: 4321 }], rowcount: 1 })])
})
