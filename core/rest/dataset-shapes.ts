import * as z from 'zod'
import { uploadedResponse } from './response-shapes.ts'

const columnChange = z.object({ name: z.string(), before: z.string().nullable(), after: z.string().nullable() })

/** The column changes of a dataset refresh, the affected charts, and the versions that undo it. */
export const refreshResponse = z.object({
  message: z.string(),
  changes: z.object({
    added: z.array(z.string()),
    removed: z.array(z.string()),
    type_changed: z.array(columnChange),
    renamed: z.array(z.object({ from: z.string(), to: z.string() })),
  }),
  /** Charts that use a removed or renamed column; `is_rewritten` if they now use the new name. */
  charts: z.array(
    z.object({ id: z.int(), slice_name: z.string(), columns: z.array(z.string()), is_rewritten: z.boolean() }),
  ),
  /** Earlier versions: restoring all of them undoes the refresh. */
  undo: z.array(z.object({ resource: z.enum(['dataset', 'chart']), id: z.int(), revision: z.int() })),
})

/** The result of replacing a dataset's table by a file. */
export const replacedResponse = refreshResponse.extend({ report: uploadedResponse.shape.report })

const count = z.int().nullable()

/**
 * Why a metric is not carried over into a join: the join repeats rows of its dataset, adds rows without one, its rows
 * were not counted, or the expression cannot be read in the result.
 */
const JOIN_METRIC_REASONS = ['rows_repeated', 'rows_added', 'rows_not_counted', 'expression'] as const
export type JoinMetricReason = (typeof JOIN_METRIC_REASONS)[number]

/** The database's evaluation of a join. `dataset` and `with` are indexes of the joined datasets, from 0. */
export const joinResponse = z.object({
  result: z.object({
    database_id: z.int(),
    /** Null if key types do not match. */
    sql: z.string().nullable(),
    columns: z.array(z.object({ name: z.string(), dataset: z.int(), column: z.string() })),
    /** Rows of the result; null if nothing was counted, which applies to all counts. */
    rows: count,
    datasets: z.array(
      z.object({ id: z.int(), table_name: z.string(), rows: count, repeated: count, unmatched: count }),
    ),
    /** The first rows as text, in the order of `columns`; null if the join was not executed. */
    first_rows: z.array(z.array(z.string().nullable())).nullable(),
    mismatched_keys: z.array(
      z.object({
        dataset: z.int(),
        column: z.string(),
        type: z.string(),
        with: z.int(),
        with_column: z.string(),
        with_type: z.string(),
        /** `collation`: `type` and `with_type` are the names of the collations. */
        reason: z.enum(['type', 'collation']),
      }),
    ),
    /** Metrics of the datasets as metrics of the result, to send with the new dataset. */
    metrics: z.array(
      z.object({
        dataset: z.int(),
        metric_name: z.string(),
        expression: z.string(),
        verbose_name: z.string().nullable(),
        description: z.string().nullable(),
        metric_type: z.string().nullable(),
        d3format: z.string().nullable(),
        currency: z.string().nullable(),
        warning_text: z.string().nullable(),
        extra: z.string().nullable(),
      }),
    ),
    /** Metrics that would be wrong in the result. */
    refused_metrics: z.array(
      z.object({ dataset: z.int(), metric_name: z.string(), reason: z.enum(JOIN_METRIC_REASONS) }),
    ),
  }),
})

const usedPart = z.object({
  name: z.string(),
  /** Ids of charts, also on datasets that read the dataset. */
  charts: z.array(z.int()),
  /** Ids of the dashboards with these charts, or with filters that use it. */
  dashboards: z.array(z.int()),
  filters: z.array(z.object({ dashboard_id: z.int(), id: z.string() })),
})

/** Charts, dashboards, filters and datasets that use a dataset, and its used columns and metrics. */
export const lineageResponse = z.object({
  id: z.int(),
  result: z.object({
    charts: z.array(z.object({ id: z.int(), slice_name: z.string(), viz_type: z.string() })),
    dashboards: z.array(z.object({ id: z.int(), title: z.string() })),
    filters: z.array(z.object({ dashboard_id: z.int(), id: z.string(), name: z.string() })),
    /** Datasets whose SQL or expressions read the dataset, such as joins. */
    datasets: z.array(z.object({ id: z.int(), table_name: z.string() })),
    /** Datasets whose SQL or expressions compute the id of a dataset that they read: it may be this one. */
    undetermined_datasets: z.array(z.object({ id: z.int(), table_name: z.string() })),
    columns: z.array(usedPart),
    metrics: z.array(usedPart),
    /** True if there are more charts, dashboards or SQL datasets than were searched. */
    is_limited: z.boolean(),
  }),
})
