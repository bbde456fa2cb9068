import { schemasResponse } from '#core/rest/response-shapes.ts'
import type { Database } from '#core/entity/database.ts'
import { findDatabase } from '#server/resources/shared/database-access.ts'
import { idOf } from '#server/resources/resource-handlers.ts'
import { type RouteResponse, type RouteRequest, type Policy, type Route, jsonResponse } from '#server/route/route.ts'
import { visibleSchemas, selectStar, showExtra, visibleTables } from './tables.ts'
import { schemasForUpload } from './upload-schemas.ts'

const application = (permission: string): Policy => ({ permission, view: 'Superset' })

/** Values that older clients write in a URL for an absent part. */
const NOTHING = ['undefined', 'null', '_null_', '']

/** Former URLs for tables: the tables of a schema whose name contains a text, and the schemas. */
export const deprecatedTableRoutes: readonly Route[] = [
  ...ofDatabase('/superset/schemas/:id', 'can_schemas', schemas, { 200: schemasResponse }),
  ...ofDatabase('/superset/schemas/:id/:force', 'can_schemas', schemas, { 200: schemasResponse }),
  ...ofDatabase('/superset/tables/:id/:schema', 'can_tables', tables),
  ...ofDatabase('/superset/tables/:id/:schema/:text', 'can_tables', tables),
  ...ofDatabase('/superset/tables/:id/:schema/:text/:force', 'can_tables', tables),
  ...ofDatabase('/superset/extra_table_metadata/:id/:table/:schema', 'can_extra_table_metadata', showExtra),
  ...ofDatabase('/superset/select_star/:id/:table', 'can_select_star', star),
  ...ofDatabase('/superset/select_star/:id/:table/:schema', 'can_select_star', star),
  {
    method: 'GET',
    path: '/superset/schemas_access_for_file_upload',
    policy: application('can_schemas_access_for_file_upload'),
    handler: async (request) => {
      const database = await findDatabase(request, Number(request.query['db_id']))
      return { status: 200, json: await schemasForUpload(database, request) }
    },
  },
]

function ofDatabase(
  path: string,
  permission: string,
  handler: (database: Database, request: RouteRequest) => Promise<RouteResponse>,
  answers: NonNullable<Route['responses']> = {},
): readonly Route[] {
  const policy = application(permission)
  const call = async (request: RouteRequest) => handler(await findDatabase(request, idOf(request)), request)
  return [{ method: 'GET', path, policy, responses: answers, handler: call }]
}

const isForced = ({ params }: RouteRequest): boolean => params['force']?.toLowerCase() === 'true'

async function schemas(database: Database, request: RouteRequest): Promise<RouteResponse> {
  return jsonResponse(schemasResponse, { schemas: await visibleSchemas(database, request, isForced(request)) })
}

/** Returns the bare text that older clients expect. */
async function star(database: Database, request: RouteRequest): Promise<RouteResponse> {
  const { json } = await selectStar(database, request)
  const { result } = json as { readonly result: string }
  return { status: 200, type: 'text/plain; charset=utf-8', bytes: Buffer.from(result) }
}

async function tables(database: Database, request: RouteRequest): Promise<RouteResponse> {
  const { schema: named = '', text = '' } = request.params
  const searchText = NOTHING.includes(text) ? '' : text.toLowerCase()
  const { schema, tables: all } = await visibleTables(database, request, {
    schema: NOTHING.includes(named) ? undefined : named,
    isForced: isForced(request),
  })
  const options = all
    .filter(({ name }) => name.toLowerCase().includes(searchText))
    .map(({ name, kind }) => ({ value: name, schema, label: name, title: name, type: kind, extra: null }))
  return { status: 200, json: { tableLength: options.length, options } }
}
