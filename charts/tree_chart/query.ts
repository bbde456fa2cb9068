import type { TreeForm } from './controls.ts'
import { keyColumns } from '#charts/shared/links/links.ts'
import { baseQuery } from '#core/form/base-query.ts'
import type { QueryObject } from '#core/query/query-object.ts'

/** Queries the ids of nodes and parents, and the optional metric. */
export function toQueries(form: TreeForm): QueryObject[] {
  if (!form.id || !form.parent) return []
  return [{ ...baseQuery(form), columns: keyColumns(form, 'id', 'parent', 'name') }]
}
