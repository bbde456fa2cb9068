import { baseQuery, withOrder } from '#core/form/base-query.ts'
import type { FormData } from '#core/form/form-data.ts'
import type { QueryObject } from '#core/query/query-object.ts'
import { TIMESTAMP } from '#core/query/timestamp.ts'

/** Returns the query for the buckets of the time column, earliest first. */
export function bucketQuery(form: FormData): QueryObject {
  return { ...withOrder(baseQuery(form), undefined), is_timeseries: true, orderby: [[TIMESTAMP, true]] }
}
