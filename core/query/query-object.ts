import type { Value } from '#core/table/table.ts'
import type { Sample } from './sample.ts'
import type { ValueBins } from './value-bins.ts'

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

/** The operator that leaves out the rows which meet all conditions of `of`. Ours: others do not know it. */
export const EXCEPT = 'EXCEPT'

/** One condition of a query; conditions are ANDed. `val` of TEMPORAL_RANGE is a time range text. */
export interface QueryFilter {
  readonly col: QueryColumn
  readonly op: string
  readonly val?: Value | readonly Value[]
  readonly grain?: string | null
  readonly isExtra?: boolean
  /** With `EXCEPT` alone, whose `col` is that of the first of these; none of them EXCEPT or TEMPORAL_RANGE. */
  readonly of?: readonly QueryFilter[]
}

/** Free clauses and anchors of a query. */
export interface QueryExtras {
  readonly where?: string
  readonly having?: string
  readonly time_grain_sqla?: string | null
  readonly relative_start?: 'today' | 'now'
  readonly relative_end?: 'today' | 'now'
  readonly [key: string]: unknown
}

/** One step of post-processing, by operation name. */
export interface PostProcessing {
  readonly operation: string
  readonly options?: Record<string, unknown>
}

/**
 * One question put to a dataset. `metrics` null or absent asks for raw rows; an empty list asks for distinct rows.
 * `time_range` narrows `granularity` with an inclusive start and an exclusive end. `row_limit` 0 or null is the
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
  /** Rows of series beyond the limit are one group named `Others`; without it they are left out. */
  readonly group_others_when_limit_reached?: boolean | null
  /**
   * Ours: the columns of the groups that `extras.having` decides about, where these are not the groups of the result.
   * Rows of groups that fail are left out before the result is aggregated, so that a total is that of the groups shown.
   */
  readonly having_columns?: readonly QueryColumn[]
  /**
   * Lists of labels of dimensions: the answer has the rows of each grouping, made of the rows of the dataset and not of
   * other rows of the answer. The column `__grouping` tells them apart: it holds a bit for each dimension that a row is
   * summed over, the last dimension being 1. The coarsest stand first, so that `row_limit`, which counts all, spares
   * them. `extras.having` decides about the groups of all dimensions; totals are those of the groups that remain.
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
   * The id of a saved chart over time whose lines are asked for, of the dataset it stands on. `filters`, the clauses of
   * `extras`, `time_range` and its grain narrow and replace what the chart says; nothing else of this question is read.
   */
  readonly saved_chart?: number | null
  /**
   * Ours: long series of an answer in columns come as what can be seen of them, whatever `row_limit` says that is not
   * smaller; see `Sample`. What steps make is sampled of their whole answer. Answers in rows and files are never sampled.
   */
  readonly sample?: Sample | null
  /**
   * Ours: raw rows are counted in bins in the engine, whatever `row_limit` says; see `ValueBins`. Columns of text stay
   * rows, which the step `histogram` counts.
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

/** What `POST /api/v1/chart/data` takes: a dataset and the questions, answered in order. */
export interface QueryContext {
  readonly datasource: Datasource
  readonly queries: readonly QueryObject[]
  readonly force?: boolean | null
  readonly result_type?: ResultType
  readonly result_format?: ResultFormat
  readonly form_data?: Record<string, unknown> | null
  readonly custom_cache_timeout?: number | null
  /** Labels of dimensions that colours tell apart: the answer to the first question says in `colors` where they stand. */
  readonly color_columns?: readonly string[]
  /** Whether the answer to the first question says in `open_period` where the last period of the data is not whole. */
  readonly last_period?: boolean
}

/** Whether a column is the x axis of a question. */
export function isTimeAxis(column: QueryColumn): column is AdhocColumn {
  return typeof column === 'object' && column.columnType === 'BASE_AXIS'
}

/** The label a column has in the result. */
export function columnLabel(column: QueryColumn): string {
  return typeof column === 'string' ? column : column.label || column.sqlExpression
}

/** The label a metric has in the result: its own, else its SQL, else `AGG(column)`. */
export function metricLabel(metric: QueryMetric): string {
  if (typeof metric === 'string') return metric
  if (metric.label) return metric.label
  if (!metric.expressionType) return ''
  if (metric.expressionType === 'SQL') return metric.sqlExpression ?? ''
  return `${metric.aggregate ?? ''}(${metric.column?.column_name ?? ''})`
}
