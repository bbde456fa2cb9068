import { unlimited } from '#core/pivot/exact.ts'
import { baseQuery } from '#core/form/base-query.ts'
import type { FormData } from '#core/form/form-data.ts'
import { columnLabel, type QueryObject } from '#core/query/query-object.ts'
import { rankedQuery } from '#charts/shared/ranked-query.ts'

/**
 * What charts of levels within levels ask: the innermost parts, and the totals of all levels around them, which no sum
 * of parts gives where the metric is a mean or a count of distinct values.
 */
export function nestedQueries(form: FormData & { readonly sort_by_metric: boolean }): QueryObject[] {
  const queries = rankedQuery(form)
  const labels = (baseQuery(form).columns ?? []).map(columnLabel)
  if (labels.length === 0) return []
  return queries.flatMap((query) => [
    query,
    {
      ...unlimited(query),
      grouping_sets: labels.map((_, count) => labels.slice(0, count)),
    },
  ])
}
