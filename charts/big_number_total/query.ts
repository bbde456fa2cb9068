import { overallQuery } from '#charts/shared/figure/overall-value.ts'
import type { FormData } from '#core/form/form-data.ts'
import type { QueryObject } from '#core/query/query-object.ts'

/** Queries the metric over all matching rows, and again for another time range if the form compares. */
export function toQueries(form: FormData): QueryObject[] {
  const query = overallQuery(form)
  return query ? [query] : []
}
