import type { RadarForm } from './controls.ts'
import { baseQuery, normalisedOrder, withOrder } from '#core/form/base-query.ts'
import type { QueryObject } from '#core/query/query-object.ts'

/** The metrics by dimension, ranked by the sort metric, else by the first metric. */
export function toQueries(form: RadarForm): QueryObject[] {
  const base = baseQuery(form)
  return base.metrics?.length ? [withOrder(base, normalisedOrder(base, form))] : []
}
