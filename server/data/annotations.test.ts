import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'

let fixture: DataFixture
let admin: string
let dataset: number
let layer: number
let chart: number

beforeAll(async () => {
  fixture = await openDataFixture(
    [
      'CREATE TABLE sales (day TIMESTAMP, x INTEGER)',
      "INSERT INTO sales VALUES ('2024-01-01', 1), ('2024-01-02', 2), ('2024-01-08', 8), ('2024-01-09', 9)",
    ],
    Date.UTC(2024, 5, 15),
  )
  admin = await fixture.token('admin', 'Admin')
  const { store } = fixture.context
  dataset = (
    await fixture.dataset({
      table_name: 'sales',
      main_dttm_col: 'day',
      columns: [
        { column_name: 'day', type: 'TIMESTAMP', is_dttm: true },
        { column_name: 'x', type: 'INTEGER' },
      ],
      metrics: [{ metric_name: 'total', expression: 'SUM(x)' }],
    })
  ).id
  layer = (await store.annotationLayers.create({ name: 'Events', descr: null }, null)).id
  await store.annotations.create(
    { layer_id: layer, short_descr: 'Opening', start_dttm: Date.UTC(2020, 0, 1), end_dttm: Date.UTC(2020, 0, 2) },
    null,
  )
  chart = (
    await store.charts.create(
      {
        slice_name: 'Sales',
        viz_type: 'echarts_timeseries_line',
        datasource_id: dataset,
        datasource_type: 'table',
        query_context: JSON.stringify({ datasource: { id: dataset, type: 'table' }, queries: [days] }),
      },
      null,
    )
  ).id
})
afterAll(() => fixture.close())

const days = {
  columns: [],
  is_timeseries: true,
  granularity: 'day',
  time_range: '2024-01-01 : 2024-01-03',
  metrics: ['total'],
  extras: { time_grain_sqla: 'P1D' },
}
const native = () => ({ name: 'Events', annotationType: 'EVENT', sourceType: 'NATIVE', value: layer, show: true })
const series = (overrides: object) => ({
  name: 'Other',
  annotationType: 'TIME_SERIES',
  sourceType: 'line',
  value: chart,
  show: true,
  overrides,
})

async function ask(annotation_layers: readonly unknown[], query: object = days, token = admin) {
  const response = await fixture.app.inject({
    method: 'POST',
    url: '/api/v1/chart/data',
    headers: { authorization: `Bearer ${token}` },
    payload: { datasource: { id: dataset, type: 'table' }, queries: [{ ...query, annotation_layers }] },
  })
  const json = response.json()
  return {
    status: response.statusCode,
    json,
    annotations: json.result?.[0]?.annotation_data,
    etag: response.headers.etag,
  }
}

const at = (day: number) => Date.UTC(2024, 0, day)

describe('annotations of a response', () => {
  it('contain all annotations of a native layer for every time range of the chart', async () => {
    expect((await ask([native()])).annotations).toEqual({
      Events: {
        columns: ['start_dttm', 'end_dttm', 'short_descr', 'long_descr', 'json_metadata'],
        records: [
          {
            start_dttm: Date.UTC(2020, 0, 1),
            end_dttm: Date.UTC(2020, 0, 2),
            short_descr: 'Opening',
            long_descr: null,
            json_metadata: null,
          },
        ],
      },
    })
  })

  it('run the query of a legacy form if no query context was saved', async () => {
    const { metrics, time_range, granularity, extras } = days
    const params = { metrics, time_range, granularity_sqla: granularity, ...extras }
    const of = { datasource_id: dataset, datasource_type: 'table' as const, query_context: null }
    const line = { slice_name: 'Old', viz_type: 'line', params: JSON.stringify(params), ...of }
    const { id } = await fixture.context.store.charts.create(line, null)
    const expected = (await ask([series({})])).annotations
    const { records } = (await ask([{ ...series({}), value: id }])).annotations.Other
    expect(records).toHaveLength(2)
    expect(records).toEqual(expect.arrayContaining(expected.Other.records))
  })

  it('contain the result of the first query of another chart', async () => {
    expect((await ask([series({})])).annotations).toEqual({
      Other: {
        records: [
          { __timestamp: at(1), total: 1 },
          { __timestamp: at(2), total: 2 },
        ],
      },
    })
  })

  it('run the query of the form of another chart that was saved without a query context', async () => {
    const { store } = fixture.context
    const form = { ...days, granularity_sqla: 'day', time_grain_sqla: 'P1D', adhoc_filters: [] }
    const made = async (viz_type: string, params: string) => {
      const draft = { slice_name: viz_type, viz_type, params, datasource_id: dataset, datasource_type: 'table' }
      return ask([{ ...series({}), value: (await store.charts.create(draft, null)).id }])
    }
    const found = await made('echarts_timeseries_line', JSON.stringify(form))
    const totals = found.annotations.Other.records.map(({ total }: { readonly total: number }) => total)
    expect(totals.toSorted()).toEqual([1, 2])
    for (const [type, params] of [
      ['no_such_type', JSON.stringify(form)],
      ['echarts_timeseries_line', 'null'],
      ['echarts_timeseries_line', '{'],
    ] as const)
      expect(await made(type, params)).toMatchObject({
        status: 400,
        json: { message: expect.stringContaining('Other') },
      })
  })

  it('take the range of the chart shown, another one, or one some time before it', async () => {
    const shown = { ...days, time_range: '2024-01-08 : 2024-01-10' }
    const second = [
      { __timestamp: at(8), total: 8 },
      { __timestamp: at(9), total: 9 },
    ]
    expect((await ask([series({ time_range: null })], shown)).annotations.Other.records).toEqual(second)
    expect((await ask([series({ time_range: '2024-01-08 : 2024-01-10' })])).annotations.Other.records).toEqual(second)
    expect((await ask([series({ time_range: null, time_shift: '1 week' })], shown)).annotations.Other.records).toEqual([
      { __timestamp: at(8), total: 1 },
      { __timestamp: at(9), total: 2 },
    ])
    expect(
      (await ask([series({ time_range: null, time_grain_sqla: 'P1M' })], shown)).annotations.Other.records,
    ).toEqual([{ __timestamp: at(1), total: 17 }])
    const monthly = { ...shown, extras: { time_grain_sqla: 'P1M' } }
    expect(
      (await ask([series({ time_range: null, time_grain_sqla: null })], monthly)).annotations.Other.records,
    ).toEqual([{ __timestamp: at(1), total: 17 }])
  })

  it('returns nothing for formulas and hidden layers', async () => {
    const formula = { name: 'f', annotationType: 'FORMULA', sourceType: '', value: 'x', show: true }
    expect((await ask([formula, { ...native(), show: false }])).annotations).toEqual({})
  })

  it('returns current annotations although the chart data are cached', async () => {
    const before = await ask([native()])
    const { store } = fixture.context
    const added = await store.annotations.create(
      { layer_id: layer, short_descr: 'Closing', start_dttm: at(1), end_dttm: at(1) },
      null,
    )
    const after = await ask([native()])
    expect(after.json.result[0].is_cached).toBe(true)
    expect(after.annotations.Events.records).toHaveLength(2)
    expect(after.etag).not.toBe(before.etag)
    await store.annotations.remove([added.id], null)
  })

  it('fail the entire response when their source is missing', async () => {
    expect(await ask([{ ...native(), value: 99999 }])).toMatchObject({
      status: 400,
      json: { message: 'Annotation layer with ID 99999 was not found' },
    })
    expect(await ask([{ ...series({}), value: 99999 }])).toMatchObject({ status: 400 })
  })

  it('return 403 for a chart whose dataset the user may not read', async () => {
    const secret = await fixture.context.store.datasets.create(
      { database_id: fixture.database.id, table_name: 'sales', schema: 'main', columns: [], metrics: [] },
      null,
    )
    const guarded = await fixture.context.store.charts.create(
      {
        slice_name: 'Secret',
        viz_type: 'table',
        datasource_id: secret.id,
        datasource_type: 'table',
        query_context: JSON.stringify({ datasource: { id: secret.id, type: 'table' }, queries: [days] }),
      },
      null,
    )
    const role = await fixture.context.store.roles.create({ name: 'Sales' }, null)
    await fixture.context.store.roles.setPairs(role.id, [
      ['can_read', 'Chart'],
      ['datasource_access', `[examples].[sales](id:${dataset})`],
    ])
    const reader = await fixture.token('reader', 'Sales')
    expect((await ask([], days, reader)).status).toBe(200)
    expect((await ask([{ ...series({}), value: guarded.id }], days, reader)).status).toBe(403)
    expect((await ask([native()], days, reader)).status).toBe(403)
  })

  it('return an annotation layer only to users who see a chart that uses it', async () => {
    const { store } = fixture.context
    const role = await store.roles.create({ name: 'Draws sales' }, null)
    const pairs = [
      ['can_read', 'Chart'],
      ['can_write', 'Chart'],
      ['can_slice', 'Superset'],
      ['datasource_access', `[examples].[sales](id:${dataset})`],
    ] as const
    await store.roles.setPairs(role.id, pairs)
    const drawer = await fixture.token('drawer', 'Draws sales')
    const params = (...layers: object[]) => JSON.stringify({ viz_type: 'table', annotation_layers: layers })
    const send = (method: 'POST' | 'PUT', url: string, payload: object) =>
      fixture.app.inject({ method, url, payload, headers: { authorization: `Bearer ${drawer}` } })
    const body = { slice_name: 'Mine', viz_type: 'table', datasource_id: dataset, datasource_type: 'table' }

    expect((await ask([native()], days, drawer)).status).toBe(403)
    const refused = await send('POST', '/api/v1/chart/', { ...body, params: params(native()) })
    expect([refused.statusCode, refused.json().message]).toEqual([
      403,
      `You may not read these annotation layers: ${layer}`,
    ])
    const own = (await send('POST', '/api/v1/chart/', { ...body, params: params() })).json().id
    expect((await send('PUT', `/api/v1/chart/${own}`, { params: params(native()) })).statusCode).toBe(403)
    expect((await ask([native()], days, drawer)).status).toBe(403)

    const draft = { ...body, params: params(native()) }
    const laid = await store.charts.create({ ...draft, slice_name: 'Laid over' }, null)
    expect((await ask([native()], days, drawer)).annotations.Events.records).toHaveLength(1)
    expect((await send('PUT', `/api/v1/chart/${own}`, { params: params(native()) })).statusCode).toBe(200)
    await store.charts.remove([laid.id, own], null)
    expect((await ask([native()], days, drawer)).status).toBe(403)
  })
})
