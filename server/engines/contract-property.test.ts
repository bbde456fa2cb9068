import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  columnLabel,
  metricLabel,
  type QueryColumn,
  type QueryFilter,
  type QueryMetric,
  type QueryObject,
} from '#core/query/query-object.ts'
import { timeGrains } from '#core/time/grains.ts'
import type { Value } from '#core/table/table.ts'
import { askerOn } from '#testing/asked-rows.ts'
import { type EngineWorld, openEngineWorld } from '#testing/engine-worlds.ts'
import { axis, facts, factStatements } from '#testing/question-fixture.ts'
import { engines } from './index.ts'

const worlds: EngineWorld[] = []
beforeAll(async () => {
  for (const engine of engines) worlds.push(await openEngineWorld(engine, factStatements))
})
afterAll(async () => {
  for (const world of worlds) await world.close()
})

const simple = (aggregate: string, column_name: string): QueryMetric => ({
  expressionType: 'SIMPLE',
  aggregate,
  column: { column_name },
})

const grain = fc.constantFrom(...timeGrains.flatMap(({ code }) => (code === null ? [] : [code])))
const time = fc.constantFrom('ts', 'd', 'tz', 'secs', 'millis', 'german', 'iso', 'ymd')
const dimensions: fc.Arbitrary<QueryColumn[]> = fc.uniqueArray(
  fc.oneof(
    fc.constantFrom('s', 'yes', 'n', 'price', 'letters'),
    fc.constant({ label: 'up "', sqlExpression: 'upper(s)' }),
    fc.tuple(time, grain).map(([name, code]) => axis(name, code)),
  ),
  { minLength: 1, maxLength: 4, selector: (column) => (typeof column === 'string' ? column : column.label) },
)
const metrics: fc.Arbitrary<QueryMetric[]> = fc.subarray<QueryMetric>([
  'count',
  'spread',
  simple('SUM', 'n'),
  simple('AVG', 'n'),
  simple('SUM', 'price'),
  // PostgreSQL squares what it averages, and 1e300 has no square.
  simple('MAX', 'x'),
  simple('AVG', 'price'),
  simple('MAX', 'ts'),
  simple('MIN', 'd'),
  simple('COUNT_DISTINCT', 's'),
  { expressionType: 'SQL', sqlExpression: 'SUM(CASE WHEN yes THEN 1 ELSE 0 END)', label: 'ayes 😀' },
])

const oneOf = (...values: Value[]): fc.Arbitrary<Value> => fc.constantFrom(...values)
const numbers = oneOf(1, 2, -3, 7, 1.25, 0.1, 100, '2', '-3')
const texts = oneOf('apple', 'Apple pie', '', "it's 100%", '<empty string>', '%', "x' OR '1'='1")
const moments = oneOf(Date.UTC(2024, 0, 1), Date.UTC(2024, 1, 1), 0, '2024-01-15 13:45:10', Date.UTC(2100, 11, 31))
const valued: fc.Arbitrary<readonly [QueryFilter['col'], fc.Arbitrary<Value>]> = fc.oneof(
  fc.constantFrom<readonly [QueryFilter['col'], fc.Arbitrary<Value>]>(
    ['n', numbers],
    ['x', numbers],
    ['price', numbers],
    ['letters', oneOf(5, 7, 9)],
    ['s', texts],
    [{ label: 'up "', sqlExpression: 'upper(s)' }, texts],
    ['ts', moments],
    ['d', moments],
    ['tz', moments],
    ['yes', oneOf(true, false, 'true', 0)],
  ),
)
const filter: fc.Arbitrary<QueryFilter> = fc.oneof(
  valued.chain(([col, values]) =>
    fc.record({ col: fc.constant(col), op: fc.constantFrom('==', '!=', '>', '<', '>=', '<='), val: values }),
  ),
  valued.chain(([col, values]) =>
    fc.record({
      col: fc.constant(col),
      op: fc.constantFrom('IN', 'NOT IN'),
      val: fc.array(fc.oneof(values, fc.constant(null)), { minLength: 1, maxLength: 3 }),
    }),
  ),
  fc.record({
    col: fc.constantFrom('s', 'n', 'price', 'yes'),
    op: fc.constantFrom('LIKE', 'ILIKE', 'NOT LIKE', 'NOT ILIKE'),
    val: fc.constantFrom('%p%', 'APPLE%', '_', '%2', '%.00', 'TRUE', '%'),
  }),
  fc.record({
    col: fc.constantFrom('s', 'n', 'x', 'yes', 'ts', 'tz'),
    op: fc.constantFrom('IS NULL', 'IS NOT NULL'),
  }),
  fc.record({ col: fc.constant('yes'), op: fc.constantFrom('IS TRUE', 'IS FALSE') }),
  fc.record({
    col: time,
    op: fc.constant('TEMPORAL_RANGE'),
    val: fc.constantFrom('2024-01-15 : 2024-02-01', ' : 1970-01-01', '2024-02-01 : ', 'No filter', 'Last year'),
  }),
)

const narrowing = fc.record(
  {
    filters: fc.array(filter, { maxLength: 2 }),
    granularity: time,
    time_range: fc.constantFrom(
      '2024-01-01 : 2024-02-01',
      '1900-01-01 : 2024-01-15T13:45:10',
      'No filter',
      'No filter',
    ),
    row_limit: fc.constantFrom(0, 2, 4, 100),
    row_offset: fc.constantFrom(0, 0, 1, 2),
    is_rowcount: fc.constantFrom(true, false, false, false, false),
  },
  { requiredKeys: [] },
)

function isBucket(column: QueryColumn | undefined): boolean {
  return typeof column === 'object' && column.columnType === 'BASE_AXIS'
}

/** Ordered by all of its dimensions, so that there is one right answer. */
const grouped: fc.Arbitrary<QueryObject> = fc
  .tuple(
    dimensions,
    metrics,
    narrowing,
    fc.option(
      fc.record({
        series_limit: fc.integer({ min: 1, max: 3 }),
        series_limit_metric: fc.constantFrom('count', 'least'),
        group_others_when_limit_reached: fc.boolean(),
      }),
    ),
    fc.boolean(),
    fc.boolean(),
  )
  .map(([columns, asked, rest, limited, having, descending]) => ({
    ...rest,
    columns,
    metrics: asked,
    orderby: columns.map((column) => [column, true] as const),
    ...(limited ? { series_columns: columns.slice(0, 1), ...limited } : {}),
    // Moments are written as text in the words of each engine.
    ...(isBucket(columns[0]) ? { group_others_when_limit_reached: false } : {}),
    order_desc: descending,
    ...(having ? { extras: { having: 'COUNT(*) > 1 OR MIN(n) > 0', where: 'id <> 100' } } : {}),
  }))
const raw: fc.Arbitrary<QueryObject> = fc
  .tuple(dimensions, narrowing)
  .map(([columns, rest]) => ({ ...rest, columns, orderby: [['id', true] as const] }))

const NOW = Date.UTC(2024, 5, 15)

it('every engine answers every question alike', { timeout: 60_000 }, async () => {
  const [first, ...others] = worlds.map((world) => askerOn(world, facts, NOW))
  expect(others.length).toBeGreaterThan(0)
  await fc.assert(
    fc.asyncProperty(fc.oneof({ arbitrary: grouped, weight: 3 }, raw), async (query) => {
      const expected = await first?.rows(query)
      for (const other of others) {
        const got = await other.rows(query)
        expect(got.map(rounded)).toEqual(expected?.map(rounded))
      }
    }),
    { numRuns: 100, seed: 20_240_615 },
  )
})

/** Averages may differ in their last digits. */
function rounded(row: Readonly<Record<string, Value>>): Record<string, Value> {
  const rough = (value: Value) =>
    typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(12)) : value
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, rough(value)]))
}

it('rows of several groupings are those of each alone', { timeout: 60_000 }, async () => {
  for (const world of worlds) {
    const { rows } = askerOn(world, facts, NOW)
    await fc.assert(
      fc.asyncProperty(
        grouped,
        async ({ series_limit: _limit, series_columns: _series, row_limit: _rows, is_rowcount: _counts, ...asked }) => {
          const counted = [...(asked.metrics ?? []).filter((each) => each !== 'count'), 'count']
          const query = { ...asked, metrics: counted, row_offset: 0 }
          const columns = query.columns ?? []
          const labels = columns.map(columnLabel)
          const all = await rows({ ...query, grouping_sets: labels.map((_label, kept) => labels.slice(0, kept)) })
          for (const kept of labels.keys()) {
            const some = columns.slice(0, kept)
            const alone = await rows({ ...query, columns: some, orderby: some.map((column) => [column, true]) })
            // All but the first `kept` dimensions are summed over: that many bits from the last on.
            const own = all.filter((row) => row.__grouping === 2 ** (labels.length - kept) - 1)
            const missing = Object.fromEntries(labels.slice(kept).map((label) => [label, null]))
            const mask = 2 ** (labels.length - kept) - 1
            expect(own.map(rounded)).toEqual(alone.map((row) => rounded({ ...row, ...missing, __grouping: mask })))
          }
        },
      ),
      { numRuns: 25, seed: 7 },
    )
  }
})

it('limits series to the first by rank, as counted by hand from all of them', { timeout: 60_000 }, async () => {
  const asked = fc.record({
    series: fc.constantFrom('s', 'n', 'price', 'yes', 'letters'),
    rank: fc.constantFrom<QueryMetric>('count', 'least', simple('MAX', 'price'), simple('SUM', 'letters')),
    limit: fc.integer({ min: 1, max: 6 }),
    descending: fc.boolean(),
  })
  for (const world of worlds) {
    const { rows } = askerOn(world, facts, NOW)
    await fc.assert(
      fc.asyncProperty(
        asked,
        fc.array(filter, { maxLength: 1 }),
        async ({ series, rank, limit, descending }, filters) => {
          const query = { columns: [series], metrics: [rank], filters, orderby: [[series, true] as const] }
          // In the order of the series, which decides between equals; null, which orders last, matches nothing.
          const all = await rows(query)
          const label = typeof rank === 'string' ? rank : metricLabel(rank)
          const value = (row: (typeof all)[number]) => (row[label] === null ? null : Number(row[label]))
          const ranked = all.toSorted((a, b) => {
            const [x, y] = [value(a), value(b)]
            if (x === null || y === null) return Number(x === null) - Number(y === null)
            return descending ? y - x : x - y
          })
          const kept = new Set(ranked.slice(0, limit).map((row) => row[series]))
          const limited = {
            series_columns: [series],
            series_limit: limit,
            series_limit_metric: rank,
            order_desc: descending,
          }
          expect(await rows({ ...query, ...limited })).toEqual(
            all.filter((row) => row[series] !== null && kept.has(row[series] ?? null)),
          )
        },
      ),
      { numRuns: 40, seed: 3 },
    )
  }
})
