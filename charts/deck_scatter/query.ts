import { hasColumns } from '#controls/spatial/index.ts'
import { baseQuery } from '#core/form/base-query.ts'
import type { PointMapForm } from './controls.ts'
import { asColumn, uniqueBy } from '#core/form/query-fields.ts'
import { columnLabel, type QueryColumn, type QueryObject } from '#core/query/query-object.ts'
import { positionColumns } from '#charts/shared/map/row-positions.ts'
import { radiusMetric } from './radius.ts'

/** Returns the columns of a point other than its position: the color dimension, then the tooltip columns. */
export function pointColumns(form: PointMapForm): QueryColumn[] {
  const named = [form.dimension, ...form.js_columns].map(asColumn)
  return uniqueBy(
    named.filter((each) => each !== undefined),
    columnLabel,
  )
}

/**
 * Queries the rows with their positions; with a metric, one row per position and tooltip columns. Rows without a
 * position are excluded unless `filter_nulls` is false.
 */
export function toQueries(form: PointMapForm): QueryObject[] {
  const { spatial } = form
  if (!spatial || !hasColumns(spatial)) return []
  const positionNames = positionColumns(spatial)
  const { metrics: _, ...base } = baseQuery(form)
  const metric = radiusMetric(form)
  const named = form.filter_nulls ? positionNames.map((col) => ({ col, op: 'IS NOT NULL' })) : []
  const query = {
    ...base,
    columns: uniqueBy([...positionNames, ...pointColumns(form)], columnLabel),
    filters: [...(base.filters ?? []), ...named],
  }
  return [metric === undefined ? query : { ...query, metrics: [metric] }]
}
