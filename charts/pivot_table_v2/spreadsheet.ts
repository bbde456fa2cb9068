import type { SheetInput } from '#charts/chart.ts'
import { pivotTotals } from '#core/pivot/exact-pivot.ts'
import { pivotForm } from '#core/pivot/form.ts'
import { headerFormatter } from '#core/pivot/header-labels.ts'
import { gridSheet } from '#core/pivot/grid-sheet.ts'
import { pivotView } from '#core/pivot/pivot-view.ts'
import { GROUPING } from '#core/query/grouping.ts'
import { columnLabel, metricLabel, type QueryObject } from '#core/query/query-object.ts'
import { withRenamedColumns, type TableSheet } from '#core/table/table-sheet.ts'
import type { PivotTableForm } from './controls.ts'

/** Returns the query for the totals; undefined if it has none, or already includes them. */
export function sheetTotals(query: QueryObject, form: PivotTableForm): QueryObject | undefined {
  if (query.grouping_sets?.length) return undefined
  const labels = [...(query.columns ?? []).map(columnLabel), ...(query.metrics ?? []).map(metricLabel)]
  return pivotTotals(query, pivotForm(form, labels))
}

/** Returns the pivoted cells with display names. The result of a totals query is returned unpivoted. */
export function toSheet({
  table,
  totals,
  form,
  nameOf,
  formatOf,
  timestampFormatOf,
}: SheetInput<PivotTableForm>): TableSheet | undefined {
  if (table.columns.some(({ name }) => name === GROUPING)) return undefined
  const pivot = pivotForm(
    form,
    table.columns.map(({ name }) => name),
  )
  const named = {
    ...pivot,
    rows: pivot.rows.map(nameOf),
    columns: pivot.columns.map(nameOf),
    metrics: pivot.metrics.map(nameOf),
    formats: Object.fromEntries(pivot.metrics.map((metric) => [nameOf(metric), formatOf(metric)])),
  }
  const shown = withRenamedColumns(table, nameOf)
  const summed = totals && {
    table: withRenamedColumns(totals.table, nameOf),
    dimensions: totals.dimensions.map(nameOf),
  }
  return gridSheet(pivotView(shown, named, summed), headerFormatter(shown, named, timestampFormatOf))
}
