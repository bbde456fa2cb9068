import type { PivotTableForm } from './controls.ts'
import { dimensionsOf, metricsOf } from './dimensions.ts'
import { baseQuery, normalisedOrder, withOrder } from '#core/form/base-query.ts'
import { pivotTotals } from '#core/pivot/exact.ts'
import { pivotForm } from '#core/pivot/form.ts'
import { columnLabel, metricLabel, type QueryObject } from '#core/query/query-object.ts'

/**
 * The cells, ranked by the sort metric, else by the first metric, largest first unless `order_desc` is off; and, where
 * lines of totals are shown or ordered by, the question for these. A limit of series holds for the dimensions of columns,
 * without any for those of rows.
 */
export function toQueries(form: PivotTableForm): QueryObject[] {
  const metrics = metricsOf(form)
  if (metrics.length === 0) return []
  const { columns, rows, asked } = dimensionsOf(form)
  const base = { ...baseQuery(form), columns: asked, metrics }
  const side = (columns.length > 0 ? columns : rows).map(columnLabel)
  const series = base.series_limit ? { series_columns: asked.filter((each) => side.includes(columnLabel(each))) } : {}
  const { orderby: _, ...plain } = base
  const main = withOrder({ ...plain, ...series }, normalisedOrder(plain, form))
  const totals = pivotTotals(main, pivotForm(form, [...asked.map(columnLabel), ...metrics.map(metricLabel)]))
  return totals ? [main, totals] : [main]
}
