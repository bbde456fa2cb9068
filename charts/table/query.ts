import { modeOf, percentMetrics } from './mode.ts'
import { asMetric, uniqueBy } from '#core/form/query-fields.ts'
import { baseAxis, baseQuery, withOrder } from '#core/form/base-query.ts'
import type { FormData } from '#core/form/form-data.ts'
import {
  columnLabel,
  metricLabel,
  type PostProcessing,
  type QueryColumn,
  type QueryObject,
} from '#core/query/query-object.ts'

function rawQuery(form: FormData): QueryObject[] {
  const { metrics: _, ...query } = baseQuery({ ...form, query_mode: 'raw' })
  return query.columns?.length ? [query] : []
}

/** Dimensions the form knows to be temporal are bucketed and stand first. */
function bucketed(columns: readonly QueryColumn[], form: FormData): QueryColumn[] {
  const temporal = (form['temporal_columns_lookup'] ?? {}) as Record<string, boolean>
  const grain = form.extra_form_data?.time_grain_sqla ?? form.time_grain_sqla
  if (!grain) return [...columns]
  const isTime = (column: QueryColumn) => temporal[columnLabel(column)] === true
  return [
    ...columns.filter(isTime).map((column) => baseAxis(column, grain)),
    ...columns.filter((column) => !isTime(column)),
  ]
}

/** Percentage metrics are shares of the rows' sum, in columns of their own: `%` and the label. */
function shareSteps(form: FormData): readonly PostProcessing[] {
  const columns = [...new Set(percentMetrics(form).map(metricLabel))]
  if (columns.length === 0) return []
  const rename_columns = columns.map((label) => `%${label}`)
  return [{ operation: 'contribution', options: { columns, rename_columns } }]
}

function aggregateQueries(form: FormData): QueryObject[] {
  const plain = baseQuery({ ...form, query_mode: 'aggregate' })
  const base = { ...plain, columns: bucketed(plain.columns ?? [], form) }
  const metrics = uniqueBy([...(base.metrics ?? []), ...percentMetrics(form)], metricLabel)
  if (metrics.length === 0 && base.columns.length === 0) return []
  const sort = asMetric(form['timeseries_limit_metric'])
  const first = metrics[0]
  const order = sort ? ([sort, form['order_desc'] !== true] as const) : first ? ([first, false] as const) : undefined
  const main = withOrder({ ...base, metrics, post_processing: shareSteps(form) }, order ? [order] : undefined)
  if (!form['show_totals'] || metrics.length === 0) return [main]
  return [main, { ...withOrder(main, undefined), columns: [], row_limit: 0, row_offset: 0, post_processing: [] }]
}

/**
 * The rows and, when totals are shown, the same metrics over all rows that pass. Shares of percentage
 * metrics are made of the rows of the answer. Sorted by the sort metric, else by the first metric, largest first;
 * `order_desc` counts for the sort metric alone and is off unless set.
 */
export function toQueries(form: FormData): QueryObject[] {
  return modeOf(form) === 'raw' ? rawQuery(form) : aggregateQueries(form)
}
