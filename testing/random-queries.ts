import fc from 'fast-check'
import type { QueryColumn, QueryFilter, QueryMetric, QueryObject } from '#core/query/query-object.ts'
import type { Value } from '#core/table/table.ts'
import { timeGrains } from '#core/time/grains.ts'
import { timeAxis } from './query-fixture.ts'

export const simpleMetric = (aggregate: string, column_name: string): QueryMetric => ({
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
    fc.tuple(time, grain).map(([name, code]) => timeAxis(name, code)),
  ),
  { minLength: 1, maxLength: 4, selector: (column) => (typeof column === 'string' ? column : column.label) },
)
const metrics: fc.Arbitrary<QueryMetric[]> = fc.subarray<QueryMetric>([
  'count',
  'spread',
  simpleMetric('SUM', 'n'),
  simpleMetric('AVG', 'n'),
  simpleMetric('SUM', 'price'),
  // PostgreSQL squares the values it averages, and the square of 1e300 overflows.
  simpleMetric('MAX', 'x'),
  simpleMetric('AVG', 'price'),
  simpleMetric('MAX', 'ts'),
  simpleMetric('MIN', 'd'),
  simpleMetric('COUNT_DISTINCT', 's'),
  { expressionType: 'SQL', sqlExpression: 'SUM(CASE WHEN yes THEN 1 ELSE 0 END)', label: 'ayes 😀' },
])

const oneOf = (...values: Value[]): fc.Arbitrary<Value> => fc.constantFrom(...values)
const numbers = oneOf(1, 2, -3, 7, 1.25, 0.1, 100, '2', '-3')
const texts = oneOf('apple', 'Apple pie', '', "it's 100%", '<empty string>', '%', "x' OR '1'='1")
const timeValues = oneOf(Date.UTC(2024, 0, 1), Date.UTC(2024, 1, 1), 0, '2024-01-15 13:45:10', Date.UTC(2100, 11, 31))
const columnValues: fc.Arbitrary<readonly [QueryFilter['col'], fc.Arbitrary<Value>]> = fc.oneof(
  fc.constantFrom<readonly [QueryFilter['col'], fc.Arbitrary<Value>]>(
    ['n', numbers],
    ['x', numbers],
    ['price', numbers],
    ['letters', oneOf(5, 7, 9)],
    ['s', texts],
    [{ label: 'up "', sqlExpression: 'upper(s)' }, texts],
    ['ts', timeValues],
    ['d', timeValues],
    ['tz', timeValues],
    ['yes', oneOf(true, false, 'true', 0)],
  ),
)
/** A filter on `facts`. */
export const anyFilter: fc.Arbitrary<QueryFilter> = fc.oneof(
  columnValues.chain(([col, values]) =>
    fc.record({ col: fc.constant(col), op: fc.constantFrom('==', '!=', '>', '<', '>=', '<='), val: values }),
  ),
  columnValues.chain(([col, values]) =>
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

const restrictions = fc.record(
  {
    filters: fc.array(anyFilter, { maxLength: 2 }),
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

/** A query of `facts`, ordered by all of its dimensions, so that its result is unique. */
export const groupedQuery: fc.Arbitrary<QueryObject> = fc
  .tuple(
    dimensions,
    metrics,
    restrictions,
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
  .map(([columns, metric, rest, limited, having, descending]) => ({
    ...rest,
    columns,
    metrics: metric,
    orderby: columns.map((column) => [column, true] as const),
    ...(limited ? { series_columns: columns.slice(0, 1), ...limited } : {}),
    // Engines differ in how they write timestamps as text.
    ...(isBucket(columns[0]) ? { group_others_when_limit_reached: false } : {}),
    order_desc: descending,
    ...(having ? { extras: { having: 'COUNT(*) > 1 OR MIN(n) > 0', where: 'id <> 100' } } : {}),
  }))
/** An ungrouped query of `facts`. */
export const rawQuery: fc.Arbitrary<QueryObject> = fc
  .tuple(dimensions, restrictions)
  .map(([columns, rest]) => ({ ...rest, columns, orderby: [['id', true] as const] }))

/** Returns a row without the last digits of its fractions, in which averages may differ. */
export function roundRow(row: Readonly<Record<string, Value>>): Record<string, Value> {
  const rough = (value: Value) =>
    typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(12)) : value
  // A mean is a double in one engine and a decimal in another.
  const mean = (value: Value) => (value === null ? null : Number(Number(value).toPrecision(12)))
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, name.startsWith('AVG(') ? mean(value) : rough(value)]),
  )
}
