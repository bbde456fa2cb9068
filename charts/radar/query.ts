import type { RadarForm } from './controls.ts'
import { baseQuery, normalizeOrder, withOrder } from '#core/form/base-query.ts'
import type { QueryObject } from '#core/query/query-object.ts'

/** Queries the metrics by dimension, sorted by the sort metric or the first metric. */
export function toQueries(form: RadarForm): QueryObject[] {
  const base = baseQuery(form)
  return base.metrics?.length ? [withOrder(base, normalizeOrder(base, form))] : []
}
