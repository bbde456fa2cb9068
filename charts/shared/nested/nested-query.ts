import { withoutLimits } from '#core/pivot/exact-pivot.ts'
import { baseQuery } from '#core/form/base-query.ts'
import type { FormData } from '#core/form/form-data.ts'
import { columnLabel, type QueryObject } from '#core/query/query-object.ts'
import { rankedQuery } from '#charts/shared/ranked-query.ts'

/**
 * Returns the queries of hierarchical charts: the innermost parts, and the totals of all outer levels. Sums of parts
 * would be wrong if the metric is a mean or a distinct count.
 */
export function nestedQueries(form: FormData & { readonly sort_by_metric: boolean }): QueryObject[] {
  const queries = rankedQuery(form)
  const labels = (baseQuery(form).columns ?? []).map(columnLabel)
  if (labels.length === 0) return []
  return queries.flatMap((query) => [
    query,
    {
      ...withoutLimits(query),
      grouping_sets: labels.map((_, count) => labels.slice(0, count)),
    },
  ])
}
