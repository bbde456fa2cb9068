import { overallQuery } from '#charts/shared/figure/overall.ts'
import type { FormData } from '#core/form/form-data.ts'
import type { QueryObject } from '#core/query/query-object.ts'

/** One number: the metric over all rows that pass; and the same at another time, where the form compares. */
export function toQueries(form: FormData): QueryObject[] {
  const query = overallQuery(form)
  return query ? [query] : []
}
