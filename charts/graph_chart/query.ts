import type { GraphForm } from './controls.ts'
import { keyColumns } from '#charts/shared/links/links.ts'
import { baseQuery, metricOf } from '#core/form/base-query.ts'
import type { QueryObject } from '#core/query/query-object.ts'

/** Queries the metric by source and target and their categories. */
export function toQueries(form: GraphForm): QueryObject[] {
  if (metricOf(form, 'metric') === undefined || !form.source || !form.target) return []
  return [{ ...baseQuery(form), columns: keyColumns(form, 'source', 'target', 'source_category', 'target_category') }]
}
