import type { ChordForm } from './controls.ts'
import { rankedQuery } from '#charts/shared/ranked-query.ts'
import { keyColumns } from '#charts/shared/links/links.ts'
import type { QueryObject } from '#core/query/query-object.ts'

/** Queries the metric by source and target. */
export function toQueries(form: ChordForm): QueryObject[] {
  if (!form.groupby || !form.columns) return []
  return rankedQuery(form).map((query) => ({ ...query, columns: keyColumns(form, 'groupby', 'columns') }))
}
