import { baseQuery } from './base-query.ts'
import type { FormData } from './form-data.ts'
import type { QueryFilter, QueryObject } from '#core/query/query-object.ts'

/**
 * The question for the rows behind a chart, or behind marks of it by `conditions`: what narrows its rows before they are
 * grouped. What narrows groups says nothing of rows.
 */
export function detailQuery(form: FormData, conditions: readonly QueryFilter[] = []): QueryObject {
  const { filters = [], extras = {}, granularity, time_range } = baseQuery(form)
  const { having: _, having_druid: _old, ...rows } = extras as Record<string, unknown>
  return {
    filters: [...filters, ...conditions],
    extras: rows,
    ...(granularity ? { granularity } : {}),
    ...(time_range ? { time_range } : {}),
  }
}
