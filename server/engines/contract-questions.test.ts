import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { containsPattern } from '#core/filter/like-pattern.ts'
import type { QueryFilter, QueryObject } from '#core/query/query-object.ts'
import { type QueryRunner, queryRunnerOn } from '#testing/query-rows.ts'
import { dataset, datasetColumn } from '#testing/dataset.ts'
import { queryEngines, type EngineFixture, openEngineFixture } from '#testing/engine-fixtures.ts'
import { timeAxis, queryDataset, factStatements } from '#testing/query-fixture.ts'
import type { Engine } from './engine.ts'

const NOW = Date.UTC(2024, 5, 15)
const sum = { expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name: 'n' } } as const
/** Texts with pattern characters: 1 `x%y`, 2 `x_y`, 3 `x\\y`, 4 `xzy`, 5 ends with a backslash. */
const ODD = {
  label: 'odd',
  sqlExpression: String.raw`CASE id WHEN 1 THEN 'x%y' WHEN 2 THEN 'x_y' WHEN 3 THEN 'x\y' WHEN 4 THEN 'xzy' WHEN 5 THEN 'end\' ELSE '' END`,
}

describe.each(queryEngines)('$name', (engine: Engine) => {
  let fixture: EngineFixture
  let asker: Omit<QueryRunner, 'close'>
  const LONG = 'a label of more than sixty-three bytes, as people write them: '

  beforeAll(async () => {
    fixture = await openEngineFixture(engine, factStatements)
    asker = queryRunnerOn(fixture, queryDataset, NOW)
  })
  afterAll(() => fixture.close())

  const rows = (query: QueryObject) => asker.rows(query)
  const ids = async (query: QueryObject) =>
    (await rows({ columns: ['id'], orderby: [['id', true]], ...query })).map((row) => row.id)

  it.each<[QueryFilter, number[]]>([
    [{ col: 'n', op: '==', val: 1 }, [1]],
    [{ col: 'n', op: '==', val: '9007199254740993' }, [3]],
    [{ col: 'n', op: '!=', val: 2 }, [1, 3, 5, 7]],
    [{ col: 'n', op: '>', val: 1.5 }, [2, 3, 6, 7]],
    [{ col: 'n', op: '<=', val: '-3' }, [5]],
    [{ col: 'n', op: 'IN', val: [1, '2', null] }, [1, 2, 4, 6]],
    [{ col: 'n', op: 'IN', val: [1, '2', 'none'] }, [1, 2, 3, 4, 5, 6, 7]],
    [{ col: 'n', op: 'NOT IN', val: [1, 2] }, [3, 5, 7]],
    [{ col: 'n', op: 'NOT IN', val: [1, null] }, [2, 3, 5, 6, 7]],
    [{ col: 'n', op: 'LIKE', val: '%2' }, [2, 6]],
    [{ col: 'x', op: '==', val: 0.1 }, [6]],
    [{ col: 'x', op: '>=', val: 2 }, [3, 7]],
    [{ col: 'x', op: '<', val: 1e299 }, [1, 2, 3, 5, 6]],
    [{ col: 'x', op: 'IN', val: [1, 1.5, null] }, [2, 4]],
    [{ col: 'price', op: '==', val: 9.99 }, [6]],
    [{ col: 'price', op: '>', val: '1' }, [1, 3, 6, 7]],
    [{ col: 'price', op: 'IN', val: [100, 1.25] }, [1, 3]],
    [{ col: 'price', op: 'LIKE', val: '%.00' }, [3, 5, 7]],
    [{ col: 's', op: '==', val: "it's 100%" }, [5]],
    [{ col: 's', op: '==', val: '<empty string>' }, [3]],
    [{ col: 's', op: '!=', val: 'apple' }, [2, 3, 5, 7]],
    [{ col: 's', op: 'IN', val: ['apple', '<NULL>'] }, [1, 4, 6]],
    [{ col: 's', op: 'NOT IN', val: ['apple', null] }, [2, 3, 5, 7]],
    [{ col: 's', op: 'IN', val: [null] }, [4]],
    [{ col: 's', op: 'LIKE', val: 'apple%' }, [1, 6]],
    [{ col: 's', op: 'ILIKE', val: 'APPLE%' }, [1, 2, 6]],
    [{ col: 's', op: 'NOT LIKE', val: '%pp%' }, [3, 5, 7]],
    [{ col: 's', op: 'NOT ILIKE', val: '%PIE' }, [1, 3, 5, 6, 7]],
    [{ col: 's', op: 'LIKE', val: 'الع%' }, [7]],
    [{ col: 's', op: 'LIKE', val: String.raw`%100\%` }, [5]],
    [{ col: ODD, op: 'LIKE', val: String.raw`x\%y` }, [1]],
    [{ col: ODD, op: 'ILIKE', val: String.raw`X\%Y` }, [1]],
    [{ col: ODD, op: 'NOT LIKE', val: String.raw`x\%y` }, [2, 3, 4, 5, 6, 7]],
    [{ col: ODD, op: 'LIKE', val: String.raw`x\_y` }, [2]],
    [{ col: ODD, op: 'LIKE', val: String.raw`x\\y` }, [3]],
    [{ col: ODD, op: 'LIKE', val: 'x_y' }, [1, 2, 3, 4]],
    [{ col: ODD, op: 'LIKE', val: '%\\' }, [5]],
    [{ col: ODD, op: 'ILIKE', val: containsPattern('%') }, [1]],
    [{ col: ODD, op: 'ILIKE', val: containsPattern('_') }, [2]],
    [{ col: ODD, op: 'ILIKE', val: containsPattern('\\') }, [3, 5]],
    [{ col: 's', op: '==', val: 12 }, []],
    [{ col: 's', op: 'IS NULL' }, [4]],
    [{ col: 's', op: 'IS NOT NULL' }, [1, 2, 3, 5, 6, 7]],
    [{ col: 'yes', op: 'IS TRUE' }, [1, 5]],
    [{ col: 'yes', op: 'IS FALSE' }, [2, 6]],
    [{ col: 'yes', op: '==', val: 'true' }, [1, 5]],
    [{ col: 'yes', op: 'IN', val: [0, null] }, [2, 3, 4, 6, 7]],
    [{ col: 'ts', op: '==', val: Date.UTC(2024, 0, 15, 13, 45, 10) }, [2]],
    [{ col: 'ts', op: '>', val: '2024-02-01' }, [5, 7]],
    [{ col: 'ts', op: 'IN', val: [Date.UTC(2024, 0, 1), null] }, [1, 4]],
    [{ col: 'ts', op: '==', val: Date.UTC(2024, 1, 1), grain: 'P1M' }, [3, 5]],
    // Both ends of an axis range are buckets, and the last one is included completely.
    [{ col: 'ts', op: '>=', val: Date.UTC(2024, 0, 1), grain: 'P1M' }, [1, 2, 3, 5, 7]],
    [{ col: 'ts', op: '<=', val: Date.UTC(2024, 0, 1), grain: 'P1M' }, [1, 2, 6]],
    [{ col: 'd', op: '<=', val: Date.UTC(2024, 0, 1), grain: 'P1Y' }, [1, 2, 3, 5, 6]],
    [{ col: 'secs', op: '>=', val: Date.UTC(2024, 1, 1), grain: 'P1M' }, [3, 5, 7]],
    [{ col: 'german', op: '<=', val: Date.UTC(2024, 0, 1), grain: 'P1M' }, [1, 2, 6]],
    [{ col: 'ymd', op: '<=', val: Date.UTC(2024, 0, 1), grain: 'P1M' }, [1, 2, 6]],
    [{ col: 's', op: 'IN', val: ['apple'], grain: 'P1M' }, [1, 6]],
    [{ col: 'tz', op: '==', val: Date.UTC(2024, 1, 1) }, [3]],
    [{ col: 'd', op: 'IN', val: [Date.UTC(2024, 1, 1)] }, [3, 5]],
    [{ col: 'd', op: '<', val: '1970-01-01' }, [6]],
    [{ col: 'letters', op: '>', val: 5 }, [2, 5, 7]],
    // Times stored as numbers or text are compared both by their value in results and by their stored value.
    [{ col: 'secs', op: 'IN', val: [Date.UTC(2024, 1, 1), null] }, [3, 4, 5]],
    [{ col: 'secs', op: '==', val: Date.UTC(2024, 1, 1) / 1000 }, [3, 5]],
    [{ col: 'millis', op: '==', val: Date.UTC(2024, 1, 1) }, [3]],
    [{ col: 'german', op: '==', val: Date.UTC(2024, 1, 1) }, [3, 5]],
    [{ col: 'german', op: 'IN', val: ['01.02.2024'] }, [3, 5]],
    [{ col: 'ymd', op: 'NOT IN', val: [Date.UTC(2024, 1, 1)] }, [1, 2, 6, 7]],
    [{ col: 'ymd', op: '>=', val: 20240201 }, [3, 5, 7]],
    [{ col: { label: 'up', sqlExpression: 'upper(s)' }, op: '==', val: 'APPLE' }, [1, 6]],
    [
      {
        col: 's',
        op: 'EXCEPT',
        of: [
          { col: 's', op: '==', val: 'apple' },
          { col: 'ts', op: '==', val: Date.UTC(2024, 0, 1), grain: 'P1M' },
        ],
      },
      [2, 3, 4, 5, 6, 7],
    ],
  ])('filters by %j', async (filter, expected) => {
    expect(await ids({ filters: [filter] })).toEqual(expected)
  })

  it.each(['ts', 'd', 'tz', 'secs', 'millis', 'german', 'iso', 'ymd'])(
    'filters %s by a range and groups it by month',
    async (name) => {
      const range = { granularity: name, time_range: '2024-01-15 : 2024-02-01' }
      expect(await ids(range)).toEqual([2])
      const filter = { col: name, op: 'TEMPORAL_RANGE', val: ' : 1970-01-01' }
      expect(await ids({ filters: [filter] })).toEqual([6])
      const month = timeAxis(name, 'P1M')
      const got = await rows({ columns: [month], metrics: ['count'], orderby: [[month, true]] })
      expect(got).toEqual([
        { [name]: Date.UTC(1965, 1, 1), count: 1 },
        { [name]: Date.UTC(2024, 0, 1), count: 2 },
        { [name]: Date.UTC(2024, 1, 1), count: 2 },
        { [name]: Date.UTC(2100, 11, 1), count: 1 },
        { [name]: null, count: 1 },
      ])
    },
  )

  it('keeps the time of day of bounds on dates and on moments with a zone', async () => {
    const time_range = '2024-01-01T12:00:00 : 2024-02-01T00:00:00.001'
    expect(await ids({ granularity: 'd', time_range: '2024-01-01T12:00:00 : 2024-02-01T12:00:00' })).toEqual([2, 3, 5])
    expect(await ids({ granularity: 'tz', time_range })).toEqual(await ids({ granularity: 'ts', time_range }))
    expect(await ids({ granularity: 'never', time_range })).toEqual([])
  })

  it('computes every aggregate without losing digits', async () => {
    const of = (aggregate: string, name: string) => ({
      expressionType: 'SIMPLE' as const,
      aggregate,
      column: { column_name: name },
    })
    const metrics = [
      ...['SUM', 'MIN', 'MAX', 'COUNT'].map((aggregate) => of(aggregate, 'n')),
      of('AVG', 'price'),
      of('SUM', 'price'),
      of('COUNT_DISTINCT', 's'),
      of('MAX', 'ts'),
      of('MIN', 'd'),
      of('SUM', 'letters'),
      'spread',
      'count',
    ]
    expect(await rows({ columns: [], metrics })).toEqual([
      {
        'SUM(n)': '9007199254741002',
        'MIN(n)': -3,
        'MAX(n)': '9007199254740993',
        'COUNT(n)': 6,
        'AVG(price)': expect.closeTo(19.623333333333, 10),
        'SUM(price)': 117.74,
        'COUNT_DISTINCT(s)': 5,
        'MAX(ts)': Date.UTC(2100, 11, 31, 23, 59, 59),
        'MIN(d)': Date.UTC(1965, 1, 28),
        // apple, Apple pie, empty, it's 100%, apple, and seven Arabic letters.
        'SUM(letters)': 5 + 9 + 0 + 9 + 5 + 7,
        spread: '9007199254740996',
        count: 7,
      },
    ])
  })

  it('groups, orders, offsets and limits', async () => {
    const query = {
      columns: ['s'],
      metrics: ['count'],
      orderby: [
        ['count', false],
        ['s', true],
      ],
    } as const
    expect(await rows({ ...query, row_limit: 3 })).toEqual([
      { s: 'apple', count: 2 },
      { s: '', count: 1 },
      { s: 'Apple pie', count: 1 },
    ])
    expect(await rows({ ...query, row_limit: 2, row_offset: 4 })).toEqual([
      { s: 'العربية', count: 1 },
      { s: null, count: 1 },
    ])
    expect(await rows({ ...query, is_rowcount: true })).toEqual([{ rowcount: 6 }])
    expect(await rows({ ...query, row_limit: 4, is_rowcount: true })).toEqual([{ rowcount: 4 }])
    expect(await rows({ ...query, extras: { having: 'COUNT(*) > 1' } })).toEqual([{ s: 'apple', count: 2 }])
    expect(
      await ids({ extras: { where: "n = 2 OR s = 'x' -- either" }, filters: [{ col: 'yes', op: 'IS FALSE' }] }),
    ).toEqual([2, 6])
  })

  it('limits series to the first by rank, for any name', async () => {
    const label = `${LONG}series`
    const series = { label, sqlExpression: 's' }
    const query = {
      columns: [series],
      metrics: [{ ...sum, label: `${LONG}sum` }, 'count'],
      series_columns: [series],
      series_limit: 2,
      series_limit_metric: 'count',
      orderby: [[{ ...sum, label: `${LONG}sum` }, true]],
    } as const
    expect(await rows(query)).toEqual([
      { [label]: 'apple', [`${LONG}sum`]: 3, count: 2 },
      { [label]: '', [`${LONG}sum`]: '9007199254740993', count: 1 },
    ])
    const timed = { granularity: 'ts', is_timeseries: true, extras: { time_grain_sqla: 'P1Y' } }
    expect(await rows({ ...query, ...timed, columns: ['s'], series_columns: ['s'], series_limit: 1 })).toEqual([
      { __timestamp: Date.UTC(2024, 0, 1), s: 'apple', [`${LONG}sum`]: 1, count: 1 },
      { __timestamp: Date.UTC(1965, 0, 1), s: 'apple', [`${LONG}sum`]: 2, count: 1 },
    ])
  })

  it('groups the rows of further series on request', async () => {
    const query = {
      columns: ['s'],
      metrics: ['count', sum],
      series_columns: ['s'],
      series_limit: 1,
      series_limit_metric: 'count',
      group_others_when_limit_reached: true,
      orderby: [['s', false]],
    } as const
    // Besides the two apples: 2, 2^53 + 1, null, -3 and 7.
    expect(await rows(query)).toEqual([
      { s: 'apple', count: 2, 'SUM(n)': 3 },
      { s: 'Others', count: 5, 'SUM(n)': '9007199254740999' },
    ])
    // Rows with neither value are the largest group and take the only slot.
    const yes = {
      ...query,
      columns: ['yes'],
      series_columns: ['yes'],
      metrics: ['count'],
      orderby: [['yes', false]],
    } as const
    // Of null 3, true 2 and false 2, only the first satisfies the filter.
    expect(await rows({ ...yes, extras: { having: 'COUNT(*) > 2' } })).toEqual([{ yes: null, count: 3 }])
  })

  it('adds up the groups that pass the filters on metrics, groups without a value among them', async () => {
    // Rows by yes: true 2 (n 1, -3), false 2 (n 2, 2), null 3 (n 2^53 + 1, null, 7).
    const query = { metrics: ['count', sum], extras: { having: 'COUNT(*) > 2 OR SUM(n) < 0' } }
    const passing = { count: 5, 'SUM(n)': '9007199254740998' }
    expect(await rows({ ...query, columns: [], having_columns: ['yes'] })).toEqual([passing])
    expect(await rows({ ...query, columns: ['yes'], grouping_sets: [[]] })).toEqual([
      { yes: null, ...passing, __grouping: 1 },
    ])
    const texts = { ...query, columns: ['yes', 's'], extras: { having: 'SUM(n) < 2' } }
    // (true, apple) 1 and (true, it's 100%) -3.
    expect(await rows({ ...texts, grouping_sets: [[], ['yes']] })).toEqual([
      { yes: null, s: null, count: 2, 'SUM(n)': -2, __grouping: 3 },
      { yes: true, s: null, count: 2, 'SUM(n)': -2, __grouping: 1 },
    ])
    await expect(rows({ ...query, columns: [], having_columns: ['nope'] })).rejects.toMatchObject({
      code: 'columns-unknown',
    })
  })

  it('computes totals of any metric from the rows of the dataset', async () => {
    const average = { expressionType: 'SIMPLE', aggregate: 'AVG', column: { column_name: 'price' } } as const
    const texts = { ...average, aggregate: 'COUNT_DISTINCT', column: { column_name: 's' } }
    const query: QueryObject = {
      columns: ['yes', timeAxis('d', 'P1Y')],
      metrics: [average, texts, 'count'],
      filters: [{ col: 'id', op: 'IN', val: [1, 2, 3, 5, 6] }],
      grouping_sets: [['yes', 'd'], ['yes'], ['d'], [], ['yes']],
      orderby: [
        ['yes', true],
        ['d', true],
      ],
    }
    const [y65, y24] = [Date.UTC(1965, 0, 1), Date.UTC(2024, 0, 1)]
    const of = (
      yes: boolean | null,
      d: number | null,
      price: number,
      distinct: number,
      count: number,
      mask: number,
    ) => ({
      yes,
      d,
      'AVG(price)': expect.closeTo(price, 10),
      'COUNT_DISTINCT(s)': distinct,
      count,
      __grouping: mask,
    })
    // 1: apple 1.25 true 2024; 2: Apple pie -0.50 false 2024; 3: empty 100 2024; 5: it's 0 true 2024; 6: apple 9.99 false 1965.
    expect(await rows(query)).toEqual([
      of(null, null, (1.25 - 0.5 + 100 + 0 + 9.99) / 5, 4, 5, 3),
      of(null, y65, 9.99, 1, 1, 2),
      of(null, y24, (1.25 - 0.5 + 100 + 0) / 4, 4, 4, 2),
      of(false, null, (9.99 - 0.5) / 2, 2, 2, 1),
      of(true, null, 0.625, 2, 2, 1),
      of(null, null, 100, 1, 1, 1),
      of(false, y65, 9.99, 1, 1, 0),
      of(false, y24, -0.5, 1, 1, 0),
      of(true, y24, 0.625, 2, 2, 0),
      of(null, y24, 100, 1, 1, 0),
    ])
    expect(await rows({ ...query, row_limit: 1 })).toMatchObject([{ count: 5, __grouping: 3 }])
    await expect(rows({ ...query, grouping_sets: [['yes'], ['nope']] })).rejects.toThrow(
      'The following entries in `grouping_sets` are missing in `columns`: "nope".',
    )
  })

  it('ranks series without a value last, ascending and descending', async () => {
    const query = { columns: ['s'], metrics: ['least'], series_columns: ['s'], series_limit: 5 } as const
    for (const order_desc of [true, false]) {
      const named = { ...query, order_desc, columns: [{ label: 's', sqlExpression: "COALESCE(s, 'none')" }] }
      const got = await rows({ ...named, series_columns: named.columns, orderby: [['least', true]] })
      // The least values of the groups are 1, 2, 2^53 + 1, null, -3 and 7. The group with null is ranked last, and is no series.
      expect(got.map((row) => row.s)).toEqual(["it's 100%", 'apple', 'Apple pie', 'العربية', ''])
    }
  })

  it('filters the main time column as well if the dataset requires it', async () => {
    const query = { granularity: 'never', time_range: '2024-01-01 : 2024-02-01' }
    const other = { granularity: 'd', time_range: '2024-02-01 : 2024-02-02' }
    const required = { ...queryDataset, always_filter_main_dttm: true }
    const always = queryRunnerOn(fixture, { ...required, main_dttm_col: 'secs' }, NOW)
    const never = queryRunnerOn(fixture, { ...required, main_dttm_col: 'never' }, NOW)
    const of = async (from: typeof always, queryObject: QueryObject) =>
      (await from.rows({ columns: ['id'], orderby: [['id', true]], ...queryObject })).map((row) => row.id)
    expect(await of(always, query)).toEqual([])
    expect(await of(always, other)).toEqual([3, 5])
    expect(await of(never, other)).toEqual([])
  })

  it('reads from the SQL of a dataset, with common table expressions and hostile names', async () => {
    const sql = `WITH few AS (SELECT id, n AS "a ""b"".c 😀" FROM facts WHERE id < 3), more AS (SELECT * FROM few)
      SELECT * FROM more UNION ALL SELECT 9, 9 -- the last`
    const name = 'a "b".c 😀'
    const virtual = dataset({
      table_name: 'virtual',
      sql: `${sql};\n`,
      columns: ['id', name].map((column_name) => datasetColumn({ column_name, type: 'BIGINT' })),
    })
    const metric = { ...sum, column: { column_name: name } }
    const query = { columns: ['id'], metrics: [metric], orderby: [['id', true]] } as const
    expect(await queryRunnerOn(fixture, virtual, NOW).rows(query)).toEqual([
      { id: 1, [`SUM(${name})`]: 1 },
      { id: 2, [`SUM(${name})`]: 2 },
      { id: 9, [`SUM(${name})`]: 9 },
    ])
  })

  it('adds the hours of the dataset to the axis', async () => {
    const moved = { ...queryDataset, offset: -3 }
    const day = { columns: [timeAxis('ts', 'P1D')], metrics: ['count'], filters: [{ col: 'id', op: '==', val: 2 }] }
    expect(await queryRunnerOn(fixture, moved, NOW).rows(day)).toEqual([{ ts: Date.UTC(2024, 0, 14, 21), count: 1 }])
  })

  it.each([
    ['(SELECT MAX(n) FROM facts)', 'subquery-refused'],
    ['1) OR (1 = 1', 'clause-wrong'],
    ['n AS m', 'clause-wrong'],
    ['n, n', 'clause-wrong'],
    ['n FROM facts', 'clause-wrong'],
    ['*', 'clause-wrong'],
    ['$1', 'sql-refused'],
    ["current_setting('port')", 'sql-refused'],
    ["nextval('s')", 'sql-refused'],
  ])('rejects the expression %s', async (text, code) => {
    await expect(fixture.guard.expression(text, 'metric')).rejects.toMatchObject({ code })
  })

  it.each([
    ['SELECT 1; SELECT 2', 'virtual-many'],
    ['DELETE FROM facts', 'virtual-not-select'],
    ['SELEC 1', 'sql-syntax'],
    ['  ;', 'virtual-empty'],
    ['SELECT * FROM pg_settings', 'sql-refused'],
    // An engine without this function cannot tell whether an administrator may allow it.
    ["SELECT * FROM read_text('/etc/hostname')", 'sql-refused, function-refused'],
    ['SELECT nosuch_function(n) FROM facts', 'function-refused'],
    ['SELECT nosuch_schema.nosuch_function(n) FROM facts', 'function-refused'],
  ])('rejects the statement %s', async (text, codes) => {
    const refused = await fixture.guard.select(text).catch((error: { readonly code?: string }) => error.code)
    expect(codes.split(', ')).toContain(refused)
  })
})
