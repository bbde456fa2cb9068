import { foldText } from '#core/access/fold-text.ts'
import { printDatabaseView, printSchemaView } from '#core/access/object-view.ts'
import { parseRelatedQuery } from '#core/rest/list-query.ts'
import { type ObjectPermission, objectPermissionsResponse } from '#core/rest/security.ts'
import { type RouteRequest, type RouteResponse, jsonResponse } from '#server/route/route.ts'
import { isSavedDataset } from '#core/access/rules.ts'
import type { Store } from '#server/store/store.ts'

/** Maximum permissions on objects in one response. */
const MAX_OBJECTS = 200

/** Returns the permissions on every database, schema and dataset. */
export async function objectPairs(store: Store): Promise<readonly ObjectPermission[]> {
  const databases = (await store.databases.list({ order: [{ column: 'database_name', direction: 'asc' }] })).rows
  const byName = [{ column: 'table_name', direction: 'asc' as const }]
  const datasets = (await store.datasets.list({ where: isSavedDataset, order: byName })).rows
  const names = new Map(databases.map(({ id, database_name }) => [id, database_name]))
  const schemas = new Map<string, ObjectPermission>()
  for (const { database_id, schema } of datasets) {
    const database = names.get(database_id)
    if (database === undefined || !schema) continue
    const view = printSchemaView(database, schema)
    schemas.set(view, { permission: 'schema_access', view, name: `${database}.${schema}` })
  }
  return [
    ...databases.map((row) => ({
      permission: 'database_access',
      view: printDatabaseView(row),
      name: row.database_name,
    })),
    ...schemas.values(),
    ...datasets.flatMap(({ id, table_name, schema, database_id }) => {
      const database = names.get(database_id)
      if (database === undefined) return []
      const name = [database, schema, table_name].filter(Boolean).join('.')
      return [{ permission: 'datasource_access', view: `[${database}].[${table_name}](id:${id})`, name }]
    }),
  ]
}

/** `GET /object_permissions`: returns the permissions on objects whose name contains the filter text. */
export async function listObjectPermissions({ context, q }: RouteRequest): Promise<RouteResponse> {
  const text = foldText(parseRelatedQuery(q).filter)
  const found = (await objectPairs(context.store)).filter(({ name }) => foldText(name).includes(text))
  return jsonResponse(objectPermissionsResponse, {
    is_truncated: found.length > MAX_OBJECTS,
    result: found.slice(0, MAX_OBJECTS),
  })
}
