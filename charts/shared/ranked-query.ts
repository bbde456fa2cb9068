import type { FormData } from '#core/form/form-data.ts'
import { baseQuery, metricOf, withOrder } from '#core/form/base-query.ts'
import type { QueryObject } from '#core/query/query-object.ts'

/** What charts of one metric by dimensions ask. Only `sort_by_metric` orders the rows: largest first. */
export function rankedQuery(form: FormData & { readonly sort_by_metric: boolean }): QueryObject[] {
  const base = baseQuery(form)
  const metric = metricOf(form, 'metric')
  if (metric === undefined) return []
  return [form.sort_by_metric ? withOrder(base, [[metric, false]]) : base]
}
