import type { CalendarForm } from './controls.ts'
import { GRAINS } from './periods.ts'
import { baseQuery, withOrder } from '#core/form/base-query.ts'
import type { QueryObject } from '#core/query/query-object.ts'
import { TIMESTAMP } from '#core/query/timestamp.ts'

/** Queries the metrics by cell, latest first, so that a row limit cuts off the oldest. */
export function toQueries(form: CalendarForm): QueryObject[] {
  const base = baseQuery(form)
  if (!base.metrics?.length) return []
  const extras = { ...base.extras, time_grain_sqla: GRAINS[form.subdomain_granularity] }
  return [withOrder({ ...base, extras, columns: [], is_timeseries: true }, [[TIMESTAMP, false]])]
}
