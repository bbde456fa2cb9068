import { isPlaced } from '#controls/spatial/index.ts'
import { baseQuery } from '#core/form/base-query.ts'
import type { PointMapForm } from './controls.ts'
import { asColumn, uniqueBy } from '#core/form/query-fields.ts'
import { columnLabel, type QueryColumn, type QueryObject } from '#core/query/query-object.ts'
import { placeColumns } from '#charts/shared/map/places.ts'
import { radiusMetric } from './radius.ts'

/** The columns that say something of a point beside its place: what colours it, then what is told of it. */
export function factColumns(form: PointMapForm): QueryColumn[] {
  const named = [form.dimension, ...form.js_columns].map(asColumn)
  return uniqueBy(
    named.filter((each) => each !== undefined),
    columnLabel,
  )
}

/**
 * The rows of the dataset with their places; with a metric one row for each place and what is told of it. Rows without a
 * place are left out unless `filter_nulls` is false.
 */
export function toQueries(form: PointMapForm): QueryObject[] {
  const { spatial } = form
  if (!spatial || !isPlaced(spatial)) return []
  const places = placeColumns(spatial)
  const { metrics: _, ...base } = baseQuery(form)
  const metric = radiusMetric(form)
  const named = form.filter_nulls ? places.map((col) => ({ col, op: 'IS NOT NULL' })) : []
  const query = {
    ...base,
    columns: uniqueBy([...places, ...factColumns(form)], columnLabel),
    filters: [...(base.filters ?? []), ...named],
  }
  return [metric === undefined ? query : { ...query, metrics: [metric] }]
}
