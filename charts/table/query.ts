import { grainOf } from '#charts/shared/axes/grain.ts'
import type { TableForm } from './controls.ts'
import { pageQueries } from './paging.ts'
import { totalsOver } from '#charts/shared/rows/totals.ts'
import { shareSteps } from '#charts/shared/rows/share-steps.ts'
import { uniqueBy } from '#core/form/query-fields.ts'
import { baseAxis, baseQuery, withOrder } from '#core/form/base-query.ts'
import { columnLabel, metricLabel, type QueryColumn, type QueryObject } from '#core/query/query-object.ts'

/** The sort direction of the form applies only to its sort metric. */
function plainQuery(form: TableForm): QueryObject {
  const isSorted = form.query_mode === 'aggregate' && Boolean(form.timeseries_limit_metric)
  return { ...baseQuery(form), order_desc: isSorted ? form.order_desc : true }
}

function rawQuery(form: TableForm): QueryObject[] {
  const { metrics: _, ...query } = plainQuery(form)
  return query.columns?.length ? [query] : []
}

/** Dimensions that the form knows to be temporal are bucketed and come first. */
function bucketTimeColumns(columns: readonly QueryColumn[], form: TableForm): QueryColumn[] {
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
 * True if percentages are shares of the total over all matching rows instead of the displayed rows. The total of a mean
 * or a distinct count is not the sum of its rows.
 */
export function isShareOfAll(form: TableForm): boolean {
  return form.percent_metric_calculation === 'all_records'
}

function aggregateQueries(form: TableForm): QueryObject[] {
  const plain = plainQuery(form)
  const base = { ...plain, columns: bucketTimeColumns(plain.columns ?? [], form) }
  const metrics = uniqueBy([...(base.metrics ?? []), ...form.percent_metrics], metricLabel)
  if (metrics.length === 0 && base.columns.length === 0) return []
  const sort = form.timeseries_limit_metric
  const first = metrics[0]
  const order = sort ? ([sort, !form.order_desc] as const) : first ? ([first, false] as const) : undefined
  const steps = shareSteps(form.percent_metrics)
  const main = withOrder({ ...base, metrics, post_processing: steps }, order ? [order] : undefined)
  const ofAll = steps.length > 0 && isShareOfAll(form)
  if (metrics.length === 0 || !(form.show_totals || ofAll)) return [main]
  const all = withOrder(main, undefined)
  return [main, { ...totalsOver(all), post_processing: ofAll ? [] : steps }]
}

/**
 * Queries the rows. If totals are shown or percentages refer to all rows, a second query returns the same metrics over
 * all matching rows; the server computes percentages from its result. Rows are sorted by the sort metric, or else by
 * the first metric, descending; `order_desc` applies only to the sort metric and is off by default. With
 * `server_pagination` the rows are one page, an extra query counts all rows, and totals still cover all rows.
 */
export function toQueries(form: TableForm): QueryObject[] {
  const [rows, ...totals] = allQueries(form)
  if (!rows) return []
  return form.server_pagination ? [...pageQueries(form, rows), ...totals] : [rows, ...totals]
}

/** Returns the index of the totals result among the results of a form. */
export const totalsAt = (form: TableForm): number => (form.server_pagination ? 2 : 1)

/** Returns the query of all rows, from which pages are made, and the totals query. */
export function allQueries(form: TableForm): QueryObject[] {
  return form.query_mode === 'raw' ? rawQuery(form) : aggregateQueries(form)
}
