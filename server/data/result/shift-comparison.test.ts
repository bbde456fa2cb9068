import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AdhocColumn, QueryObject } from '#core/query/query-object.ts'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'
import { isEntry } from './result-entry.ts'
import { bucketKey, timeShifterOf, counterpartRange } from '#server/data/plan/time-shift.ts'

let fixture: DataFixture
let id: number

beforeAll(async () => {
  fixture = await openDataFixture(
    [
      'CREATE TABLE visits (ds TIMESTAMP, city VARCHAR, n INTEGER)',
      `INSERT INTO visits VALUES
        ('2023-01-10', 'Ash', 100), ('2023-02-10', 'Ash', 5), ('2023-02-11', 'Birk', 7), ('2023-03-01', 'Cole', 50),
        ('2024-01-05', 'Ash', 1), ('2024-02-29', 'Ash', 2), ('2024-02-01', 'Birk', 30), ('2024-04-01', 'Ash', 4)`,
    ],
    Date.UTC(2024, 5, 15),
  )
  const columns = [
    { column_name: 'ds', type: 'TIMESTAMP', is_dttm: true },
    { column_name: 'city', type: 'VARCHAR' },
    { column_name: 'n', type: 'INTEGER' },
  ]
  const metrics = [{ metric_name: 'total', expression: 'SUM(n)' }]
  id = (await fixture.dataset({ table_name: 'visits', main_dttm_col: 'ds', columns, metrics })).id
})
afterAll(() => fixture.close())

async function ask(query: QueryObject) {
  const context = { datasource: { id, type: 'table' }, queries: [query] }
  const signal = new AbortController().signal
  const result = await fixture.context.chartData.ask({
    context,
    index: 0,
    user: fixture.admin,
    format: 'rows',
    priority: 'visible',
    signal,
  })
  if (!isEntry(result)) throw new Error('There are no data')
  return { head: result.head, rows: JSON.parse(new TextDecoder().decode(await result.data.plain())) }
}

const axis: AdhocColumn = { label: 'ds', sqlExpression: 'ds', columnType: 'BASE_AXIS', timeGrain: 'P1M' }
const within = (val: string) => [{ col: 'ds', op: 'TEMPORAL_RANGE', val }]
const month = (index: number) => Date.UTC(2024, index, 1)

it('returns the values of the same months a year ago, and omits months without a current value', async () => {
  const query: QueryObject = {
    columns: [axis],
    metrics: ['total'],
    filters: within('2024-01-01 : 2024-05-01'),
    orderby: [[axis, true]],
    time_offsets: ['1 year ago', '1 month ago'],
  }
  const { rows, head } = await ask(query)
  expect(rows).toEqual([
    { ds: month(0), total: 1, 'total__1 year ago': 100, 'total__1 month ago': null },
    { ds: month(1), total: 32, 'total__1 year ago': 12, 'total__1 month ago': 1 },
    { ds: month(3), total: 4, 'total__1 year ago': null, 'total__1 month ago': null },
  ])
  const statements = head.query.split(';\n\n')
  expect(statements).toHaveLength(3)
  for (const [at, from] of ['2024-01-01', '2023-01-01', '2023-12-01'].entries()) expect(statements[at]).toContain(from)
})

it('compares days at a fixed distance, also across a leap day', async () => {
  const day = { ...axis, timeGrain: 'P1D' }
  const query: QueryObject = { columns: [day], metrics: ['total'], filters: within('2024-02-01 : 2024-03-01') }
  const { rows } = await ask({ ...query, orderby: [[day, true]], time_offsets: ['28 days ago'] })
  expect(rows).toEqual([
    { ds: Date.UTC(2024, 1, 1), total: 30, 'total__28 days ago': null },
    { ds: Date.UTC(2024, 1, 29), total: 2, 'total__28 days ago': 30 },
  ])
})

it('chooses series by the displayed period, and matches rows by all dimensions', async () => {
  const query: QueryObject = {
    columns: [axis, 'city'],
    series_columns: ['city'],
    series_limit: 1,
    metrics: ['total'],
    filters: within('2024-01-01 : 2024-03-01'),
    time_offsets: ['1 year ago'],
  }
  // A year ago Ash was the top series; in the displayed period it is Birk.
  expect((await ask(query)).rows).toEqual([{ ds: month(1), city: 'Birk', total: 30, 'total__1 year ago': 7 }])
})

it('compares one number over the range of the query or the period of the same length before it', async () => {
  const query: QueryObject = {
    columns: [],
    metrics: ['total'],
    granularity: 'ds',
    time_range: '2024-01-01 : 2024-03-01',
  }
  const { rows } = await ask({ ...query, time_offsets: ['1 year ago', 'inherit', '2023-03-01'] })
  expect(rows).toEqual([{ total: 33, 'total__1 year ago': 112, total__inherit: null, 'total__2023-03-01': 50 }])
})

it('throws without both ends of the range', async () => {
  const query: QueryObject = { columns: [axis], metrics: ['total'], time_offsets: ['1 year ago'] }
  const message = 'An enclosed time range (both start and end) must be specified when using a Time Comparison.'
  await expect(ask(query)).rejects.toThrow(message)
  await expect(ask({ ...query, filters: within('2024-01-01 : ') })).rejects.toThrow(message)
})

it.each([
  ['2020-01-04', 'P1W', '2019-12-30'],
  ['2020-01-06', 'P1W', '2020-01-06'],
  ['2021-01-03', '1969-12-28T00:00:00Z/P1W', '2021-01-03'],
  ['2021-01-03', 'P1W/1970-01-03T00:00:00Z', '2021-01-09'],
  ['2021-08-15', 'P0.25Y', '2021-07-01'],
  ['2021-08-15', 'P1Y', '2021-01-01'],
])('labels the bucket of %s by %s as %s', (date, grain, label) => {
  expect(bucketKey(Date.parse(date), grain)).toBe(Date.parse(label))
})

const day = (text: string) => Date.parse(`${text}Z`)

it.each([
  // Monday, March 2 moves to Sunday, February 2, in the week of January 27.
  ['P1W', '1 month ago', '2020-03-02 : 2020-05-04', '2020-01-27 : 2020-03-30'],
  ['P1W', '1 year ago', '2020-12-21 : 2021-02-01', '2019-12-16 : 2020-01-27'],
  ['P1M', '1 week ago', '2020-03-01 : 2020-06-01', '2020-02-01 : 2020-05-01'],
  ['P3M', '1 month ago', '2020-04-01 : 2020-07-01', '2020-01-01 : 2020-04-01'],
  ['P1Y', '52 weeks ago', '2020-01-01 : 2021-01-01', '2019-01-01 : 2020-01-01'],
  // The part that the range cuts off a bucket is cut off its counterpart too.
  ['P1M', '1 year ago', '2020-01-16 : 2020-03-16', '2019-01-16 : 2019-03-16'],
  ['PT6H', '1 month ago', '2001-03-29 : 2001-03-30', '2001-02-28 : 2001-03-01'],
  [null, '1 month ago', '2001-03-29 : 2001-03-30', '2001-02-28 : 2001-03-01'],
])('the comparison by %s and %s of the range %s has the range %s', (grain, offset, shown, other) => {
  const [from = 0, to = 0] = shown.split(' : ').map(day)
  const range = { from, to }
  const [since, until] = other.split(' : ').map(day)
  expect(counterpartRange(range, grain, timeShifterOf(offset, range))).toEqual({ from: since, to: until })
})

it('applies a second filter on the time axis to the displayed period only', async () => {
  const late = { col: 'ds', op: '>=', val: '2024-02-10' }
  const query: QueryObject = {
    columns: [axis],
    metrics: ['total'],
    filters: [...within('2024-01-01 : 2024-03-01'), late],
    time_offsets: ['1 year ago'],
  }
  // In 2024 only February 29 is past the 28th; a year before, both rows of February count.
  expect((await ask(query)).rows).toEqual([{ ds: month(1), total: 2, 'total__1 year ago': 12 }])
})

it('applies other filters to both periods', async () => {
  const query: QueryObject = {
    columns: [axis],
    metrics: ['total'],
    filters: [...within('2024-01-01 : 2024-03-01'), { col: 'city', op: '==', val: 'Ash' }],
    orderby: [[axis, true]],
    time_offsets: ['1 year ago'],
  }
  expect((await ask(query)).rows).toEqual([
    { ds: month(0), total: 1, 'total__1 year ago': 100 },
    { ds: month(1), total: 2, 'total__1 year ago': 5 },
  ])
})

it('matches weeks by their position for every weekday at which the compared period begins', async () => {
  const week = { ...axis, timeGrain: 'P1W' }
  const query: QueryObject = { columns: [week], metrics: ['total'], filters: within('2024-02-26 : 2024-03-04') }
  // 25 days before Monday the 26th is Thursday the 1st, in the week that begins on January 29.
  expect((await ask({ ...query, time_offsets: ['25 days ago'] })).rows).toEqual([
    { ds: Date.UTC(2024, 1, 26), total: 2, 'total__25 days ago': 30 },
  ])
  const old: QueryObject = {
    columns: [],
    is_timeseries: true,
    granularity: 'ds',
    time_range: '2024-02-26 : 2024-03-04',
    extras: { time_grain_sqla: 'P1W' },
    metrics: ['total'],
  }
  expect((await ask({ ...old, time_offsets: ['25 days ago'] })).rows).toEqual([
    { __timestamp: Date.UTC(2024, 1, 26), total: 2, 'total__25 days ago': 30 },
  ])
})

it.each([{ col: 'city' }, { op: '==', val: 'Ash' }, { col: null, op: '==', val: 'Ash' }])(
  'the incomplete filter %j has the same result with and without a comparison',
  async (filter) => {
    const query = { columns: [axis], metrics: ['total'], filters: [filter, ...within('2024-01-01 : 2024-03-01')] }
    const outcome = (requested: object) =>
      ask(requested as QueryObject).then(
        () => 'answered',
        (error: unknown) => String(error),
      )
    const single = await outcome(query)
    expect(await outcome({ ...query, time_offsets: ['1 year ago'] })).toBe(single)
  },
)
