import type { GanttForm } from './controls.ts'
import { keyColumns } from '#charts/shared/links/links.ts'
import { baseQuery } from '#core/form/base-query.ts'
import { asColumn, asMetric, listOf, uniqueBy } from '#core/form/query-fields.ts'
import { columnLabel, metricLabel, type QueryObject } from '#core/query/query-object.ts'

/** Queries the start, the end, the line and the tooltip columns. Sort columns are queried as well. */
export function toQueries(form: GanttForm): QueryObject[] {
  if (!form.start_time || !form.end_time || !form.y_axis) return []
  const base = baseQuery(form)
  const named = keyColumns(form, 'start_time', 'end_time', 'y_axis', 'series', 'tooltip_columns')
  const ordered = (base.orderby ?? []).flatMap(([subject]) => asColumn(subject) ?? [])
  const metrics = listOf<unknown>(form.tooltip_metrics).flatMap((each) => asMetric(each) ?? [])
  const series = keyColumns(form, 'series')
  return [
    {
      ...base,
      columns: uniqueBy([...named, ...ordered], columnLabel),
      metrics: uniqueBy(metrics, metricLabel),
      ...(series.length > 0 ? { series_columns: series } : {}),
    },
  ]
}
