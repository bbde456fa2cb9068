import type { FormData } from '#core/form/form-data.ts'
import { baseQuery, metricOf } from '#core/form/base-query.ts'
import type { QueryObject } from '#core/query/query-object.ts'

/** One number: the metric over all rows that pass. */
export function toQueries(form: FormData): QueryObject[] {
  return metricOf(form, 'metric') === undefined ? [] : [{ ...baseQuery(form), columns: [] }]
}
