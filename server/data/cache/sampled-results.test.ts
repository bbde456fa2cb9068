import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { QueryObject } from '#core/query/query-object.ts'
import type { ResultMetadata } from '#core/query/result.ts'
import type { Format } from '#server/files/encode-table.ts'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'
import { isEntry } from '#server/data/result/result-entry.ts'

const NOW = Date.UTC(2024, 5, 15)
const FIRST = Date.UTC(2024, 0, 1)
const SECONDS = 20_000
/** The number of series of a table, and the seconds of which each has a point. */
const CROWD = { series: 40, from: 5000, to: 10_000 }
let fixture: DataFixture
let dataset: number
let crowd: number

beforeAll(async () => {
  fixture = await openDataFixture(
    [
      `CREATE TABLE seconds AS SELECT TIMESTAMP '2024-01-01' + i * INTERVAL 1 SECOND AS at, 'tag ' || (i % 2) AS tag,
        CASE i WHEN 7777 THEN 1000 WHEN 15555 THEN -1000 ELSE i % 10 END AS n FROM range(${SECONDS}) t(i)`,
      `CREATE TABLE crowd AS SELECT s.at, 'tag ' || c AS tag, s.n FROM range(${CROWD.series}) t(c),
        (FROM seconds WHERE epoch("at" - TIMESTAMP '2024-01-01') BETWEEN ${CROWD.from} AND ${CROWD.to - 1}) s`,
    ],
    NOW,
  )
  const details = {
    main_dttm_col: 'at',
    columns: [
      { column_name: 'at', type: 'TIMESTAMP', is_dttm: true },
      { column_name: 'tag', type: 'VARCHAR' },
      { column_name: 'n', type: 'BIGINT' },
    ],
    metrics: [
      { metric_name: 'sum', expression: 'SUM(n)' },
      { metric_name: 'tags', expression: 'MAX(tag)' },
    ],
  }
  dataset = (await fixture.dataset({ table_name: 'seconds', ...details })).id
  crowd = (await fixture.dataset({ table_name: 'crowd', ...details })).id
})
afterAll(() => fixture.close())

const axis = { label: 'at', sqlExpression: 'at', columnType: 'BASE_AXIS', timeGrain: 'PT1S' } as const
const plain: QueryObject = { columns: [axis], metrics: ['sum'], orderby: [['at', true]], row_limit: 10_000 }
const sample = { width: 256 } as const

async function ask(query: QueryObject, format: Format = 'columns', id = dataset) {
  const result = await fixture.context.chartData.ask({
    context: { datasource: { id, type: 'table' }, queries: [query] },
    index: 0,
    user: fixture.admin,
    format,
    priority: 'visible',
    signal: new AbortController().signal,
  })
  if (!isEntry(result)) throw new Error('There are no data')
  const text = new TextDecoder().decode(await result.data.plain())
  return { head: result.head as ResultMetadata, text, columns: format === 'csv' ? [] : JSON.parse(text) }
}

it('a series longer than its row limit is sampled to the width, keeps its extremes, and reports its points', async () => {
  const { head, columns } = await ask({ ...plain, sample })
  expect(head.sampled).toEqual({ points: SECONDS, width: 256 })
  expect(head.cost.capped).toBe(false)
  expect(head.colnames).toEqual(['at', 'sum'])
  const [at, sum] = columns as [number[], number[]]
  expect([at.length, sum.length]).toEqual([head.rowcount, head.rowcount])
  expect(head.rowcount).toBeLessThanOrEqual(4 * 256)
  expect([at[0], at.at(-1)]).toEqual([FIRST, FIRST + (SECONDS - 1) * 1000])
  expect(at[sum.indexOf(1000)]).toBe(FIRST + 7_777_000)
  expect(at[sum.indexOf(-1000)]).toBe(FIRST + 15_555_000)
})

it('a request without sampling returns the first rows, and reports that there are more', async () => {
  const { head, columns } = await ask(plain)
  expect([head.rowcount, head.cost.capped, head.sampled]).toEqual([10_000, true, undefined])
  expect(columns[0].at(-1)).toBe(FIRST + 9_999_000)
})

it.each<[Format]>([['rows'], ['csv']])('responses as %s are never sampled', async (format) => {
  const requested = await ask({ ...plain, sample }, format)
  const same = await ask(plain, format)
  expect(requested.text).toBe(same.text)
  expect(requested.head.sampled).toBeUndefined()
  expect(requested.head.rowcount).toBe(10_000)
})

it.each<[string, QueryObject]>([
  ['a small limit that a user set', { row_limit: 1000 }],
  ['a limit that a user set for a wider picture', { row_limit: 8192 }],
  ['a metric that is not a number', { metrics: ['tags'] }],
  ['a page', { row_offset: 10 }],
  [
    'an axis of names',
    { columns: [{ ...axis, label: 'name', sqlExpression: 'CAST("at" AS VARCHAR)', timeGrain: null }] },
  ],
  ['an axis of numbers', { columns: [{ ...axis, label: 'number', sqlExpression: 'epoch("at")', timeGrain: null }] }],
])('%s: is not sampled, and cut at the row limit', async (_name, own) => {
  const query = { ...plain, orderby: [], ...own }
  const { head } = await ask({ ...query, sample })
  expect(head.sampled).toBeUndefined()
  expect([head.rowcount, head.cost.capped]).toEqual([query.row_limit, true])
})

it('a series within the width is not sampled, and shares its cache entry with a request without sampling', async () => {
  const few = { ...plain, filters: [{ col: 'at', op: '<', val: '2024-01-01 00:17:04' }] }
  const { head, text } = await ask({ ...few, sample })
  expect([head.rowcount, head.sampled]).toEqual([1024, undefined])
  // The same query, and its cached result.
  const same = await ask(few)
  expect(text).toBe(same.text)
  expect(same.head).toMatchObject({ is_cached: true, cache_key: head.cache_key })
})

it('each of several series is sampled separately', async () => {
  const { head, columns } = await ask({ ...plain, columns: [axis, 'tag'], sample })
  expect(head.sampled).toEqual({ points: SECONDS, width: 256 })
  const [at, tag] = columns as [number[], string[]]
  expect(at[tag.indexOf('tag 1')]).toBe(FIRST + 1000)
  expect(at[tag.lastIndexOf('tag 0')]).toBe(FIRST + (SECONDS - 2) * 1000)
})

const rolled = {
  operation: 'rolling',
  options: { rolling_type: 'sum', window: 2, min_periods: 0, columns: { sum: 'sum' } },
}
const spread = {
  operation: 'pivot',
  options: { index: ['at'], columns: [], aggregates: { sum: { operator: 'mean' } }, drop_missing_columns: false },
}
const flat = { operation: 'flatten' }

describe.each<[string, QueryObject]>([
  ['rolled', { post_processing: [spread, rolled, flat] }],
  [
    'aggregated',
    { post_processing: [spread, { operation: 'cum', options: { operator: 'sum', columns: { sum: 'sum' } } }, flat] },
  ],
  [
    'resampled',
    { post_processing: [spread, { operation: 'resample', options: { method: 'ffill', rule: '1S' } }, flat] },
  ],
  ['compared', { time_offsets: ['1 hour ago'], granularity: 'at', time_range: '2024-01-01 : 2024-01-02' }],
  ['shifted in time', { time_shift: '1 hour ago', granularity: 'at', time_range: '2024-01-01 01:00:00 : 2024-01-02' }],
])('a series that is %s on the server', (_name, own) => {
  const query: QueryObject = { ...plain, row_limit: 9000, ...own }
  const rowsOf = ({ columns }: { readonly columns: readonly (readonly unknown[])[] }) =>
    (columns[0] ?? []).map((_at, row) => columns.map((values) => values[row]))

  it('takes a sample from the cached result without a statement, with its ends, its extremes and existing rows only', async () => {
    const whole = await ask(query)
    const seen = await ask({ ...query, sample })
    const values = whole.columns
      .slice(1)
      .flat()
      .filter((value: unknown) => value !== null)
    expect([whole.head.rowcount, whole.head.sampled]).toEqual([9000, undefined])
    expect(seen.head.sampled).toEqual({ points: values.length, width: 256 })
    expect(seen.head.rowcount).toBeLessThanOrEqual(256 * (2 + 2 * (whole.columns.length - 1)))
    expect([seen.head.colnames, seen.head.coltypes]).toEqual([whole.head.colnames, whole.head.coltypes])
    expect([seen.head.query, seen.head.cost.engine, seen.head.is_cached]).toEqual([whole.head.query, 0, true])
    const all = rowsOf(whole)
    const left = rowsOf(seen)
    const known = new Map(all.map((row, index) => [row[0], { row, index }]))
    expect(left.map((row) => known.get(row[0])?.row)).toEqual(left)
    const indexes = left.map((row) => known.get(row[0])?.index ?? -1)
    expect(indexes).toEqual(indexes.toSorted((a, b) => a - b))
    expect([left[0], left.at(-1)]).toEqual([all[0], all.at(-1)])
    for (const [index] of whole.columns.slice(1).entries()) {
      const extremes = (rows: typeof all) => {
        const numbers = rows.map((row) => row[index + 1]).filter((value) => typeof value === 'number')
        return [Math.min(...numbers), Math.max(...numbers)]
      }
      expect(extremes(left)).toEqual(extremes(all))
    }
  })

  it('returns the same values in a range as the complete result', async () => {
    const all = rowsOf(await ask(query))
    // A hundred seconds in 256 parts: all of them.
    const [from, to] = [FIRST + 5_000_000, FIRST + 5_100_000]
    const within = (rows: typeof all) => rows.filter(([at]) => (at as number) >= from && (at as number) <= to)
    const near = rowsOf(await ask({ ...query, sample: { ...sample, from, to } }))
    expect(within(near)).toEqual(within(all))
    expect(within(near)).toHaveLength(101)
  })

  it.each<[Format]>([['rows'], ['csv']])('the type %s is never sampled', async (format) => {
    const requested = await ask({ ...query, sample }, format)
    const same = await ask(query, format)
    expect([requested.text, requested.head.sampled, requested.head.rowcount]).toEqual([same.text, undefined, 9000])
  })
})

it('several pivoted series are sampled at common times, and keep the extremes of each', async () => {
  const steps = [{ ...spread, options: { ...spread.options, columns: ['tag'] } }, flat]
  const query = { ...plain, columns: [axis, 'tag'], row_limit: 20_000, post_processing: steps }
  const { head, columns } = await ask({ ...query, sample })
  expect(head.colnames).toEqual(['at', 'sum, tag 0', 'sum, tag 1'])
  expect(head.sampled).toEqual({ points: SECONDS, width: 256 })
  const [at, even, odd] = columns as [number[], (number | null)[], (number | null)[]]
  // 1000 and -1000 are both at odd seconds; the maximum of the even series is 8.
  expect([at[odd.indexOf(1000)], at[odd.indexOf(-1000)]]).toEqual([FIRST + 7_777_000, FIRST + 15_555_000])
  expect(Math.max(...even.map(Number))).toBe(8)
  // Where one series has a value, the other has none, as in the complete result.
  expect(even.filter((value, row) => (value === null) === (odd[row] === null))).toEqual([])
})

it.each<[string, QueryObject]>([
  ['few enough points', { row_limit: 1000 }],
  ['a column that is not a number', { metrics: ['sum', 'tags'] }],
  [
    'no time axis',
    { columns: [{ ...axis, label: 'number', sqlExpression: 'epoch("at")', timeGrain: null }], orderby: [] },
  ],
])('a running sum of %s is not sampled', async (_name, own) => {
  const last = { operation: 'cum', options: { operator: 'sum', columns: { sum: 'sum' } } }
  const { head } = await ask({ ...plain, ...own, post_processing: [last], sample })
  expect([head.sampled, head.rowcount]).toEqual([undefined, own.row_limit ?? 10_000])
})

it('uses a smaller width if the samples of all series exceed the result limit, and cuts none', async () => {
  // Parts of 5 and 10 points have 4 visible points, or 3 if the first or the last is the minimum or maximum. 40 series
  // with 2,048 or 1,024 parts exceed the result limit of 100,000 rows; with 512 parts there are at most 81,920.
  const { head, columns } = await ask({ ...plain, columns: [axis, 'tag'], sample: { width: 2048 } }, 'columns', crowd)
  expect(head.sampled).toEqual({ points: 200_000, width: 512 })
  expect(head.cost.capped).toBe(false)
  expect(head.rowcount).toBeGreaterThan(CROWD.series * 512 * 3)
  expect(head.rowcount).toBeLessThanOrEqual(CROWD.series * 512 * 4)
  const [at, , sum] = columns as [number[], string[], number[]]
  const ends = [FIRST + CROWD.from * 1000, FIRST + (CROWD.to - 1) * 1000]
  expect(ends.map((end) => at.filter((each) => each === end).length)).toEqual([CROWD.series, CROWD.series])
  expect(sum.filter((each) => each === 1000)).toHaveLength(CROWD.series)
})

it('a sample of a range is a separate query; the sample of the complete result stays cached', async () => {
  const whole = await ask({ ...plain, sample })
  // A hundred seconds in 256 parts: all of them.
  const [from, to] = [FIRST + 5_000_000, FIRST + 5_100_000]
  const near = await ask({ ...plain, sample: { ...sample, from, to } })
  const within = (near.columns[0] as number[]).filter((at) => at >= from && at <= to)
  expect(within).toEqual(Array.from({ length: 101 }, (_, second) => from + second * 1000))
  expect(near.head.is_cached).toBe(false)
  const again = await ask({ ...plain, sample })
  expect(again.head).toMatchObject({ is_cached: true, sampled: whole.head.sampled })
  expect(again.text).toBe(whole.text)
})

it.each([
  [{ width: 300 }, 'Must be one of: 256, 384, 512, 768, 1024, 1536, 2048.'],
  [{ width: 256, from: 5 }, 'Both ends of the range are required.'],
  [{ width: 256, from: 5, to: 5 }, 'The range must end after it begins.'],
])('returns 400 for the invalid sample %j', async (wrong, message) => {
  const reply = await fixture.app.inject({
    method: 'POST',
    url: '/api/v1/chart/data',
    headers: { authorization: `Bearer ${await fixture.token('sampler', 'Admin')}` },
    payload: { datasource: { id: dataset, type: 'table' }, queries: [{ ...plain, sample: wrong }] },
  })
  expect(reply.statusCode).toBe(400)
  expect(reply.body).toContain(message)
})
