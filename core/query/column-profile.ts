import { isTextTypeName } from '#core/table/logical-type.ts'
import { type GenericType, NUMERIC, STRING, type Table, TEMPORAL, type Value } from '#core/table/table.ts'
import type { AdhocMetric, QueryObject } from './query-object.ts'

/** The properties of a dataset column needed for its profile. */
export interface ProfiledColumn {
  readonly column_name: string
  readonly expression?: string | null
  readonly type?: string | null
  readonly type_generic: GenericType
  readonly is_dttm: boolean
  /** The format of times stored as numbers or text; such a column is profiled as stored. */
  readonly python_date_format?: string | null
  /** Hours that the dataset adds to times on an axis. */
  readonly offset?: number | null
}

/** Number of histogram bars. */
export const BIN_COUNT = 12
const TOP = 5
const MAX_BUCKETS = 200

/** The metric that counts the rows. */
export const rowCountMetric: AdhocMetric = {
  expressionType: 'SQL',
  sqlExpression: 'COUNT(*)',
  label: 'rows',
  hasCustomLabel: true,
}

/** Returns the metric that aggregates a column, with the aggregate `name`. */
export function aggregateMetric(name: string, { column_name, type }: ProfiledColumn, label: string): AdhocMetric {
  return {
    expressionType: 'SIMPLE',
    aggregate: name,
    column: { column_name, type: type ?? null },
    label,
    hasCustomLabel: true,
  }
}

/** True if a column contains timestamps. */
export function isTime({ is_dttm, type_generic, python_date_format }: ProfiledColumn): boolean {
  return (is_dttm || type_generic === TEMPORAL) && !python_date_format
}
const isNumber = (column: ProfiledColumn) => !isTime(column) && column.type_generic === NUMERIC

/** Not every engine supports MIN of booleans, lists or documents. */
function hasOrder(column: ProfiledColumn): boolean {
  const isText = column.type_generic === STRING && isTextTypeName(column.type ?? '')
  return isTime(column) || isNumber(column) || isText
}

function statisticsMetrics(column: ProfiledColumn, suffix: string): readonly AdhocMetric[] {
  const edges = hasOrder(column)
    ? [aggregateMetric('MIN', column, `min${suffix}`), aggregateMetric('MAX', column, `max${suffix}`)]
    : []
  return [
    aggregateMetric('COUNT', column, `present${suffix}`),
    aggregateMetric('COUNT_DISTINCT', column, `distinct${suffix}`),
    ...edges,
  ]
}

/**
 * Returns the query for row count, non-null count and distinct count of a column; minimum and maximum if it has an
 * order.
 */
export function profileQuery(column: ProfiledColumn): QueryObject {
  return { columns: [], metrics: [rowCountMetric, ...statisticsMetrics(column, '')], row_limit: 1 }
}

/** Maximum number of columns profiled together. */
export const MAX_PROFILED_COLUMNS = 64
/** Columns per query. */
const COLUMNS_AT_ONCE = 8

/** Returns the queries for the profiles of many columns; only the first 64 are queried. */
export function profileQueries(columns: readonly ProfiledColumn[]): readonly QueryObject[] {
  const profiled = columns.slice(0, MAX_PROFILED_COLUMNS)
  const chunks = Array.from({ length: Math.ceil(profiled.length / COLUMNS_AT_ONCE) }, (_, at) =>
    profiled.slice(at * COLUMNS_AT_ONCE, (at + 1) * COLUMNS_AT_ONCE),
  )
  return chunks.map((chunk) => ({
    columns: [],
    metrics: [rowCountMetric, ...chunk.flatMap((column, at) => statisticsMetrics(column, `_${at}`))],
    row_limit: 1,
  }))
}

/** Returns the profiles of the columns, in order, from the results of `profileQueries`. */
export function readProfiles(
  columns: readonly ProfiledColumn[],
  tables: readonly Table[],
): readonly ColumnStatistics[] {
  return columns
    .slice(0, MAX_PROFILED_COLUMNS)
    .map((_, at) => readProfile(tables[Math.floor(at / COLUMNS_AT_ONCE)], `_${at % COLUMNS_AT_ONCE}`))
}

/** Returns the query for the most frequent values of a column. */
export function topValuesQuery({ column_name }: ProfiledColumn): QueryObject {
  return { columns: [column_name], metrics: [rowCountMetric], orderby: [[rowCountMetric, false]], row_limit: TOP }
}

/** The profile of a column. Times are epoch milliseconds. */
export interface ColumnStatistics {
  readonly rows: number
  readonly present: number
  readonly distinct: number
  readonly min: Value
  readonly max: Value
}

/** Reads the result of `profileQuery`. */
export function readProfile(table: Table | undefined, suffix = ''): ColumnStatistics {
  const cell = (name: string): Value => table?.columns.find((each) => each.name === name)?.values[0] ?? null
  return {
    rows: Number(cell('rows')),
    present: Number(cell(`present${suffix}`)),
    distinct: Number(cell(`distinct${suffix}`)),
    min: cell(`min${suffix}`),
    max: cell(`max${suffix}`),
  }
}

const HOUR = 3_600_000
const DAY = 24 * HOUR
const grains = [
  ['PT1S', 1000],
  ['PT1M', 60_000],
  ['PT1H', 3_600_000],
  ['P1D', DAY],
  ['P1W', 7 * DAY],
  ['P1M', 28 * DAY],
  ['P1Y', 365 * DAY],
] as const

/** Returns the finest grain that divides a duration in milliseconds into few enough buckets. */
function grainOf(span: number): string {
  return grains.find(([, length]) => span / length <= MAX_BUCKETS)?.[0] ?? 'P1Y'
}

/** Returns the ends of a histogram; undefined if the range is empty. */
function edgesOf(min: Value, max: Value): readonly [number, number] | undefined {
  if (min === null || max === null) return undefined
  const [from, to] = [Number(min), Number(max)]
  return Number.isFinite(from) && Number.isFinite(to) && from < to ? [from, to] : undefined
}

/** In integer ranges up to this size every bar covers the same number of integers. */
const SMALL_INTEGER_RANGE = 10 * BIN_COUNT

/** Returns the number of bars in a range, and their width. */
function partsOf(from: number, to: number): { readonly parts: number; readonly width: number } {
  const integerCount = to - from + 1
  if (!Number.isInteger(from) || !Number.isInteger(to) || integerCount > SMALL_INTEGER_RANGE)
    return { parts: BIN_COUNT, width: (to - from) / BIN_COUNT }
  const width = Math.ceil(integerCount / BIN_COUNT)
  return { parts: Math.ceil(integerCount / width), width }
}

/**
 * Returns the query for the distribution of a number or time column from minimum to maximum; undefined for other
 * columns.
 */
export function histogramQuery(column: ProfiledColumn, min: Value, max: Value): QueryObject | undefined {
  const edges = edgesOf(min, max)
  if (!edges || !(isTime(column) || isNumber(column))) return undefined
  const [from, to] = edges
  const { column_name, expression } = column
  // Braces in a name would be read as a template.
  if (!expression && /\{[{%#]/.test(column_name)) return undefined
  if (isTime(column)) {
    const bucket = {
      label: 'bin',
      sqlExpression: column_name,
      isColumnReference: true,
      columnType: 'BASE_AXIS' as const,
      timeGrain: grainOf(to - from),
    }
    return { columns: [bucket], metrics: [rowCountMetric], row_limit: 2 * MAX_BUCKETS }
  }
  const sql = expression ? `(${expression})` : `"${column_name.replaceAll('"', '""')}"`
  const bin = `FLOOR((CAST(${sql} AS DOUBLE PRECISION) - (${from})) / ${partsOf(from, to).width})`
  return { columns: [{ label: 'bin', sqlExpression: bin }], metrics: [rowCountMetric], row_limit: BIN_COUNT + 2 }
}

/**
 * Returns the row counts of `BINS` equal bars (fewer for few integers); the maximum is in the last. Times are counted
 * at the start of their bucket, so the bars are approximate at their edges.
 */
export function countBins(column: ProfiledColumn, { columns }: Table, min: Value, max: Value): readonly number[] {
  const edges = edgesOf(min, max)
  const parts = edges && !isTime(column) ? partsOf(...edges).parts : BIN_COUNT
  const bins = Array.from({ length: parts }, () => 0)
  const [keys, counts] = columns
  if (!edges || !keys || !counts) return bins
  const [from, to] = edges
  const moved = (column.offset ?? 0) * HOUR
  keys.values.forEach((key, row) => {
    if (key === null) return
    const at = isTime(column) ? Math.floor(((Number(key) - moved - from) / (to - from)) * BIN_COUNT) : Number(key)
    const bin = Math.min(parts - 1, Math.max(0, at))
    bins[bin] = (bins[bin] ?? 0) + Number(counts.values[row] ?? 0)
  })
  return bins
}
