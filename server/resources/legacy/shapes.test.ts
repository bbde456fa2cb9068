import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'

let fixture: DataFixture
let toppings: number
let sales: number
let token: string
const sums = [
  { metric_name: 'total', expression: 'SUM(n)' },
  { metric_name: 'count', expression: 'COUNT(*)' },
]

beforeAll(async () => {
  fixture = await openDataFixture(
    [
      `CREATE TABLE toppings AS SELECT * FROM (VALUES ('cheese', 'engineer', 3), ('pepperoni', 'engineer', 5),
        ('cheese', NULL, 1), ('pepperoni', NULL, 2)) v(topping, role, votes)`,
      `CREATE TABLE sales AS SELECT * FROM (VALUES (TIMESTAMP '2024-01-05', 'Ash', 'x<b>', 1, 10.0),
        (TIMESTAMP '2024-01-20', 'Ash', 'y', 2, 20.0), (TIMESTAMP '2024-02-01', 'Birk', 'y', 4, 30.0),
        (TIMESTAMP '2023-01-31', 'Ash', 'y', 7, 40.0)) v(ds, city, kind, n, x)`,
    ],
    Date.UTC(2024, 5, 15),
  )
  const metrics = [
    { metric_name: 'votes', expression: 'SUM(votes)' },
    { metric_name: 'count', expression: 'COUNT(*)' },
  ]
  const named = (...names: string[]) => names.map((column_name) => ({ column_name, type: 'VARCHAR' }))
  toppings = (await fixture.dataset({ table_name: 'toppings', columns: named('topping', 'role'), metrics })).id
  const columns = [
    { column_name: 'ds', type: 'TIMESTAMP', is_dttm: true },
    ...named('city', 'kind'),
    { column_name: 'n', type: 'INTEGER' },
    { column_name: 'x', type: 'DOUBLE' },
  ]
  sales = (await fixture.dataset({ table_name: 'sales', main_dttm_col: 'ds', columns, metrics: sums })).id
  token = await fixture.token('admin')
})
afterAll(() => fixture.close())

async function answer(dataset: number, form: object): Promise<{ data: unknown; rowcount: number }> {
  const reply = await fixture.app.inject({
    method: 'POST',
    url: '/superset/explore_json/',
    headers: { authorization: `Bearer ${token}` },
    payload: { form_data: { datasource: `${dataset}__table`, ...form } },
  })
  expect([reply.statusCode, reply.json().error ?? null]).toEqual([200, null])
  return reply.json()
}
const data = async (dataset: number, form: object) => (await answer(dataset, form)).data

const JAN = Date.UTC(2024, 0, 1)
const FEB = Date.UTC(2024, 1, 1)

describe('bars and slices', () => {
  const bars = { viz_type: 'dist_bar', groupby: ['topping'], metrics: ['votes'] }

  it('dist_bar has a list for each breakdown, bars the largest first', async () => {
    expect(await data(toppings, { ...bars, columns: ['role'] })).toEqual([
      {
        key: '<NULL>',
        values: [
          { x: 'pepperoni', y: 2 },
          { x: 'cheese', y: 1 },
        ],
      },
      {
        key: 'engineer',
        values: [
          { x: 'pepperoni', y: 5 },
          { x: 'cheese', y: 3 },
        ],
      },
    ])
  })

  it('dist_bar names lists by metric without a breakdown, and by both with several metrics', async () => {
    const several = { ...bars, metrics: ['votes', 'count'] }
    expect(await data(toppings, several)).toEqual([
      {
        key: 'count',
        values: [
          { x: 'pepperoni', y: 2 },
          { x: 'cheese', y: 2 },
        ],
      },
      {
        key: 'votes',
        values: [
          { x: 'pepperoni', y: 7 },
          { x: 'cheese', y: 4 },
        ],
      },
    ])
    const keys = (await data(toppings, { ...several, columns: ['role'] })) as { key: string }[]
    expect(keys.map(({ key }) => key)).toEqual(['count, <NULL>', 'count, engineer', 'votes, <NULL>', 'votes, engineer'])
  })

  it('dist_bar with contributions has shares of each bar, and no entry for missing values', async () => {
    const form = { ...bars, columns: ['role'], contribution: true }
    expect(await data(toppings, form)).toMatchObject([
      { key: '<NULL>', values: [{ y: 2 / 7 }, { y: 1 / 4 }] },
      { key: 'engineer', values: [{ y: 5 / 7 }, { y: 3 / 4 }] },
    ])
    const gap = { viz_type: 'dist_bar', groupby: ['city'], columns: ['kind'], metrics: ['total'] }
    expect(await data(sales, gap)).toEqual([
      {
        key: 'x<b>',
        values: [
          { x: 'Ash', y: 1 },
          { x: 'Birk', y: null },
        ],
      },
      {
        key: 'y',
        values: [
          { x: 'Ash', y: 9 },
          { x: 'Birk', y: 4 },
        ],
      },
    ])
  })

  it('pie has x and y, the largest first', async () => {
    expect(await data(toppings, { viz_type: 'pie', groupby: ['role'], metric: 'votes' })).toEqual([
      { x: 'engineer', y: 8 },
      { x: '<NULL>', y: 3 },
    ])
  })
})

describe('lines over time', () => {
  const line = {
    viz_type: 'line',
    granularity_sqla: 'ds',
    time_grain_sqla: 'P1M',
    time_range: '2024-01-01 : 2024-03-01',
    metrics: ['total'],
  }

  it('returns a point for each time bucket, under the name of the metric', async () => {
    expect(await data(sales, line)).toEqual([
      {
        key: 'total',
        values: [
          { x: JAN, y: 3 },
          { x: FEB, y: 4 },
        ],
      },
    ])
  })

  it('names lines by their dimensions, and by the metric if there are several; missing values are null', async () => {
    expect(await data(sales, { ...line, groupby: ['city'] })).toEqual([
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
    const several = (await data(sales, { ...line, metrics: ['total', 'count'], groupby: ['city', 'kind'] })) as object[]
    expect(several).toContainEqual({
      key: ['count', 'Ash', 'x<b>'],
      values: [
        { x: JAN, y: 1 },
        { x: FEB, y: null },
      ],
    })
    expect(several).toHaveLength(6)
  })

  it('a stacked chart replaces missing values by zero and lists the largest series first', async () => {
    expect(await data(sales, { ...line, viz_type: 'area', groupby: ['city'] })).toEqual([
      {
        key: ['Birk'],
        values: [
          { x: JAN, y: 0 },
          { x: FEB, y: 4 },
        ],
      },
      {
        key: ['Ash'],
        values: [
          { x: JAN, y: 3 },
          { x: FEB, y: 0 },
        ],
      },
    ])
  })

  it('returns time comparison, rolling windows and contributions', async () => {
    expect(await data(sales, { ...line, time_compare: ['1 year ago'] })).toMatchObject([
      { key: 'total', values: [{ y: 3 }, { y: 4 }] },
      { key: ['total', '1 year ago offset'], classed: 'time-shift-0', values: [{ x: JAN, y: 7 }, { y: null }] },
    ])
    expect(await data(sales, { ...line, rolling_type: 'cumsum' })).toMatchObject([{ values: [{ y: 3 }, { y: 7 }] }])
    const shares = { ...line, viz_type: 'area', metrics: ['total', 'count'], contribution: true }
    expect(await data(sales, shares)).toMatchObject([
      { key: 'total', values: [{ y: 3 / 5 }, { y: 4 / 5 }] },
      { key: 'count', values: [{ y: 2 / 5 }, { y: 1 / 5 }] },
    ])
  })

  it('a big number has rows in order of time', async () => {
    expect(await data(sales, { ...line, viz_type: 'big_number', metric: 'total', metrics: undefined })).toEqual([
      { __timestamp: JAN, total: 3 },
      { __timestamp: FEB, total: 4 },
    ])
  })

  it('a time table has rows keyed by the text of their time', async () => {
    expect(await data(sales, { ...line, viz_type: 'time_table', groupby: ['city'] })).toEqual({
      records: { '2024-01-01 00:00:00': { Ash: 3 }, '2024-02-01 00:00:00': { Birk: 4 } },
      columns: ['Ash', 'Birk'],
      is_group_by: true,
    })
  })
})

describe('tables', () => {
  it('table has records and the names of its columns', async () => {
    const form = { viz_type: 'table', groupby: ['role'], metrics: ['votes'], percent_metrics: ['votes'] }
    expect(await data(toppings, form)).toEqual({
      records: [
        { role: 'engineer', votes: 8, '%votes': 8 / 11 },
        { role: null, votes: 3, '%votes': 3 / 11 },
      ],
      columns: ['role', 'votes', '%votes'],
    })
  })

  it('a table computes shares of all rows if the form requests it, else of the rows shown', async () => {
    const form = { viz_type: 'table', groupby: ['role'], metrics: ['votes'], percent_metrics: ['votes'], row_limit: 1 }
    const all = { ...form, percent_metric_calculation: 'all_records' }
    expect(await data(toppings, all)).toMatchObject({ records: [{ role: 'engineer', votes: 8, '%votes': 8 / 11 }] })
    // A form of 2.0 names no base: shares refer to the rows shown.
    expect(await data(toppings, form)).toMatchObject({ records: [{ role: 'engineer', votes: 8, '%votes': 1 }] })
  })

  it('big_number_total, word_cloud and unknown types return rows; an empty result is null for types with a shape', async () => {
    expect(await data(toppings, { viz_type: 'big_number_total', metric: 'votes' })).toEqual([{ votes: 11 }])
    expect(await data(toppings, { viz_type: 'word_cloud', series: 'topping', metric: 'count' })).toEqual(
      expect.arrayContaining([
        { topping: 'cheese', count: 2 },
        { topping: 'pepperoni', count: 2 },
      ]),
    )
    const nothing = { extra_filters: [{ col: 'role', op: 'in', val: ['nobody'] }] }
    expect(await data(toppings, { viz_type: 'odd', groupby: ['role'], metrics: ['votes'], ...nothing })).toEqual([])
    expect(await data(toppings, { viz_type: 'dist_bar', groupby: ['role'], metrics: ['votes'], ...nothing })).toBeNull()
  })
})

describe('trees', () => {
  it('treemap nests dimensions into one tree for each metric', async () => {
    expect(await data(sales, { viz_type: 'treemap', groupby: ['city', 'kind'], metrics: ['total'] })).toEqual([
      {
        name: 'total',
        children: [
          {
            name: 'Ash',
            children: [
              { name: 'y', value: 9 },
              { name: 'x<b>', value: 1 },
            ],
          },
          { name: 'Birk', children: [{ name: 'y', value: 4 }] },
        ],
      },
    ])
  })

  it('sunburst has rows as lists, and repeats the metric if there is only one', async () => {
    const form = { viz_type: 'sunburst', groupby: ['city', 'kind'], metric: 'total' }
    expect(await data(sales, form)).toEqual([
      ['Ash', 'y', 9, 9],
      ['Birk', 'y', 4, 4],
      ['Ash', 'x<b>', 1, 1],
    ])
    const both = (await data(sales, { ...form, groupby: ['city'], secondary_metric: 'count' })) as unknown[]
    expect(both[0]).toEqual(['Ash', 10, 3])
  })
})

describe('points', () => {
  it('bubble has x, y and size by series, next to the row', async () => {
    const form = { viz_type: 'bubble', entity: 'kind', series: 'city', x: 'total', y: 'count', size: 'total', limit: 2 }
    expect(await data(sales, form)).toEqual([
      {
        key: 'Ash',
        values: [{ kind: 'y', city: 'Ash', total: 9, count: 2, x: 9, y: 2, size: 9, shape: 'circle', group: 'Ash' }],
      },
      {
        key: 'Birk',
        values: [{ kind: 'y', city: 'Birk', total: 4, count: 1, x: 4, y: 1, size: 4, shape: 'circle', group: 'Birk' }],
      },
    ])
  })

  it('histogram has the unbinned numbers for each group', async () => {
    const form = { viz_type: 'histogram', all_columns_x: ['n'], groupby: ['kind'] }
    const groups = (await data(sales, form)) as { key: string; values: number[] }[]
    expect(groups.map(({ key, values }) => [key, values.toSorted((a, b) => a - b)])).toEqual([
      ['x_b_', [1]],
      ['y', [2, 4, 7]],
    ])
    const several = (await data(sales, { ...form, all_columns_x: ['n', 'x'], groupby: [] })) as typeof groups
    expect(several.map(({ key, values }) => [key, values.length])).toEqual([
      ['n', 4],
      ['x', 4],
    ])
  })

  it('heatmap has the relative position and rank of each cell, overall or along one axis', async () => {
    const form = { viz_type: 'heatmap', all_columns_x: 'city', all_columns_y: 'kind', metric: 'total' }
    // 9, 4 and 1: relative positions 1, 3/8 and 0; ranks 3/3, 2/3 and 1/3.
    expect(await data(sales, form)).toEqual({
      records: [
        { x: 'Ash', y: 'y', v: 9, perc: 1, rank: 1 },
        { x: 'Birk', y: 'y', v: 4, perc: 3 / 8, rank: 2 / 3 },
        { x: 'Ash', y: 'x<b>', v: 1, perc: 0, rank: 1 / 3 },
      ],
      extents: [1, 9],
    })
    // Along x: Ash has 9 and 1; Birk has only 4, which has no relative position.
    expect(await data(sales, { ...form, normalize_across: 'x' })).toMatchObject({
      records: [
        { perc: 1, rank: 1 },
        { perc: null, rank: 1 },
        { perc: 0, rank: 1 / 2 },
      ],
      extents: [1, 9],
    })
  })
})
