import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AdhocColumn, QueryObject } from '#core/query/query-object.ts'
import { type QueryRunner, openQueryRunner } from '#testing/query-rows.ts'
import { dataset, datasetColumn as column, datasetMetric as metric } from '#testing/dataset.ts'

const NOW = Date.UTC(2024, 5, 15, 12, 30, 20)
const sales = dataset({
  table_name: 'sales',
  main_dttm_col: 'ds',
  fetch_values_predicate: "city <> 'hidden'",
  columns: [
    column({ column_name: 'ds', type: 'TIMESTAMP', is_dttm: true }),
    column({ column_name: 'day', type: 'DATE', is_dttm: true }),
    column({ column_name: 'secs', type: 'BIGINT', is_dttm: true, python_date_format: 'epoch_s' }),
    column({ column_name: 'txt', type: 'VARCHAR', is_dttm: true, python_date_format: '%d.%m.%Y' }),
    column({ column_name: 'city', type: 'VARCHAR' }),
    column({ column_name: 'n', type: 'INTEGER' }),
    column({ column_name: 'price', type: 'DOUBLE' }),
    column({ column_name: 'yes', type: 'BOOLEAN' }),
    column({ column_name: 'double n', type: 'INTEGER', expression: 'n * 2 -- twice' }),
  ],
  metrics: [metric('count', 'COUNT(*)'), metric('total', 'SUM(n)')],
})
const statements = [
  'CREATE TABLE sales (ds TIMESTAMP, day DATE, secs BIGINT, txt VARCHAR, city VARCHAR, n INTEGER, price DOUBLE, yes BOOLEAN)',
  `INSERT INTO sales
   SELECT ds, CAST(ds AS DATE), epoch(ds), strftime(ds, '%d.%m.%Y'), city, n, price, yes FROM (VALUES
     (TIMESTAMP '2024-01-01 00:00:00', 'Ash', 1, 1.5, true), (TIMESTAMP '2024-01-15 13:45:10', 'Ash', 2, 2.5, false),
     (TIMESTAMP '2024-02-01 00:00:00', 'Birk', 3, NULL, NULL), (TIMESTAMP '2024-02-10 23:59:59', 'Cole', 10, 0.5, true),
     (TIMESTAMP '2024-03-01 00:00:00', NULL, 20, 4.0, true), (TIMESTAMP '2024-03-31 08:00:00', '', NULL, 1.0, false))
   v(ds, city, n, price, yes)`,
]

let runner: QueryRunner
beforeAll(async () => {
  runner = await openQueryRunner(sales, statements, NOW)
})
afterAll(() => runner.close())

const rows = (query: QueryObject, rules?: readonly string[]) => runner.rows(query, rules)
const sum = { expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name: 'n' } } as const
const axis = (name: string, timeGrain: string): AdhocColumn => ({
  label: name,
  sqlExpression: name,
  columnType: 'BASE_AXIS',
  timeGrain,
})

describe('columns and metrics', () => {
  it('returns raw rows without `metrics`, and distinct rows with an empty list', async () => {
    expect(await rows({ columns: ['yes'], orderby: [['n', true]] })).toHaveLength(6)
    expect(await rows({ columns: ['yes'], metrics: [], orderby: [['yes', true]] })).toEqual([
      { yes: false },
      { yes: true },
      { yes: null },
    ])
  })

  it('computes saved, simple and SQL metrics, in order', async () => {
    const metrics = [
      'count',
      sum,
      { ...sum, aggregate: 'COUNT_DISTINCT', column: { column_name: 'city' }, label: 'cities' },
      { ...sum, aggregate: 'AVG', column: { column_name: 'price' }, label: 'mean' },
      { ...sum, aggregate: 'MIN', label: 'least' },
      { ...sum, aggregate: 'MAX', label: 'most' },
      { ...sum, aggregate: 'COUNT', label: 'known' },
      { expressionType: 'SQL', sqlExpression: 'MAX(n) - MIN(n)', label: 'spread' },
    ] as const
    expect(await rows({ columns: [], metrics })).toEqual([
      // The values are 1.5, 2.5, 0.5, 4 and 1; one of six n is null.
      { count: 6, 'SUM(n)': 36, cities: 4, mean: 1.9, least: 1, most: 20, known: 5, spread: 19 },
    ])
  })

  it('ignores the former column of an SQL metric', async () => {
    const metrics = [{ expressionType: 'SQL', sqlExpression: 'SUM(n)', column: { column_name: 'gone' }, label: 'a' }]
    expect(await rows({ columns: [], metrics: metrics as never })).toEqual([{ a: 36 }])
  })

  it('uses computed columns as dimension, in metrics and in filters', async () => {
    const twice = { ...sum, column: { column_name: 'double n' }, label: 'twice' }
    const filters = [{ col: 'double n', op: '>', val: 5 }]
    expect(await rows({ columns: [], metrics: [sum, twice], filters })).toEqual([{ 'SUM(n)': 33, twice: 66 }])
    expect(await rows({ columns: ['double n'], filters: [{ col: 'city', op: '==', val: 'Birk' }] })).toEqual([
      { 'double n': 6 },
    ])
  })

  it('takes ad hoc columns as SQL', async () => {
    const upper = { label: 'upper', sqlExpression: 'UPPER(city)', expressionType: 'SQL' } as const
    const query = { columns: [upper], metrics: ['total'], filters: [{ col: upper, op: '==', val: 'ASH' }] }
    expect(await rows(query)).toEqual([{ upper: 'ASH', total: 3 }])
  })

  it('counts the rows of the limited statement', async () => {
    expect(await rows({ columns: ['city'], metrics: ['count'], is_rowcount: true })).toEqual([{ rowcount: 5 }])
    expect(await rows({ columns: ['n'], is_rowcount: true, row_limit: 2 })).toEqual([{ rowcount: 2 }])
  })
})

describe('time', () => {
  it('groups by the time bucket, not by the column with the same name', async () => {
    expect(
      await rows({ columns: [axis('ds', 'P1M')], metrics: ['total'], orderby: [[axis('ds', 'P1M'), true]] }),
    ).toEqual([
      { ds: Date.UTC(2024, 0, 1), total: 3 },
      { ds: Date.UTC(2024, 1, 1), total: 13 },
      { ds: Date.UTC(2024, 2, 1), total: 20 },
    ])
  })

  it('selects the bucket first as __timestamp when it is a time series', async () => {
    const query = { columns: ['yes'], metrics: ['count'], is_timeseries: true, granularity: 'ds' }
    const got = await rows({ ...query, extras: { time_grain_sqla: 'P1Y' }, orderby: [['count', false]] })
    expect(got[0]).toEqual({ __timestamp: Date.UTC(2024, 0, 1), yes: true, count: 3 })
    expect(Object.keys(got[0] ?? {})).toEqual(['__timestamp', 'yes', 'count'])
  })

  it.each([
    ['ds', 3],
    ['day', 3],
    ['secs', 3],
  ])('narrows %s from its start, inclusive, to its end, exclusive', async (granularity, total) => {
    const query = { columns: [], metrics: ['count'], granularity, time_range: '2024-01-15 : 2024-03-01' }
    expect(await rows(query)).toEqual([{ count: total }])
  })

  it('keeps a time of day in bounds on a date column', async () => {
    const query = {
      columns: [],
      metrics: ['count'],
      granularity: 'day',
      time_range: '2024-01-01T12:00:00 : 2024-02-01T12:00:00',
    }
    expect(await rows(query)).toEqual([{ count: 2 }])
  })

  it('buckets times that are stored as seconds or text', async () => {
    const months = [0, 1, 2].map((month) => Date.UTC(2024, month, 1))
    for (const name of ['secs', 'txt', 'day']) {
      const got = await rows({ columns: [axis(name, 'P1M')], metrics: ['count'], orderby: [[axis(name, 'P1M'), true]] })
      expect([name, got.map((row) => row[name])]).toEqual([name, months])
    }
  })

  it('uses the main time column if the named one is no time', async () => {
    const query = { columns: [], metrics: ['count'], granularity: 'city', time_range: '2024-03-01 : ' }
    expect(await rows(query)).toEqual([{ count: 2 }])
  })

  it('filters the main time column as well if the dataset requires it', async () => {
    const always = await openQueryRunner({ ...sales, always_filter_main_dttm: true }, statements, NOW)
    const query = {
      columns: [],
      metrics: ['count'],
      granularity: 'day',
      time_range: '2024-01-15 : 2024-01-15T12:00:00',
    }
    // The day begins within the range; the time of that row is 13:45:10.
    expect(await rows(query)).toEqual([{ count: 1 }])
    expect(await always.rows(query)).toEqual([{ count: 0 }])
    expect(await always.rows({ ...query, granularity: 'ds', time_range: '2024-01-15 : 2024-01-16' })).toEqual([
      { count: 1 },
    ])
    await always.close()
  })

  it.each([
    ['PT1S', '2021-08-15T13:47:38', '2021-08-16T23:59:59', '2021-08-14T00:00:00'],
    ['PT5S', '2021-08-15T13:47:35', '2021-08-16T23:59:55', '2021-08-14T00:00:00'],
    ['PT30S', '2021-08-15T13:47:30', '2021-08-16T23:59:30', '2021-08-14T00:00:00'],
    ['PT1M', '2021-08-15T13:47:00', '2021-08-16T23:59:00', '2021-08-14T00:00:00'],
    ['PT5M', '2021-08-15T13:45:00', '2021-08-16T23:55:00', '2021-08-14T00:00:00'],
    ['PT10M', '2021-08-15T13:40:00', '2021-08-16T23:50:00', '2021-08-14T00:00:00'],
    ['PT15M', '2021-08-15T13:45:00', '2021-08-16T23:45:00', '2021-08-14T00:00:00'],
    ['PT30M', '2021-08-15T13:30:00', '2021-08-16T23:30:00', '2021-08-14T00:00:00'],
    ['PT0.5H', '2021-08-15T13:30:00', '2021-08-16T23:30:00', '2021-08-14T00:00:00'],
    ['PT1H', '2021-08-15T13:00:00', '2021-08-16T23:00:00', '2021-08-14T00:00:00'],
    ['PT6H', '2021-08-15T12:00:00', '2021-08-16T18:00:00', '2021-08-14T00:00:00'],
    ['P1D', '2021-08-15', '2021-08-16', '2021-08-14'],
    ['P1W', '2021-08-09', '2021-08-16', '2021-08-09'],
    ['1969-12-28T00:00:00Z/P1W', '2021-08-15', '2021-08-15', '2021-08-08'],
    ['1969-12-29T00:00:00Z/P1W', '2021-08-09', '2021-08-16', '2021-08-09'],
    ['P1W/1970-01-03T00:00:00Z', '2021-08-21', '2021-08-21', '2021-08-14'],
    ['P1W/1970-01-04T00:00:00Z', '2021-08-15', '2021-08-22', '2021-08-15'],
    ['P1M', '2021-08-01', '2021-08-01', '2021-08-01'],
    ['P3M', '2021-07-01', '2021-07-01', '2021-07-01'],
    ['P0.25Y', '2021-07-01', '2021-07-01', '2021-07-01'],
    ['P1Y', '2021-01-01', '2021-01-01', '2021-01-01'],
  ])('buckets by %s as the reference does', async (timeGrain, ...expected) => {
    const times = ['2021-08-15 13:47:38.5', '2021-08-16 23:59:59', '2021-08-14 00:00:00']
    const got = []
    for (const time of times) {
      const label = { label: 'b', sqlExpression: `TIMESTAMP '${time}'`, columnType: 'BASE_AXIS', timeGrain } as const
      got.push((await rows({ columns: [label], row_limit: 1 }))[0]?.b)
    }
    expect(got).toEqual(expected.map((text) => Date.parse(text.includes('T') ? `${text}Z` : text)))
  })

  it('rejects an unknown grain', async () => {
    await expect(rows({ columns: [axis('ds', 'P9D')], metrics: ['count'] })).rejects.toMatchObject({
      code: 'time-grain-wrong',
    })
  })
})

describe('order and limits', () => {
  it('orders by selected and by other expressions', async () => {
    const by = async (orderby: QueryObject['orderby'] & {}) =>
      (await rows({ columns: ['city'], metrics: ['total'], orderby, row_limit: 2 })).map((row) => row.city)
    expect(await by([['total', false]])).toEqual([null, 'Cole'])
    expect(await by([[{ ...sum, aggregate: 'MAX', column: { column_name: 'price' }, label: 'm' }, false]])).toEqual([
      null,
      'Ash',
    ])
    expect(await by([['city', true]])).toEqual(['', 'Ash'])
  })

  it('skips the offset', async () => {
    expect(await rows({ columns: ['n'], orderby: [['n', true]], row_limit: 2, row_offset: 1 })).toEqual([
      { n: 2 },
      { n: 3 },
    ])
  })

  it('uses the default limit for 0, null and none, and never more than the maximum', async () => {
    const limit = async (row_limit: number | null) => (await runner.plan({ columns: ['n'], row_limit })).plan.rowLimit
    expect([await limit(0), await limit(null), await limit(7), await limit(1_000_000)]).toEqual([
      50_000, 50_000, 7, 100_000,
    ])
  })

  it('limits series by rank under the same conditions, without HAVING, equal ones by name', async () => {
    const query = {
      columns: ['city'],
      metrics: ['count'],
      series_columns: ['city'],
      orderby: [['city', true]],
    } as const
    // Rows without a city have the largest total; they use one place of the limit and then match nothing.
    expect(await rows({ ...query, series_limit: 2, series_limit_metric: 'total' })).toEqual([
      { city: 'Cole', count: 1 },
    ])
    expect(await rows({ ...query, series_limit: 1, series_limit_metric: 'total', order_desc: false })).toEqual([
      { city: 'Ash', count: 2 },
    ])
    // Birk, Cole and the empty name have one row each.
    expect((await rows({ ...query, series_limit: 3 })).map((row) => row.city)).toEqual(['', 'Ash', 'Birk'])
    const narrowed = { ...query, series_limit: 1, filters: [{ col: 'n', op: '<', val: 5 }] }
    expect(await rows({ ...narrowed, series_limit_metric: 'total' })).toEqual([{ city: 'Ash', count: 2 }])
    expect(await rows({ ...query, series_limit: 1, extras: { having: 'COUNT(*) < 2' } })).toEqual([])
  })

  it('uses all dimensions of a time series for its series, and drops null ones', async () => {
    const query = { columns: ['city'], metrics: ['total'], is_timeseries: true, granularity: 'ds', series_limit: 2 }
    const got = await rows({ ...query, extras: { time_grain_sqla: 'P1Y' }, orderby: [['total', false]] })
    expect(got.map((row) => row.city)).toEqual(['Cole'])
  })
})

describe('labels that shadow columns', () => {
  const shadow = { label: 'n', sqlExpression: 'city', expressionType: 'SQL' } as const
  const total = { ...sum, label: 'total n' }

  it('filters, metrics and free clauses use the column', async () => {
    const query = { columns: [shadow], metrics: [total], filters: [{ col: 'n', op: '<', val: 5 }] }
    expect(await rows({ ...query, extras: { where: 'n < 4', having: 'MAX(n) > 2' } })).toEqual([
      { n: 'Birk', 'total n': 3 },
    ])
  })

  it('sorting uses the selected label, or the metric', async () => {
    const query = { columns: [shadow], metrics: [total], filters: [{ col: 'city', op: 'IN', val: ['Ash', 'Cole'] }] }
    const by = async (key: NonNullable<QueryObject['orderby']>[number][0]) =>
      (await rows({ ...query, orderby: [[key, false]] })).map((row) => row.n)
    expect(await by('n')).toEqual(['Cole', 'Ash'])
    expect(await by({ ...sum, aggregate: 'MIN', label: 'least' })).toEqual(['Cole', 'Ash'])
    expect(await by({ ...sum, aggregate: 'COUNT', label: 'how many' })).toEqual(['Ash', 'Cole'])
  })

  it('limits series by the shadowed column', async () => {
    const query = { columns: [shadow], metrics: [total], series_columns: [shadow], series_limit: 1, order_desc: false }
    expect(await rows(query)).toEqual([{ n: 'Ash', 'total n': 3 }])
  })

  it('a metric may have the name of a column', async () => {
    const query = {
      columns: ['city'],
      metrics: [{ ...sum, label: 'price' }],
      filters: [{ col: 'price', op: '>', val: 2 }],
    }
    expect(await rows({ ...query, orderby: [['price', false]] })).toEqual([
      { city: null, price: 20 },
      { city: 'Ash', price: 2 },
    ])
  })
})

describe('conditions', () => {
  it('joins free clauses by AND, also if they end with a comment', async () => {
    const extras = { where: "(city = 'Ash' OR n = 3) -- mine", having: 'SUM(n) >= 3' }
    expect(await rows({ columns: ['city'], metrics: ['total'], extras, orderby: [['city', true]] })).toEqual([
      { city: 'Ash', total: 3 },
      { city: 'Birk', total: 3 },
    ])
  })

  it('applies row rules to rows and to the ranking of series alike', async () => {
    const query = { columns: ['city'], metrics: ['total'], series_columns: ['city'], series_limit: 1 }
    expect(await rows(query, ['n < 5', "city <> 'Birk'"])).toEqual([{ city: 'Ash', total: 3 }])
    expect(await rows(query, ['n < 5', "city <> 'Ash' OR FALSE"])).toEqual([{ city: 'Birk', total: 3 }])
  })

  it('applies the predicate of value lookups only on request', async () => {
    const count = async (apply: boolean) =>
      (await rows({ columns: [], metrics: ['count'], apply_fetch_values_predicate: apply }))[0]?.count
    expect([await count(false), await count(true)]).toEqual([6, 5])
    const wrong = await openQueryRunner({ ...sales, fetch_values_predicate: 'city <>' }, statements.slice(0, 1), NOW)
    expect(await wrong.rows({ columns: ['city'] })).toEqual([])
    await expect(wrong.rows({ columns: ['city'], apply_fetch_values_predicate: true })).rejects.toMatchObject({
      code: 'clause-wrong',
      args: ['fetch_values_predicate'],
    })
    await wrong.close()
  })
})

describe('invalid queries', () => {
  it.each<[QueryObject, string]>([
    [{}, 'Empty query?'],
    [{ columns: ['x'] }, "Columns missing in dataset: ['x']"],
    [
      {
        columns: ['x', 'n', "it's"],
        metrics: [
          { ...sum, column: { column_name: 'y' } },
          { ...sum, label: 'known' },
        ],
      },
      `Columns missing in dataset: ['x', "it's", 'y']`,
    ],
    [{ metrics: [{ ...sum, column: { column_name: 'x' } }] }, "Columns missing in dataset: ['x']"],
    [
      { columns: ['n'], orderby: [[{ ...sum, column: { column_name: 'x' } }, true]] },
      "Columns missing in dataset: ['x']",
    ],
    [{ metrics: ['nope'] }, "Metric 'nope' does not exist"],
    [
      { metrics: [{ expressionType: 'SQL', sqlExpression: ' ', label: 'a' }] },
      'Adhoc metric SQL expression is invalid',
    ],
    [{ metrics: [{ ...sum, aggregate: 'sum' }] }, 'Adhoc metric aggregate is invalid'],
    [{ metrics: [{ expressionType: 'ODD' as 'SQL', label: 'a' }] }, 'Adhoc metric expressionType is invalid'],
    [{ columns: ['n'], orderby: [['x', true]] }, 'Unknown column used in orderby: x'],
    [{ columns: ['n'], orderby: [['', true]] }, 'orderby column must be populated'],
    [
      { columns: ['n'], metrics: ['count', { ...sum, label: 'n' }] },
      'Duplicate column/metric labels: "n". Please make sure all columns and metrics have a unique label.',
    ],
    [
      { columns: ['n', 'n', 'yes'], metrics: ['count', { ...sum, label: 'yes' }, 'count'] },
      'Duplicate column/metric labels: "n", "yes", "count". Please make sure all columns',
    ],
    [{ columns: ['n'], extras: { where: 'city <>' } }, 'The WHERE clause is not a single expression'],
    [
      { columns: ['n'], series_columns: ['city'] },
      'The following entries in `series_columns` are missing in `columns`: "city". ',
    ],
    [{ columns: ['n'], extras: { where: '1 = 1) OR (1 = 1' } }, 'Closing unopened parenthesis in filter clause'],
    [{ metrics: ['count'], time_range: '2024-02-01 : 2024-01-01' }, 'From date cannot be larger than to date'],
  ])('returns the reason: %j', async (query, message) => {
    await expect(rows(query)).rejects.toThrow(message)
  })

  it('wants a time column for a time series', async () => {
    const timeless = await openQueryRunner(dataset({ table_name: 't' }), ['CREATE TABLE t AS SELECT 1 AS n'], NOW)
    await expect(timeless.rows({ metrics: ['count'], is_timeseries: true })).rejects.toThrow(
      'Datetime column not provided as part table configuration and is required by this type of chart',
    )
    await timeless.close()
  })
})

describe('virtual datasets', () => {
  it('reads from SQL with common table expressions, a remark and a semicolon at its end', async () => {
    const sql = 'WITH a AS (SELECT 1 AS n UNION ALL SELECT 2)\tSELECT n, n * n AS square FROM a -- all;\n;'
    const virtual = dataset({
      table_name: 'v',
      sql,
      columns: [column({ column_name: 'n', type: 'INTEGER' }), column({ column_name: 'square', type: 'INTEGER' })],
    })
    const over = await openQueryRunner(virtual, [], NOW)
    expect(await over.rows({ columns: ['n', 'square'], orderby: [['n', false]] })).toEqual([
      { n: 2, square: 4 },
      { n: 1, square: 1 },
    ])
    await over.close()
  })
})
