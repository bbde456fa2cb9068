import { allowedRows } from '#core/access/can.ts'
import type { RequestedQuery } from '#core/rest/sqllab.ts'
import { ruleOptions } from '#server/resources/shared/rule-options.ts'
import type { RouteRequest } from '#server/route/route.ts'

/** Maximum characters of a dataset key. */
export const MAX_DATASOURCE_KEY = 256

/** Returns the dataset of a key such as `3__table`; null if there is none or the caller may not read it now. */
export async function tabSource(request: RouteRequest, key: string): Promise<RequestedQuery['dataset']> {
  const id = /^(\d{1,15})__table$/.exec(key)?.[1]
  if (id === undefined) return null
  const rule = allowedRows(request.user, 'read', 'Dataset', ruleOptions(request))
  const found = await request.context.store.datasets.find({ and: [{ col: 'id', op: 'eq', value: Number(id) }, rule] })
  if (!found) return null
  const { table_name: name, schema, database_id: databaseId, columns } = found
  return { id: found.id, name, schema, databaseId, columns: columns.map(({ column_name }) => column_name) }
}
