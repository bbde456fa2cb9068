import { rankedQuery } from '#charts/shared/ranked-query.ts'
import type { PieForm } from './controls.ts'
import type { QueryObject } from '#core/query/query-object.ts'

/** The dimension value of the rows beyond the limit in the result. */
export const OTHERS = 'Others'

/** Returns the number of groups with a separate slice; 0 for all. */
export function sliceLimit(form: Pick<PieForm, 'slice_limit'>): number {
  const limit = Number(form.slice_limit ?? 0)
  return Number.isInteger(limit) && limit > 0 ? limit : 0
}

/** Queries the metric by dimension. With a limit, all groups after the largest are one row. */
export function toQueries(form: PieForm): QueryObject[] {
  const limit = sliceLimit(form)
  const queries = rankedQuery(form)
  if (limit === 0) return queries
  return queries.map((query) => ({
    ...query,
    series_columns: query.columns ?? [],
    series_limit: limit,
    series_limit_metric: query.metrics?.[0] ?? null,
    order_desc: true,
    group_others_when_limit_reached: true,
  }))
}
