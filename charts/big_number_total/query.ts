import { comparingOf } from '#core/form/advanced-analytics.ts'
import type { FormData } from '#core/form/form-data.ts'
import { baseQuery, metricOf } from '#core/form/base-query.ts'
import type { QueryObject } from '#core/query/query-object.ts'

/** One number: the metric over all rows that pass; and the same at another time, where the form compares. */
export function toQueries(form: FormData): QueryObject[] {
  const metric = metricOf(form, 'metric')
  if (metric === undefined) return []
  const offsets = comparingOf(form, [metric])?.offsets.slice(0, 1) ?? []
  return [{ ...baseQuery(form), columns: [], ...(offsets.length > 0 ? { time_offsets: offsets } : {}) }]
}
