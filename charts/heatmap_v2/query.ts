import type { HeatmapForm } from './controls.ts'
import { baseAxis, baseQuery, metricOf, withOrder, xAxisOf, xLabelOf } from '#core/form/base-query.ts'
import type { FormData } from '#core/form/form-data.ts'
import { asColumn, listOf, uniqueBy } from '#core/form/query-fields.ts'
import { TIMESTAMP } from '#core/query/timestamp.ts'
import { columnLabel, metricLabel, type QueryColumn, type QueryObject } from '#core/query/query-object.ts'

/** Returns the dimension of the Y axis. */
export const yAxisOf = (form: FormData): QueryColumn | undefined => asColumn(listOf<unknown>(form.groupby)[0])

/** Returns the column within which cells are ranked; null ranks all cells together. */
function rankedWithin(form: HeatmapForm, y: QueryColumn): string | null {
  return { x: xLabelOf(form), y: columnLabel(y), heatmap: null }[form.normalize_across]
}

/** Queries the metric by two dimensions with its rank. The order is that of the axes if these are sorted by name. */
export function toQueries(form: HeatmapForm): QueryObject[] {
  const base = baseQuery(form)
  const metric = metricOf(form, 'metric')
  const [x, y] = [xAxisOf(form), yAxisOf(form)]
  if (metric === undefined || y === undefined || (x === undefined && !base.granularity)) return []
  const axis = x === undefined ? [] : [baseAxis(x, base.extras?.time_grain_sqla)]
  const byName = (order: string, by: QueryColumn) =>
    order.startsWith('alpha') ? [[by, order === 'alpha_asc'] as const] : []
  const query: QueryObject = {
    ...base,
    columns: uniqueBy([...axis, y], columnLabel),
    post_processing: [{ operation: 'rank', options: { metric: metricLabel(metric), group_by: rankedWithin(form, y) } }],
    ...(x === undefined ? { is_timeseries: true } : {}),
  }
  const [first = TIMESTAMP] = axis
  return [withOrder(query, [...byName(form.sort_x_axis, first), ...byName(form.sort_y_axis, y)])]
}
