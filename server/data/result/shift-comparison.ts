import { columnLabel, isXAxis, type QueryFilter, type QueryObject } from '#core/query/query-object.ts'
import type { Column, Table, Value } from '#core/table/table.ts'
import { TIMESTAMP } from '#core/query/timestamp.ts'
import type { TimeRangeMs, Environment } from '#server/sql/environment.ts'
import {
  bucketKey,
  type ClosedRange,
  closedRange,
  type TimeShifter,
  timeShifterOf,
  counterpartKey,
  counterpartRange,
} from '#server/data/plan/time-shift.ts'

/** A query for another period, and the displayed period. */
export interface ShiftComparison {
  readonly offset: string
  readonly query: QueryObject
  /** The range that is compared; `offset` moves it. */
  readonly range: ClosedRange
  /** Overrides for the planner. */
  readonly env: Pick<Environment, 'bounds' | 'range' | 'series'>
}

/**
 * Returns the queries of a time comparison, one per offset. The range is that of the query, otherwise that of the
 * filter on its x axis; series are chosen by the displayed period.
 */
export function comparisons(query: QueryObject, env: Environment): readonly ShiftComparison[] {
  const offsets = query.time_offsets ?? []
  if (offsets.length === 0 || !query.metrics?.length) return []
  const axis = axisOf(query)
  const range = closedRange(env.bounds.from === null ? axisRange(query, axis, env) : env.bounds)
  return offsets.map((offset) => {
    const move = timeShifterOf(offset, range)
    const moved: TimeRangeMs = counterpartRange(range, grainOf(query), move)
    return {
      offset,
      range,
      query: comparisonQuery(query, axis, env),
      env: {
        bounds: env.bounds.from === null ? env.bounds : moved,
        range: (text, column) => (column === axis ? moved : env.range(text, column)),
        series: { bounds: env.bounds, range: env.range },
      },
    }
  })
}

/** Returns the time grain of the rows; null if no result column is grouped by time. */
function grainOf(query: QueryObject): string | null {
  const axis = (query.columns ?? []).find(isXAxis)
  if (axis) return axis.timeGrain ?? query.extras?.time_grain_sqla ?? null
  return query.is_timeseries ? (query.extras?.time_grain_sqla ?? null) : null
}

function axisOf(query: QueryObject): string | undefined {
  const axis = (query.columns ?? []).find(isXAxis)
  return axis ? axis.sqlExpression : (query.granularity ?? undefined)
}

/** Filters may lack an operator or a column here; the planner reports the error. */
type PartialFilter = Partial<QueryFilter>

function isRange({ op }: PartialFilter): boolean {
  return op?.toUpperCase() === 'TEMPORAL_RANGE'
}

function isOn(axis: string | undefined, { col }: PartialFilter): boolean {
  return col !== undefined && col !== null && columnLabel(col) === axis
}

function axisRange(query: QueryObject, axis: string | undefined, env: Environment): TimeRangeMs {
  const filter = (query.filters ?? []).find((each) => isRange(each) && isOn(axis, each))
  return filter ? env.range(String(filter.val), axis) : { from: null, to: null }
}

/**
 * Returns the query without the parts that only apply to the displayed period: its row offset and other filters on the
 * axis.
 */
function comparisonQuery(query: QueryObject, axis: string | undefined, env: Environment): QueryObject {
  return {
    ...query,
    time_offsets: [],
    post_processing: [],
    row_limit: (query.row_limit || env.limits.rows) + (query.row_offset ?? 0),
    row_offset: 0,
    filters: (query.filters ?? []).filter((each) => isRange(each) || !isOn(axis, each)),
  }
}

/** The result of another period. */
export interface ComparedResult {
  readonly offset: string
  readonly move: TimeShifter
  readonly table: Table
}

/**
 * Returns the result with the metrics of other periods as `metric__offset`. Rows are matched by all dimensions, times
 * by the bucket that contains the moved time; rows that exist only in another period are omitted.
 */
export function withShiftedMetrics(
  main: Table,
  query: QueryObject,
  metrics: readonly string[],
  all: readonly ComparedResult[],
): Table {
  const keys = main.columns.map(({ name }) => name).filter((name) => !metrics.includes(name))
  const axis = (query.columns ?? []).find(isXAxis)
  const time = axis ? columnLabel(axis) : TIMESTAMP
  const grain = axis?.timeGrain ?? query.extras?.time_grain_sqla ?? null
  const keysOf = (table: Table, move: TimeShifter | undefined): ((row: number) => string) => {
    const columns = keys.map((name) => ({
      values: table.columns.find((column) => column.name === name)?.values ?? [],
      name,
    }))
    return (row) =>
      JSON.stringify(columns.map(({ values, name }) => keyPart(values[row] ?? null, name === time, grain, move)))
  }
  const added = all.flatMap(({ offset, move, table }) => {
    const rows = new Map<string, number>()
    const theirs = keysOf(table, undefined)
    for (let row = table.rowCount - 1; row >= 0; row--) rows.set(theirs(row), row)
    const ours = keysOf(main, move)
    const matches = Array.from({ length: main.rowCount }, (_, row) => rows.get(ours(row)))
    return metrics.map((metric): Column => {
      const own = table.columns.find(({ name }) => name === metric)
      return {
        name: `${metric}__${offset}`,
        type: own?.type ?? 0,
        values: matches.map((row) => (row === undefined ? null : (own?.values[row] ?? null))),
      }
    })
  })
  return { columns: [...main.columns, ...added], rowCount: main.rowCount }
}

function keyPart(value: Value, isTime: boolean, grain: string | null, move: TimeShifter | undefined): Value {
  if (!isTime || typeof value !== 'number') return value
  return move ? counterpartKey(value, grain, move) : bucketKey(value, grain)
}
