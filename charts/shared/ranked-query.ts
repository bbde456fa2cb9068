import type { FormData } from '#core/form/form-data.ts'
import { baseQuery, metricOf, withOrder } from '#core/form/base-query.ts'
import type { QueryObject } from '#core/query/query-object.ts'

/**
 * Returns the query of charts with one metric by dimensions. Rows are sorted, descending, only with `sort_by_metric`.
 */
export function rankedQuery(form: FormData & { readonly sort_by_metric: boolean }): QueryObject[] {
  const base = baseQuery(form)
  const metric = metricOf(form, 'metric')
  if (metric === undefined) return []
  return [form.sort_by_metric ? withOrder(base, [[metric, false]]) : base]
}
