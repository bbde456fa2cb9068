import type { Value } from '#core/table/table.ts'
import type { Sample } from './sample.ts'
import type { ValueBins } from './value-bins.ts'

/* The query context and its query objects, as clients send them to `POST /api/v1/chart/data`. */

/** A column written by the user: SQL with a label. `BASE_AXIS` marks the x axis, which `timeGrain` buckets. */
export interface AdhocColumn {
  readonly label: string
  readonly sqlExpression: string
  readonly expressionType?: 'SQL'
  readonly columnType?: 'BASE_AXIS' | 'SERIES'
  readonly timeGrain?: string | null
  readonly isColumnReference?: boolean
}

/** A dataset column by name, or an ad hoc column. */
export type QueryColumn = string | AdhocColumn

/** A metric written by the user: an aggregate over a column (SIMPLE) or an expression (SQL). */
export interface AdhocMetric {
  readonly expressionType: 'SIMPLE' | 'SQL'
  readonly column?: { readonly column_name: string; readonly type?: string | null } | null
  readonly aggregate?: string | null
  readonly sqlExpression?: string | null
  readonly label?: string
  readonly hasCustomLabel?: boolean
  readonly optionName?: string
}

/** A saved metric by name, a legacy reference `{label}`, or an ad hoc metric. */
export type QueryMetric = string | { readonly label: string; readonly expressionType?: undefined } | AdhocMetric

/** The operator that excludes the rows which meet all conditions of `of`. A Facet extension. */
export const EXCEPT = 'EXCEPT'

/** One condition of a query; conditions are ANDed. `val` of TEMPORAL_RANGE is a time range text. */
export interface QueryFilter {
  readonly col: QueryColumn
  readonly op: string
  readonly val?: Value | readonly Value[]
  readonly grain?: string | null
  readonly isExtra?: boolean
  /**
   * Only with `EXCEPT`, whose `col` equals that of the first condition. The conditions are neither EXCEPT nor
   * TEMPORAL_RANGE.
   */
  readonly of?: readonly QueryFilter[]
}

/** Free-form clauses and time anchors of a query. */
export interface QueryExtras {
  readonly where?: string
  readonly having?: string
  readonly time_grain_sqla?: string | null
  readonly relative_start?: 'today' | 'now'
  readonly relative_end?: 'today' | 'now'
  readonly [key: string]: unknown
}

/** One post-processing operation, by name. */
export interface PostProcessing {
  readonly operation: string
  readonly options?: Record<string, unknown>
}

/**
 * One query of a dataset. `metrics` null or absent requests raw rows; an empty list requests distinct rows.
 * `time_range` filters `granularity` with an inclusive start and an exclusive end. `row_limit` 0 or null uses the
 * server's limit.
 */
export interface QueryObject {
  readonly columns?: readonly QueryColumn[]
  readonly metrics?: readonly QueryMetric[] | null
  readonly filters?: readonly QueryFilter[]
  readonly extras?: QueryExtras
  readonly granularity?: string | null
  readonly time_range?: string | null
  readonly time_shift?: string | null
  readonly time_offsets?: readonly string[]
  readonly is_timeseries?: boolean | null
  readonly series_columns?: readonly QueryColumn[]
  readonly series_limit?: number | null
  readonly series_limit_metric?: QueryMetric | null
  /** Series beyond the limit are combined in one group named `Others`; otherwise they are omitted. */
  readonly group_others_when_limit_reached?: boolean | null
  /**
   * Facet extension: the columns of the groups that `extras.having` filters, if they differ from the groups of the
   * result. Rows of rejected groups are removed before aggregation, so that a total includes only the displayed groups.
   */
  readonly having_columns?: readonly QueryColumn[]
  /**
   * Lists of dimension labels. The result contains the rows of each grouping, computed from the rows of the dataset,
   * not from other result rows. The column `__grouping` identifies them: it has a bit for each dimension that a row is
   * summed over; the last dimension is bit 1. The coarsest groupings come first, so that `row_limit`, which counts all
   * rows, does not cut them. `extras.having` filters the groups of all dimensions; totals include the remaining groups.
   */
  readonly grouping_sets?: readonly (readonly string[])[]
  readonly row_limit?: number | null
  readonly row_offset?: number
  readonly orderby?: readonly (readonly [QueryColumn | QueryMetric, boolean])[]
  readonly order_desc?: boolean
  readonly apply_fetch_values_predicate?: boolean
  readonly post_processing?: readonly (PostProcessing | null)[]
  readonly annotation_layers?: readonly unknown[]
  readonly applied_time_extras?: Record<string, string>
  readonly url_params?: Record<string, string>
  readonly custom_params?: Record<string, unknown>
  readonly is_rowcount?: boolean
  readonly result_type?: ResultType | null
  readonly datasource?: Datasource | null
  /**
   * The id of a saved time-series chart whose lines are requested from its own dataset. `filters`, the clauses of
   * `extras`, `time_range` and the grain filter or replace the settings of the chart; the rest of this query is
   * ignored.
   */
  readonly saved_chart?: number | null
  /**
   * Facet extension: long series in column results are downsampled to the visible points, unless `row_limit` is
   * smaller; see `Sample`. After post-processing the complete result is sampled. Row results and files are never
   * sampled.
   */
  readonly sample?: Sample | null
  /**
   * Facet extension: the engine counts raw rows in bins, regardless of `row_limit`; see `ValueBins`. Text columns
   * remain rows, which the operation `histogram` counts.
   */
  readonly value_bins?: ValueBins | null
}

export interface Datasource {
  readonly id: number
  readonly type: string
}

export type ResultType =
  | 'full'
  | 'results'
  | 'query'
  | 'samples'
  | 'columns'
  | 'timegrains'
  | 'post_processed'
  | 'drill_detail'

export type ResultFormat = 'json' | 'csv' | 'xlsx'

/** The body of `POST /api/v1/chart/data`: a dataset and its queries. Results are in the same order. */
export interface QueryContext {
  readonly datasource: Datasource
  readonly queries: readonly QueryObject[]
  readonly force?: boolean | null
  readonly result_type?: ResultType
  readonly result_format?: ResultFormat
  readonly form_data?: Record<string, unknown> | null
  readonly custom_cache_timeout?: number | null
  /** Labels of the color dimensions: the result of the first query contains their positions in `colors`. */
  readonly color_columns?: readonly string[]
  /** Whether the result of the first query reports an incomplete last period in `open_period`. */
  readonly last_period?: boolean
}

/** True if a column is the x axis of a query. */
export function isXAxis(column: QueryColumn): column is AdhocColumn {
  return typeof column === 'object' && column.columnType === 'BASE_AXIS'
}

/** Returns the label of a column in the result. */
export function columnLabel(column: QueryColumn): string {
  return typeof column === 'string' ? column : column.label || column.sqlExpression
}

/** Returns the label of a metric in the result: its own, otherwise its SQL, otherwise `AGG(column)`. */
export function metricLabel(metric: QueryMetric): string {
  if (typeof metric === 'string') return metric
  if (metric.label) return metric.label
  if (!metric.expressionType) return ''
  if (metric.expressionType === 'SQL') return metric.sqlExpression ?? ''
  return `${metric.aggregate ?? ''}(${metric.column?.column_name ?? ''})`
}
