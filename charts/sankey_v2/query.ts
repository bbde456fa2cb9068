import type { SankeyForm } from './controls.ts'
import { keyColumns } from '#charts/shared/links/links.ts'
import { baseQuery, metricOf, withOrder } from '#core/form/base-query.ts'
import type { QueryObject } from '#core/query/query-object.ts'

/** Queries the metric by source and target. Sorted only if rows are limited, so that the limit is deterministic. */
export function toQueries(form: SankeyForm): QueryObject[] {
  const metric = metricOf(form, 'metric')
  const columns = keyColumns(form, 'source', 'target')
  if (metric === undefined || !form.source || !form.target) return []
  const base = baseQuery(form)
  const largest = form.sort_by_metric ? [[metric, false] as const] : []
  const order = [...largest, ...columns.map((each) => [each, true] as const)]
  return [withOrder({ ...base, columns }, base.row_limit ? order : undefined)]
}
