import type { PivotTableForm } from './controls.ts'
import { dimensionsOf, metricsOf } from './dimensions.ts'
import { baseQuery, normalizeOrder, withOrder } from '#core/form/base-query.ts'
import { pivotTotals } from '#core/pivot/exact-pivot.ts'
import { pivotForm } from '#core/pivot/form.ts'
import { columnLabel, metricLabel, type QueryObject } from '#core/query/query-object.ts'

/**
 * Queries the cells, sorted by the sort metric or the first metric, descending unless `order_desc` is off. If totals
 * are shown or sorted by, a second query returns them. A series limit applies to the column dimensions, or without any
 * to the row dimensions.
 */
export function toQueries(form: PivotTableForm): QueryObject[] {
  const metrics = metricsOf(form)
  if (metrics.length === 0) return []
  const { columns, rows, requestedColumns } = dimensionsOf(form)
  const base = { ...baseQuery(form), columns: requestedColumns, metrics }
  const side = (columns.length > 0 ? columns : rows).map(columnLabel)
  const series = base.series_limit
    ? { series_columns: requestedColumns.filter((each) => side.includes(columnLabel(each))) }
    : {}
  const { orderby: _, ...plain } = base
  const main = withOrder({ ...plain, ...series }, normalizeOrder(plain, form))
  const totals = pivotTotals(main, pivotForm(form, [...requestedColumns.map(columnLabel), ...metrics.map(metricLabel)]))
  return totals ? [main, totals] : [main]
}
