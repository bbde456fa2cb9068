import type { PivotTableForm } from './controls.ts'
import { grainOf, isBucketed } from '#charts/shared/axes/grain.ts'
import { baseAxis } from '#core/form/base-query.ts'
import { uniqueBy } from '#core/form/query-fields.ts'
import { columnLabel, type QueryMetric } from '#core/query/query-object.ts'

/** Returns the dimensions of columns, of rows, and of both as queried, with unique labels. */
export function dimensionsOf(form: PivotTableForm) {
  const { groupbyColumns: columns, groupbyRows: rows } = form
  const grain = grainOf(form)
  const all = uniqueBy([...columns, ...rows], columnLabel)
  const requestedColumns = all.map((column) =>
    isBucketed(columnLabel(column), form) ? baseAxis(column, grain) : column,
  )
  return { columns, rows, all, requestedColumns }
}

/** Returns the metrics of a form, with unique labels. */
export function metricsOf(form: PivotTableForm): readonly QueryMetric[] {
  return form.metrics ?? []
}
