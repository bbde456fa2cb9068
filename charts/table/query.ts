import { modeOf, percentMetrics, sharesOfAll } from './mode.ts'
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

/** Percentage metrics are shares, in columns of their own: `%` and the label. */
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
  const steps = shareSteps(form)
  const main = withOrder({ ...base, metrics, post_processing: steps }, order ? [order] : undefined)
  const ofAll = steps.length > 0 && sharesOfAll(form)
  if (metrics.length === 0 || !(form['show_totals'] || ofAll)) return [main]
  const all = withOrder(main, undefined)
  return [main, { ...all, columns: [], row_limit: 0, row_offset: 0, post_processing: ofAll ? [] : steps }]
}

/**
 * The rows and, when totals are shown or shares are those of all rows, the same metrics over all rows that pass: the
 * server makes shares of what such a question without steps answers. Sorted by the sort metric, else by the first metric, largest first;
 * `order_desc` counts for the sort metric alone and is off unless set.
 */
export function toQueries(form: FormData): QueryObject[] {
  return modeOf(form) === 'raw' ? rawQuery(form) : aggregateQueries(form)
}
