import { baseQuery } from './base-query.ts'
import type { FormData } from './form-data.ts'
import type { QueryFilter, QueryObject } from '#core/query/query-object.ts'

/**
 * Returns the query for the rows behind a chart, or behind some of its marks given by `conditions`. It uses only
 * filters that apply to rows before grouping, not HAVING filters.
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
