import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { COLUMNS_MEDIA_TYPE, type ColumnarResult } from '#core/query/result.ts'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'

let fixture: DataFixture
let [sales, visits] = [0, 0]
let [growth, trend, table, guarded] = [0, 0, 0, 0]

const JAN = Date.UTC(2024, 0, 1)
const FEB = Date.UTC(2024, 1, 1)
const MAR = Date.UTC(2024, 2, 1)

async function saved(slice_name: string, viz_type: string, datasource_id: number, form: object): Promise<number> {
  const draft = { slice_name, viz_type, datasource_type: 'table' as const, datasource_id, params: JSON.stringify(form) }
  return (await fixture.context.store.charts.create(draft, null)).id
}

beforeAll(async () => {
  fixture = await openDataFixture(
    [
      `CREATE TABLE sales AS SELECT * FROM (VALUES (TIMESTAMP '2024-01-05', 'Ash', 1), (TIMESTAMP '2024-01-20', 'Birk', 2),
        (TIMESTAMP '2024-02-01', 'Ash', 4), (TIMESTAMP '2023-01-31', 'Ash', 7)) v(ds, city, n)`,
      `CREATE TABLE visits AS SELECT * FROM (VALUES (TIMESTAMP '2024-02-03', 'Ash', 10), (TIMESTAMP '2024-03-09', 'Birk', 30))
        v(seen, city, n)`,
    ],
    Date.UTC(2024, 5, 15),
  )
  const metrics = [{ metric_name: 'total', expression: 'SUM(n)' }]
  const dataset = async (table_name: string, time: string) => {
    const columns = [
      { column_name: time, type: 'TIMESTAMP', is_dttm: true },
      { column_name: 'city', type: 'VARCHAR' },
      { column_name: 'n', type: 'INTEGER' },
    ]
    return (await fixture.dataset({ table_name, main_dttm_col: time, columns, metrics })).id
  }
  sales = await dataset('sales', 'ds')
  visits = await dataset('visits', 'seen')
  const months = { time_grain_sqla: 'P1M', metrics: ['total'] }
  growth = await saved('Growth', 'line', sales, {
    ...months,
    granularity_sqla: 'ds',
    groupby: ['city'],
    time_range: '2024-01-01 : 2024-03-01',
  })
  trend = await saved('Trend', 'echarts_timeseries_line', visits, { ...months, x_axis: 'seen' })
  table = await saved('Rows', 'table', sales, { groupby: ['city'], metrics: ['total'] })
  guarded = await saved('Guarded', 'line', visits, { ...months, granularity_sqla: 'seen' })
})
afterAll(() => fixture.close())

async function post(url: string, payload: object, headers: Record<string, string> = {}, user = 'admin') {
  const token = await fixture.token(user, ...(user === 'admin' ? [] : ['Gamma']))
  return fixture.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
    payload: JSON.stringify(payload),
  })
}

const explore = (form: object, search = '') =>
  post(`/superset/explore_json/${search}`, {
    form_data: { datasource: `${sales}__table`, viz_type: 'line_multi', ...form },
  })

const ends = (first: number, last: number) => [
  { x: first, y: null },
  { x: last, y: null },
]

describe('line_multi in explore_json', () => {
  it('C-LEGACY-01: returns the lines of charts on different datasets with their axis', async () => {
    const reply = await explore({ line_charts: [growth], line_charts_2: [trend], prefix_metric_with_slice_name: true })
    expect(reply.json()).toMatchObject({ status: 'success', errors: [] })
    const values = (jan: number | null, feb: number | null) => [
      { x: JAN, y: jan },
      { x: FEB, y: feb },
      ...ends(JAN, MAR),
    ]
    expect(reply.json().data).toEqual([
      { key: 'Growth: Ash', type: 'line', yAxis: 1, values: values(1, 4) },
      { key: 'Growth: Birk', type: 'line', yAxis: 1, values: values(2, null) },
      {
        key: 'Trend: total',
        type: 'line',
        yAxis: 2,
        values: [{ x: FEB, y: 10 }, { x: MAR, y: 30 }, ...ends(JAN, MAR)],
      },
    ])
  })

  it('applies filters, and a time range instead of those of the charts', async () => {
    const adhoc_filters = [
      { clause: 'WHERE', expressionType: 'SIMPLE', subject: 'city', operator: '==', comparator: 'Ash' },
    ]
    const narrowed = await explore({ line_charts: [growth], line_charts_2: [trend], adhoc_filters })
    expect(narrowed.json().data.map(({ key, yAxis }: { key: string; yAxis: number }) => [key, yAxis])).toEqual([
      ['Ash', 1],
      ['total', 2],
    ])
    const older = await explore({ line_charts: [growth], time_range: '2023-01-01 : 2023-03-01' })
    const then = Date.UTC(2023, 0, 1)
    expect(older.json().data).toEqual([
      { key: 'Ash', type: 'line', yAxis: 1, values: [{ x: then, y: 7 }, ...ends(then, then)] },
    ])
  })

  it('skips and reports charts that are missing or have no lines, and keeps the axis of the others', async () => {
    const reply = await explore({ line_charts: [4711, growth], line_charts_2: [table, trend] })
    const { data, status, errors } = reply.json()
    expect([reply.statusCode, status]).toEqual([200, 'success'])
    expect(data.map(({ key, yAxis }: { key: string; yAxis: number }) => [key, yAxis])).toEqual([
      ['Ash', 1],
      ['Birk', 1],
      ['total', 2],
    ])
    expect(errors.map(({ message }: { message: string }) => message)).toEqual([
      expect.stringContaining('The source chart 4711 does not exist'),
      expect.stringContaining('The chart "Rows" has no lines over time'),
    ])
    const file = await explore({ line_charts: [4711, growth] }, '?csv=true')
    expect([file.statusCode, file.body.includes('Birk')]).toEqual([200, true])
  })

  it('returns 404 if none of the charts exists', async () => {
    const reply = await explore({ line_charts: [4711], line_charts_2: [4712] })
    expect([reply.statusCode, reply.json().error]).toEqual([404, 'The source chart 4711 does not exist'])
  })

  it('exports one file for each chart', async () => {
    const reply = await explore({ line_charts: [growth], line_charts_2: [trend] }, '?csv=true')
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/zip'])
    const one = await explore({ line_charts: [growth] }, '?csv=true')
    expect(one.body).toContain('Ash')
  })
})

describe('a query that names a saved chart', () => {
  const ask = (queries: readonly object[], user?: string) =>
    post(
      '/api/v1/chart/data',
      { datasource: { id: sales, type: 'table' }, queries },
      { accept: COLUMNS_MEDIA_TYPE },
      user,
    )

  it('returns the lines of the chart with its id and name', async () => {
    const reply = await ask([{ saved_chart: growth }, { saved_chart: trend, filters: [] }])
    const [first, second] = reply.json<{ result: ColumnarResult[] }>().result
    expect(first).toMatchObject({
      saved_chart: { id: growth, slice_name: 'Growth' },
      colnames: ['__timestamp', 'Ash', 'Birk'],
      columns: [
        [JAN, FEB],
        [1, 4],
        [2, null],
      ],
    })
    expect(second).toMatchObject({
      colnames: ['__timestamp', 'total'],
      columns: [
        [FEB, MAR],
        [10, 30],
      ],
    })
  })

  it.each([
    ['a chart that does not exist', () => 4711, 404, 'The source chart 4711 does not exist'],
    ['a chart without lines', () => table, 400, 'The chart "Rows" has no lines over time'],
  ])('rejects %s', async (_, id, status, message) => {
    const reply = await ask([{ saved_chart: id() }])
    expect([reply.statusCode, reply.json().message]).toEqual([status, message])
  })

  it('hides a chart without permission', async () => {
    const reply = await ask([{ saved_chart: guarded }], 'reader')
    expect(reply.statusCode).toBe(404)
    expect(reply.body).toContain(`The source chart ${guarded} does not exist`)
    expect(reply.body).not.toContain('Guarded')
  })
})
