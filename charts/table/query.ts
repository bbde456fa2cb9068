import { grainOf } from '#charts/shared/axes/grain.ts'
import type { TableForm } from './controls.ts'
import { pageQueries } from './paging.ts'
import { totalsOver } from '#charts/shared/rows/totals.ts'
import { shareSteps } from '#charts/shared/rows/shares.ts'
import { uniqueBy } from '#core/form/query-fields.ts'
import { baseAxis, baseQuery, withOrder } from '#core/form/base-query.ts'
import { columnLabel, metricLabel, type QueryColumn, type QueryObject } from '#core/query/query-object.ts'

/** The direction of the form counts for its sort metric alone. */
function plainQuery(form: TableForm): QueryObject {
  const isSorted = form.query_mode === 'aggregate' && Boolean(form.timeseries_limit_metric)
  return { ...baseQuery(form), order_desc: isSorted ? form.order_desc : true }
}

function rawQuery(form: TableForm): QueryObject[] {
  const { metrics: _, ...query } = plainQuery(form)
  return query.columns?.length ? [query] : []
}

/** Dimensions the form knows to be temporal are bucketed and stand first. */
function bucketed(columns: readonly QueryColumn[], form: TableForm): QueryColumn[] {
  const temporal = (form['temporal_columns_lookup'] ?? {}) as Record<string, boolean>
  const grain = grainOf(form)
  if (!grain) return [...columns]
  const isTime = (column: QueryColumn) => temporal[columnLabel(column)] === true
  return [
    ...columns.filter(isTime).map((column) => baseAxis(column, grain)),
    ...columns.filter((column) => !isTime(column)),
  ]
}

/**
 * Whether percentage metrics are shares of their total over all rows that pass, and not of the sum of the rows shown.
 * A mean or a count of distinct values has a total that no sum of rows gives.
 */
export function sharesOfAll(form: TableForm): boolean {
  return form.percent_metric_calculation === 'all_records'
}

function aggregateQueries(form: TableForm): QueryObject[] {
  const plain = plainQuery(form)
  const base = { ...plain, columns: bucketed(plain.columns ?? [], form) }
  const metrics = uniqueBy([...(base.metrics ?? []), ...form.percent_metrics], metricLabel)
  if (metrics.length === 0 && base.columns.length === 0) return []
  const sort = form.timeseries_limit_metric
  const first = metrics[0]
  const order = sort ? ([sort, !form.order_desc] as const) : first ? ([first, false] as const) : undefined
  const steps = shareSteps(form.percent_metrics)
  const main = withOrder({ ...base, metrics, post_processing: steps }, order ? [order] : undefined)
  const ofAll = steps.length > 0 && sharesOfAll(form)
  if (metrics.length === 0 || !(form.show_totals || ofAll)) return [main]
  const all = withOrder(main, undefined)
  return [main, { ...totalsOver(all), post_processing: ofAll ? [] : steps }]
}

/**
 * The rows and, when totals are shown or shares are those of all rows, the same metrics over all rows that pass: the
 * server makes shares of what such a question without steps answers. Sorted by the sort metric, else by the first metric, largest first;
 * `order_desc` counts for the sort metric alone and is off unless set. With `server_pagination` the rows are one page, and
 * how many there are is asked beside it; totals stay those of all rows.
 */
export function toQueries(form: TableForm): QueryObject[] {
  const [rows, ...totals] = allQueries(form)
  if (!rows) return []
  return form.server_pagination ? [...pageQueries(form, rows), ...totals] : [rows, ...totals]
}

/** Where the answer of totals stands among those of a form. */
export const totalsAt = (form: TableForm): number => (form.server_pagination ? 2 : 1)

/** The question of all rows, which pages are made of, and that of totals. */
export function allQueries(form: TableForm): QueryObject[] {
  return form.query_mode === 'raw' ? rawQuery(form) : aggregateQueries(form)
}
