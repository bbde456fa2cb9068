import type { WorldMapForm } from './controls.ts'
import { baseQuery, metricOf, withOrder } from '#core/form/base-query.ts'
import { asColumn, uniqueBy } from '#core/form/query-fields.ts'
import { metricLabel, type QueryObject } from '#core/query/query-object.ts'

/** Queries the metrics by country. */
export function toQueries(form: WorldMapForm): QueryObject[] {
  const entity = asColumn(form.entity)
  const metric = metricOf(form, 'metric')
  if (entity === undefined || metric === undefined) return []
  const size = metricOf(form, 'secondary_metric')
  const metrics = uniqueBy([metric, ...(size === undefined ? [] : [size])], metricLabel)
  const query = { ...baseQuery(form), columns: [entity], metrics }
  return [withOrder(query, form.sort_by_metric ? [[metric, false]] : undefined)]
}
