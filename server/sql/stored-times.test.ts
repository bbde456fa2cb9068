import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { QueryFilter } from '#core/query/query-object.ts'
import { type QueryRunner, openQueryRunner } from '#testing/query-rows.ts'
import { dataset, datasetColumn } from '#testing/dataset.ts'
import { strftime } from './strftime.ts'

/** How each column stores the same four timestamps: its type, its format, and the SQL that creates them. */
const STORED_VALUES: Readonly<Record<string, readonly [type: string, format: string | null, made: string]>> = {
  secs: ['BIGINT', 'epoch_s', 'epoch(ts)'],
  millis: ['BIGINT', 'epoch_ms', 'epoch_ms(ts)'],
  full: ['VARCHAR', '%Y-%m-%d %H:%M:%S', "strftime(ts, '%Y-%m-%d %H:%M:%S')"],
  us: ['VARCHAR', '%m/%d/%Y %H:%M:%S', "strftime(ts, '%m/%d/%Y %H:%M:%S')"],
  ymd: ['INTEGER', '%Y%m%d', "strftime(ts, '%Y%m%d')"],
  'ymd text': ['VARCHAR', '%Y%m%d', "strftime(ts, '%Y%m%d')"],
  dmy: ['VARCHAR', '%d.%m.%Y', "strftime(ts, '%d.%m.%Y')"],
  short: ['VARCHAR', '%y%m%d', "strftime(ts, '%y%m%d')"],
  doy: ['VARCHAR', '%Y/%j', "strftime(ts, '%Y/%j')"],
  iso: ['VARCHAR', null, "strftime(ts, '%Y-%m-%d %H:%M:%S')"],
}
const ALL = Object.keys(STORED_VALUES)
const EXACT = ['secs', 'millis', 'full', 'us']
const WITH_FORMAT = ALL.filter((name) => name !== 'iso')

const moments = dataset({
  table_name: 'moments',
  columns: [
    datasetColumn({ column_name: 'id', type: 'INTEGER' }),
    ...Object.entries(STORED_VALUES).map(([column_name, [type, python_date_format]]) =>
      datasetColumn({ column_name, type, python_date_format, is_dttm: true }),
    ),
    datasetColumn({ column_name: 'year', type: 'INTEGER', python_date_format: '%Y', is_dttm: true }),
    // Has a time format, but is not temporal.
    datasetColumn({ column_name: 'plain', type: 'BIGINT', python_date_format: 'epoch_s' }),
  ],
})

let runner: QueryRunner
beforeAll(async () => {
  const made = Object.entries(STORED_VALUES).map(([name, [type, , sql]]) => `CAST(${sql} AS ${type}) AS "${name}"`)
  runner = await openQueryRunner(
    moments,
    [
      `CREATE TABLE moments AS SELECT id, ${made.join(', ')}, CAST(epoch(ts) AS BIGINT) AS plain, year(ts) AS year FROM (VALUES
        (1, TIMESTAMP '2024-01-05 10:20:30'), (2, TIMESTAMP '2024-02-29 00:00:00'),
        (3, TIMESTAMP '2024-03-01 23:59:59'), (4, TIMESTAMP '1999-12-31 12:00:00')) v(id, ts)`,
    ],
    Date.UTC(2024, 5, 15),
  )
})
afterAll(() => runner.close())

const ids = async (...filters: QueryFilter[]) =>
  (await runner.rows({ columns: ['id'], filters, orderby: [['id', true]] })).map((row) => row.id)

describe('times stored as numbers or text', () => {
  it.each(ALL)('filters by days in %s', async (col) => {
    const within = (val: string) => ids({ col, op: 'TEMPORAL_RANGE', val })
    expect(await within('2024-02-29 : 2024-03-01')).toEqual([2])
    expect(await within('2000-01-01 : 2024-03-01')).toEqual([1, 2])
    expect(await within('2024-03-01 : ')).toEqual([3])
    expect(await within(' : 2024-01-05')).toEqual([4])
  })

  it.each(EXACT)('filters by seconds in %s', async (col) => {
    const within = (val: string) => ids({ col, op: 'TEMPORAL_RANGE', val })
    expect(await within('2024-01-05T10:20:30 : 2024-03-01T23:59:59')).toEqual([1, 2])
    expect(await within('2024-01-05T10:20:31 : 2024-03-02')).toEqual([2, 3])
  })

  it.each(['ymd', 'ymd text', 'dmy', 'doy'])('compares with a time of day as dates do in %s', async (col) => {
    const within = (val: string) => ids({ col, op: 'TEMPORAL_RANGE', val })
    // The stored days are January 5, February 29 and March 1 in 2024, and December 31 in 1999, each at midnight.
    expect(await within('2024-02-29T05:06:07 : 2024-03-01T09:30:00')).toEqual([3])
    expect(await within('2024-01-05T00:00:01 : 2024-02-29T00:00:01')).toEqual([2])
    expect(await within(' : 1999-12-31T00:00:01')).toEqual([4])
  })

  it('compares with the first of January in a column of years', async () => {
    const within = (val: string) => ids({ col: 'year', op: 'TEMPORAL_RANGE', val })
    expect(await within('1999-01-01 : 2024-01-01')).toEqual([4])
    expect(await within('1999-06-01 : 2024-06-01')).toEqual([1, 2, 3])
  })

  it.each(ALL)('groups by month in %s', async (name) => {
    const month = { label: 'm', sqlExpression: name, columnType: 'BASE_AXIS', timeGrain: 'P1M' } as const
    const got = await runner.rows({ columns: [month], metrics: [], orderby: [[month, true]] })
    expect(got.map(({ m }) => m)).toEqual([
      Date.UTC(1999, 11, 1),
      Date.UTC(2024, 0, 1),
      Date.UTC(2024, 1, 1),
      Date.UTC(2024, 2, 1),
    ])
    expect(await ids({ col: name, op: 'IN', val: [Date.UTC(2024, 1, 1)], grain: 'P1M' })).toEqual([2])
  })

  it.each(WITH_FORMAT)('sorts as times in %s', async (name) => {
    const got = await runner.rows({ columns: ['id'], orderby: [[name, true]] })
    expect(got.map(({ id }) => id)).toEqual([4, 1, 2, 3])
  })

  it.each(WITH_FORMAT)('compares with times of a result in %s', async (col) => {
    const instant = Date.UTC(2024, 1, 29)
    expect(await ids({ col, op: '==', val: instant })).toEqual([2])
    expect(await ids({ col, op: 'IN', val: [instant, null] })).toEqual([2])
    expect(await ids({ col, op: 'NOT IN', val: [instant] })).toEqual([1, 3, 4])
  })

  it.each<[string, string | number]>([
    ['secs', 1_709_164_800],
    ['millis', 1_709_164_800_000],
    ['ymd', 20_240_229],
    ['ymd', '20240229'],
    ['ymd text', '20240229'],
    ['dmy', '29.02.2024'],
    ['full', '2024-02-29 00:00:00'],
    ['iso', '2024-02-29 00:00:00'],
    ['plain', 1_709_164_800],
  ])('compares, in %s, with %j in the format of the column', async (col, val) => {
    expect(await ids({ col, op: '==', val })).toEqual([2])
    expect(await ids({ col, op: 'IN', val: [val] })).toEqual([2])
  })

  it('compares as numbers if the value is no time of a result', async () => {
    expect(await ids({ col: 'ymd', op: '>', val: 2024 })).toEqual([1, 2, 3, 4])
    expect(await ids({ col: 'ymd', op: '<', val: 20_000_101 })).toEqual([4])
  })

  it('converts nothing for a column of another type', async () => {
    const odd = dataset({
      table_name: 'odd',
      columns: [
        datasetColumn({ column_name: 'id', type: 'INTEGER' }),
        datasetColumn({ column_name: 'ts', type: 'TIMESTAMP', python_date_format: '%Y%m%d', is_dttm: true }),
        datasetColumn({ column_name: 'bare', type: null, python_date_format: '%d.%m.%Y', is_dttm: true }),
      ],
    })
    const statement = `CREATE TABLE odd AS SELECT id, ts, strftime(ts, '%d.%m.%Y') AS bare FROM (VALUES
      (1, TIMESTAMP '2024-02-29 00:00:00'), (2, TIMESTAMP '2024-03-01 12:00:00')) v(id, ts)`
    const own = await openQueryRunner(odd, [statement], Date.UTC(2024, 5, 15))
    for (const col of ['ts', 'bare']) {
      const month = { label: 'm', sqlExpression: col, columnType: 'BASE_AXIS', timeGrain: 'P1M' } as const
      const got = await own.rows({ columns: [month], metrics: [], orderby: [[month, true]] })
      expect([col, got.map(({ m }) => m)]).toEqual([col, [Date.UTC(2024, 1, 1), Date.UTC(2024, 2, 1)]])
    }
    const filters = [{ col: 'ts', op: '==', val: Date.UTC(2024, 1, 29) }]
    expect(await own.rows({ columns: ['id'], filters })).toEqual([{ id: 1 }])
    await own.close()
  })

  it('converts nothing for a column without a format', async () => {
    expect(await ids({ col: 'plain', op: '==', val: Date.UTC(2024, 1, 29) })).toEqual([])
    const got = await runner.rows({ columns: ['id'], filters: [{ col: 'plain', op: '>', val: 1_709_164_800 }] })
    expect(got).toEqual([{ id: 3 }])
  })

  it('returns times if the query filters by the column', async () => {
    const query = { columns: ['dmy'], granularity: 'dmy', time_range: '2024-02-01 : ' } as const
    expect(await runner.rows({ ...query, orderby: [['id', true]] })).toEqual([
      { dmy: Date.UTC(2024, 1, 29) },
      { dmy: Date.UTC(2024, 2, 1) },
    ])
    const grain = { metrics: [], extras: { time_grain_sqla: 'P1Y' } }
    expect(await runner.rows({ ...query, ...grain })).toEqual([{ dmy: Date.UTC(2024, 0, 1) }])
  })
})

it.each([
  ['%Y-%m-%d %H:%M:%S.%f', '2024-02-09 03:04:05.006000'],
  ['%y%m%d', '240209'],
  ['%Y/%j', '2024/040'],
  ['100%% %q', '100% %q'],
])('formats a time by %s as %s', (pattern, text) => {
  expect(strftime(pattern, Date.UTC(2024, 1, 9, 3, 4, 5, 6))).toBe(text)
})

it('formats an early year with four digits', () => {
  expect(strftime('%Y %j', Date.parse('0987-12-31T23:59:59Z'))).toBe('0987 365')
})
