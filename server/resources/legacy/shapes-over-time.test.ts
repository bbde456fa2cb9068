import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'

let fixture: DataFixture
let sales: number
let token: string

beforeAll(async () => {
  fixture = await openDataFixture(
    [
      `CREATE TABLE sales AS SELECT * FROM (VALUES (TIMESTAMP '2024-01-05', 'Ash', 1, 10.0),
        (TIMESTAMP '2024-01-20', 'Ash', 2, 20.0), (TIMESTAMP '2024-02-01', 'Birk', 4, 30.0),
        (TIMESTAMP '2023-01-31', 'Ash', 7, 40.0)) v(ds, city, n, x)`,
    ],
    Date.UTC(2024, 5, 15),
  )
  const columns = [
    { column_name: 'ds', type: 'TIMESTAMP', is_dttm: true },
    { column_name: 'city', type: 'VARCHAR' },
    { column_name: 'n', type: 'INTEGER' },
    { column_name: 'x', type: 'DOUBLE' },
  ]
  const metrics = [
    { metric_name: 'total', expression: 'SUM(n)' },
    { metric_name: 'count', expression: 'COUNT(*)' },
  ]
  sales = (await fixture.dataset({ table_name: 'sales', main_dttm_col: 'ds', columns, metrics })).id
  token = await fixture.token('admin')
})
afterAll(() => fixture.close())

async function data(dataset: number, form: object): Promise<unknown> {
  const reply = await fixture.app.inject({
    method: 'POST',
    url: '/superset/explore_json/',
    headers: { authorization: `Bearer ${token}` },
    payload: { form_data: { datasource: `${dataset}__table`, ...form } },
  })
  expect([reply.statusCode, reply.json().error ?? null]).toEqual([200, null])
  return reply.json().data
}

const JAN = Date.UTC(2024, 0, 1)
const FEB = Date.UTC(2024, 1, 1)
const line = {
  granularity_sqla: 'ds',
  time_grain_sqla: 'P1M',
  time_range: '2024-01-01 : 2024-03-01',
  metrics: ['total'],
}

describe('values over time', () => {
  it('values of a chart with two axes contain the axis', async () => {
    const dual = { ...line, viz_type: 'dual_line', metrics: undefined, metric: 'total', metric_2: 'count' }
    const points = (jan: number, feb: number) => [
      { x: JAN, y: jan },
      { x: FEB, y: feb },
    ]
    expect(await data(sales, dual)).toEqual([
      { key: 'total', values: points(3, 4), yAxis: 1, type: 'line' },
      { key: 'count', values: points(2, 1), yAxis: 2, type: 'line' },
    ])
  })

  it('values of a horizon chart have the times of all series', async () => {
    expect(await data(sales, { ...line, viz_type: 'horizon', groupby: ['city'] })).toEqual([
      {
        key: ['Ash'],
        values: [
          { x: JAN, y: 3 },
          { x: FEB, y: null },
        ],
      },
      {
        key: ['Birk'],
        values: [
          { x: JAN, y: null },
          { x: FEB, y: 4 },
        ],
      },
    ])
  })

  it('values of a calendar have each second at which a cell begins, and the domains of the time range', async () => {
    const calendar = { ...line, viz_type: 'cal_heatmap', domain_granularity: 'month', subdomain_granularity: 'day' }
    expect(await data(sales, calendar)).toEqual({
      // 2024-01-05, 2024-01-20 and 2024-02-01.
      data: { total: { '1704412800.0': 1, '1705708800.0': 2, '1706745600.0': 4 } },
      start: JAN,
      domain: 'month',
      subdomain: 'day',
      // Two months, and a third that begins at the end.
      range: 3,
    })
    const open = { ...calendar, time_range: 'No filter', domain_granularity: 'year' }
    expect(await data(sales, open)).toMatchObject({ start: Date.UTC(2023, 0, 31), range: 2 })
  })
})

it('deck_grid and deck_hex have points with their weights', async () => {
  const spatial = { type: 'latlong', lonCol: 'n', latCol: 'x' }
  const form = { spatial, size: 'total', viz_type: 'deck_grid' }
  const found = (await data(sales, form)) as { features: { position: number[]; weight: number }[] }
  expect(found).toMatchObject({ mapboxApiKey: '', metricLabels: ['total'] })
  expect(found.features.toSorted((a, b) => a.weight - b.weight)).toEqual([
    { position: [1, 10], weight: 1 },
    { position: [2, 20], weight: 2 },
    { position: [4, 30], weight: 4 },
    { position: [7, 40], weight: 7 },
  ])
  const rows = (await data(sales, { ...form, viz_type: 'deck_hex', size: null })) as typeof found
  expect(rows.features.map(({ weight }) => weight)).toEqual([1, 1, 1, 1])
})
