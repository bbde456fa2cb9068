import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { QueryContext, QueryObject } from '#core/query/query-object.ts'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'

let fixture: DataFixture
let token: string
let sales: number

beforeAll(async () => {
  fixture = await openDataFixture(
    [
      'CREATE TABLE sales (day TIMESTAMP, city VARCHAR, x INTEGER, big BIGINT, ratio DOUBLE)',
      `INSERT INTO sales VALUES
        ('2023-01-01', 'Rome', 1, 1, 0.5), ('2023-01-03', 'Rome', 3, 2, 'NaN'), ('2023-01-01', 'Oslo, NO', 10, 3, 'Infinity'),
        ('2022-01-01', 'Rome', 4, 9007199254740993, NULL), ('2022-01-03', 'Rome', 0, 5, 1), ('2021-01-01', 'Rome', 8, 6, 2)`,
    ],
    Date.UTC(2024, 5, 15),
  )
  token = await fixture.token('admin', 'Admin')
  sales = (
    await fixture.dataset({
      table_name: 'sales',
      main_dttm_col: 'day',
      columns: [
        { column_name: 'day', type: 'TIMESTAMP', is_dttm: true },
        { column_name: 'city', type: 'VARCHAR' },
        { column_name: 'x', type: 'INTEGER' },
        { column_name: 'big', type: 'BIGINT' },
        { column_name: 'ratio', type: 'DOUBLE' },
      ],
      metrics: [{ metric_name: 'total', expression: 'SUM(x)' }],
    })
  ).id
})
afterAll(() => fixture.close())

const days: QueryObject = {
  columns: ['city'],
  is_timeseries: true,
  granularity: 'day',
  time_range: '2023-01-01 : 2024-01-01',
  metrics: ['total'],
  extras: { time_grain_sqla: 'P1D' },
}
const pivot = (metrics: readonly string[] = ['total']) => ({
  operation: 'pivot',
  options: {
    index: ['__timestamp'],
    columns: ['city'],
    aggregates: Object.fromEntries(metrics.map((metric) => [metric, { operator: 'mean' }])),
    drop_missing_columns: false,
  },
})

async function ask(query: QueryObject, more: Partial<QueryContext> = {}, accept = 'application/json') {
  const response = await fixture.app.inject({
    method: 'POST',
    url: '/api/v1/chart/data',
    headers: { authorization: `Bearer ${token}`, accept },
    payload: { datasource: { id: sales, type: 'table' }, queries: [query], ...more },
  })
  return response
}

async function entry(query: QueryObject, more?: Partial<QueryContext>, accept?: string) {
  const response = await ask(query, more, accept)
  expect(response.statusCode, response.body).toBe(200)
  return response.json().result[0]
}

const at = (text: string) => Date.parse(`${text}Z`)

describe('a result after post-processing', () => {
  it('describes columns, types, row counts, row names, label parts and duration', async () => {
    const result = await entry({ ...days, post_processing: [pivot(), { operation: 'flatten' }] })
    expect(result).toMatchObject({
      colnames: ['__timestamp', 'total, Oslo, NO', 'total, Rome'],
      coltypes: [2, 0, 0],
      rowcount: 2,
      sql_rowcount: 3,
      indexnames: [0, 1],
      label_map: {
        __timestamp: ['__timestamp'],
        'total, Oslo, NO': ['total', 'Oslo, NO'],
        'total, Rome': ['total', 'Rome'],
      },
      data: [
        { __timestamp: at('2023-01-01'), 'total, Oslo, NO': 10, 'total, Rome': 1 },
        { __timestamp: at('2023-01-03'), 'total, Oslo, NO': null, 'total, Rome': 3 },
      ],
    })
    expect(result.cost.post).toBeGreaterThan(0)
  })

  it('contains the same values in columns and in CSV', async () => {
    const query = { ...days, post_processing: [pivot(), { operation: 'flatten' }] }
    const columns = await entry(query, {}, 'application/vnd.facet.columns+json')
    expect(columns.columns).toEqual([
      [at('2023-01-01'), at('2023-01-03')],
      [10, null],
      [1, 3],
    ])
    expect((await ask(query, { result_format: 'csv' })).body).toBe(
      '__timestamp,"total, Oslo, NO","total, Rome"\n2023-01-01,10,1\n2023-01-03,,3\n',
    )
  })

  it('returns outliers as a list in JSON rows and as one field in CSV', async () => {
    const box = {
      operation: 'boxplot',
      options: { groupby: [], metrics: ['total'], whisker_type: 'percentile', percentiles: [40, 60] },
    }
    const query = { ...days, post_processing: [box] }
    expect((await entry(query)).data[0].total__outliers).toEqual([10, 1])
    expect((await ask(query, { result_format: 'csv' })).body.split('\n')[1]).toMatch(/,"10,1"$/)
  })

  it('holds the bins of all rows in JSON and CSV for any row limit', async () => {
    // x is 1, 3, 10, 4, 0 and 8.
    const step = { operation: 'histogram', options: { column: 'x', groupby: [], bins: 2 } }
    const binned = { value_bins: { column: 'x', by: [], bins: 2 }, post_processing: [step] }
    const query = { columns: ['x'], row_limit: 1, ...binned }
    expect(await entry(query)).toMatchObject({ data: [{ '0.0 - 5.0': 4, '5.0 - 10.0': 2 }], cost: { capped: false } })
    expect((await ask(query, { result_format: 'csv' })).body).toBe('0.0 - 5.0,5.0 - 10.0\n4,2\n')
  })

  it('rejects bins of an unknown column and too many bins', async () => {
    const bins = (value_bins: NonNullable<QueryObject['value_bins']>) => ask({ columns: ['x'], value_bins })
    expect((await bins({ column: 'city', by: [], bins: 2 })).statusCode).toBe(400)
    expect((await bins({ column: 'x', by: [], bins: 1001 })).statusCode).toBe(400)
  })

  it('gets a cache key that depends on its operations', async () => {
    const sum = { operation: 'cum', options: { operator: 'sum', columns: { total: 'total' } } }
    const plain = await entry(days)
    const summed = await entry({ ...days, post_processing: [sum] })
    expect(summed.cache_key).not.toBe(plain.cache_key)
    const again = await entry({ ...days, post_processing: [sum] })
    expect(again.is_cached).toBe(true)
    expect(again.data).toEqual(summed.data)
  })

  it('stays empty without rows for any operations', async () => {
    const none = { ...days, time_range: '1990-01-01 : 1991-01-01', post_processing: [{ operation: 'nope' }] }
    expect(await entry(none)).toMatchObject({ data: [], colnames: [], rowcount: 0, indexnames: [] })
  })

  it.each([
    [[{ operation: 'nope' }], 'Unsupported post processing operation: nope'],
    [[{ options: {} }], '`operation` property of post processing object undefined'],
    [[{ operation: 'rolling', options: { rolling_type: 'mean' } }], 'Undefined window for rolling operation'],
    [[{ operation: 'select', options: { columns: ['x'] } }], 'Referenced columns not available in DataFrame.'],
  ])('returns 400 with a message for the operations %j', async (post_processing, message) => {
    const response = await ask({ ...days, post_processing: post_processing as never })
    expect([response.statusCode, response.json().message]).toEqual([400, message])
  })
})

describe('results with and without post-processing', () => {
  const rows: QueryObject = {
    columns: ['day', 'city', 'x', 'big', 'ratio'],
    orderby: [
      ['day', true],
      ['city', true],
    ],
  }

  it('return the same data and metadata for any values', async () => {
    const plain = await entry(rows)
    const processed = await entry({ ...rows, post_processing: [{ operation: 'select', options: {} }] })
    expect(processed.data).toEqual(plain.data)
    expect(plain.data.map(({ big }: { big: unknown }) => big)).toContain('9007199254740993')
    for (const key of ['colnames', 'coltypes', 'rowcount', 'indexnames', 'label_map']) {
      expect(processed[key], key).toEqual(plain[key])
    }
  })

  it('return the same data and columns when there are no rows', async () => {
    const none = { ...rows, filters: [{ col: 'city', op: '==', val: 'Nowhere' }] }
    const plain = await entry(none)
    const processed = await entry({ ...none, post_processing: [null] })
    expect([processed.data, processed.colnames]).toEqual([plain.data, plain.colnames])
  })
})

describe('time offsets', () => {
  it('add columns next to the metrics, and pass through the operations', async () => {
    const metrics = ['total', 'total__1 year ago', 'total__2 years ago']
    const compare = {
      operation: 'compare',
      options: {
        source_columns: ['total', 'total'],
        compare_columns: metrics.slice(1),
        compare_type: 'difference',
        drop_original_columns: true,
      },
    }
    const result = await entry({
      ...days,
      filters: [{ col: 'city', op: '==', val: 'Rome' }],
      time_offsets: ['1 year ago', '2 years ago'],
      post_processing: [pivot(metrics), compare, { operation: 'flatten' }],
    })
    expect(result.data).toEqual([
      {
        __timestamp: at('2023-01-01'),
        'difference__total__total__1 year ago, Rome': -3,
        'difference__total__total__2 years ago, Rome': -7,
      },
      {
        __timestamp: at('2023-01-03'),
        'difference__total__total__1 year ago, Rome': 3,
        'difference__total__total__2 years ago, Rome': null,
      },
    ])
  })

  it('shifts the range back, and the times of the rows forward again', async () => {
    const shifted = await entry({ ...days, columns: [], time_shift: '1 year' })
    expect(shifted.data).toEqual([
      { __timestamp: at('2023-01-01'), total: 4 },
      { __timestamp: at('2023-01-03'), total: 0 },
    ])
    expect([shifted.from_dttm, shifted.to_dttm]).toEqual([at('2022-01-01'), at('2023-01-01')])
    const plain = await entry({ ...days, columns: [], time_range: '2022-01-01 : 2023-01-01' })
    expect(plain.data[0].__timestamp).toBe(at('2022-01-01'))
  })
})
