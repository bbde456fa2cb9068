import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AdhocColumn, QueryObject } from '#core/query/query-object.ts'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'
import { isEntry } from './result-entry.ts'

const DAY = 86_400_000
const FIRST = Date.UTC(2021, 0, 1)
/** The years 2021 to 2023 have 3 * 365 days. */
const DAYS = 1095

let fixture: DataFixture
let id: number

/** One row per day; n is 1 on the first day, 2 on the second, and so on. */
beforeAll(async () => {
  fixture = await openDataFixture(
    [
      `CREATE TABLE daily AS
        SELECT TIMESTAMP '2021-01-01' + to_days(i::INTEGER) AS ds, i::INTEGER + 1 AS n FROM range(${DAYS}) days(i)`,
    ],
    Date.UTC(2024, 5, 15),
  )
  const columns = [
    { column_name: 'ds', type: 'TIMESTAMP', is_dttm: true },
    { column_name: 'n', type: 'INTEGER' },
  ]
  const metrics = [{ metric_name: 'total', expression: 'SUM(n)' }]
  id = (await fixture.dataset({ table_name: 'daily', main_dttm_col: 'ds', columns, metrics })).id
})
afterAll(() => fixture.close())

async function ask(query: QueryObject): Promise<readonly Readonly<Record<string, number | null>>[]> {
  const result = await fixture.context.chartData.ask({
    context: { datasource: { id, type: 'table' }, queries: [query] },
    index: 0,
    user: fixture.admin,
    format: 'rows',
    priority: 'visible',
    signal: new AbortController().signal,
  })
  if (!isEntry(result)) throw new Error('There are no data')
  return JSON.parse(new TextDecoder().decode(await result.data.plain()))
}

/** Returns the same day some months earlier, or the last day of that month if it is shorter. */
function monthsBefore(epoch: number, months: number): number {
  const date = new Date(epoch)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() - months]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Date.UTC(year, month, Math.min(date.getUTCDate(), lastDay))
}

const OFFSETS: Readonly<Record<string, (start: number) => number>> = {
  '1 day ago': (start) => start - DAY,
  '7 days ago': (start) => start - 7 * DAY,
  '1 week ago': (start) => start - 7 * DAY,
  '28 days ago': (start) => start - 28 * DAY,
  '1 month ago': (start) => monthsBefore(start, 1),
  '1 quarter ago': (start) => monthsBefore(start, 3),
  '52 weeks ago': (start) => start - 364 * DAY,
  '1 year ago': (start) => monthsBefore(start, 12),
  '2 years ago': (start) => monthsBefore(start, 24),
}

/** Returns the first day of the period that contains a day. */
const GRAINS: Readonly<Record<string, (day: number) => number>> = {
  P1D: (day) => day,
  P1W: (day) => day - ((new Date(day).getUTCDay() + 6) % 7) * DAY,
  P1M: (day) => Date.UTC(new Date(day).getUTCFullYear(), new Date(day).getUTCMonth()),
  P3M: (day) => Date.UTC(new Date(day).getUTCFullYear(), 3 * Math.floor(new Date(day).getUTCMonth() / 3)),
}

it.each(Object.entries(GRAINS))(
  'the partners of all periods by %s are the sums of whole periods',
  async (grain, startOf) => {
    const sums = new Map<number, number>()
    for (let row = 0; row < DAYS; row += 1) {
      const start = startOf(FIRST + row * DAY)
      sums.set(start, (sums.get(start) ?? 0) + row + 1)
    }
    const axis: AdhocColumn = { label: 'ds', sqlExpression: 'ds', columnType: 'BASE_AXIS', timeGrain: grain }
    const rows = await ask({
      columns: [axis],
      metrics: ['total'],
      filters: [{ col: 'ds', op: 'TEMPORAL_RANGE', val: '2021-01-01 : 2024-01-01' }],
      orderby: [[axis, true]],
      time_offsets: Object.keys(OFFSETS),
    })
    const expected = [...sums].map(([start, total]) => ({
      ds: start,
      total,
      ...Object.fromEntries(
        Object.entries(OFFSETS).map(([offset, earlier]) => [
          `total__${offset}`,
          sums.get(startOf(earlier(start))) ?? null,
        ]),
      ),
    }))
    expect(rows).toEqual(expected)
  },
)
