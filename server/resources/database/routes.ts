import type * as z from 'zod'
import {
  connectionResponse,
  functionsResponse,
  sqlErrorsResponse,
  namesResponse,
  relatedObjectsResponse,
  schemasResponse,
  sqlResponse,
  tableResponse,
  tablesResponse,
} from '#core/rest/response-shapes.ts'
import type { Database } from '#core/entity/database.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { idOf } from '#server/resources/resource-handlers.ts'
import { type RouteResponse, type RouteRequest, type Route, jsonResponse } from '#server/route/route.ts'
import { findDatabase } from '#server/resources/shared/database-access.ts'
import { relatedObjects } from '#server/resources/shared/related-objects.ts'
import { listAvailableEngines, testConnection, validateParameters } from './connect.ts'
import { presentDatabases } from './present.ts'
import { listFunctions, listSchemas, listTables, selectStar, showExtra, showTable } from './tables.ts'
import { uploadRoutes } from './upload-routes.ts'
import { uploadSchemas } from './upload-schemas.ts'
import { sqlBody, validateSql } from '#server/resources/shared/validate-sql.ts'

/** Routes of databases besides reading and writing them: metadata, connection tests, uploads. */
export function databaseRoutes(view: string): readonly Route[] {
  const read = { permission: 'can_read', view }
  const write = { permission: 'can_write', view }
  const of =
    (handler: Act) =>
    async (request: RouteRequest): Promise<RouteResponse> =>
      handler(await findDatabase(request, idOf(request)), request)
  const get = (path: string, handler: Act, shape?: z.ZodType): Route => {
    return { method: 'GET', path, policy: read, ...(shape ? { responses: { 200: shape } } : {}), handler: of(handler) }
  }
  const tried = { 200: connectionResponse }
  return [
    { method: 'GET', path: '/available', policy: read, handler: listAvailableEngines },
    { method: 'POST', path: '/test_connection', policy: write, responses: tried, handler: testConnection },
    { method: 'POST', path: '/validate_parameters', policy: write, responses: tried, handler: validateParameters },
    get('/:id/schemas', listSchemas, namesResponse),
    get('/:id/function_names', listFunctions, functionsResponse),
    get('/:id/tables', listTables, tablesResponse),
    get('/:id/table/:table', showTable, tableResponse),
    get('/:id/table/:table/:schema', showTable, tableResponse),
    get('/:id/table_extra/:table', showExtra),
    get('/:id/table_extra/:table/:schema', showExtra),
    get('/:id/select_star/:table', selectStar, sqlResponse),
    get('/:id/select_star/:table/:schema', selectStar, sqlResponse),
    // Newer clients name a table by `name` and `schema` in the query string, and see the URI if they may write it.
    get('/:id/table_metadata', withTableInQuery(showTable), tableResponse),
    get('/:id/table_metadata/extra', withTableInQuery(showExtra)),
    { method: 'GET', path: '/:id/connection', policy: write, handler: of(connection) },
    { method: 'DELETE', path: '/:id/ssh_tunnel', policy: write, handler: of(removeTunnel) },
    get('/:id/related_objects', showRelatedObjects, relatedObjectsResponse),
    {
      method: 'POST',
      path: '/:id/validate_sql',
      policy: read,
      body: sqlBody,
      responses: { 200: sqlErrorsResponse },
      handler: of(validateSql),
    },
    get('/:id/schemas_access_for_file_upload', uploadSchemas, schemasResponse),
    ...uploadRoutes,
  ]
}

type Act = (database: Database, request: RouteRequest) => Promise<RouteResponse>

/** Wraps a handler whose table is named in the query string. */
function withTableInQuery(handler: Act): Act {
  return async (database, request) => {
    const { name: table, schema } = request.query
    if (!table) throw new ApiError('fields-wrong', { fields: { name: ['Missing data for required field.'] } })
    return handler(database, { ...request, params: { ...request.params, table, ...(schema ? { schema } : {}) } })
  }
}

async function connection(database: Database, request: RouteRequest): Promise<RouteResponse> {
  const [result] = await presentDatabases([database], request, 'show')
  return { status: 200, json: { id: database.id, result } }
}

/** Removes the tunnel of a database, and the secrets that were sent through it. */
async function removeTunnel({ id, tunnel }: Database, { context, user }: RouteRequest): Promise<RouteResponse> {
  if (!tunnel) throw new ApiError('tunnel-missing')
  await context.store.databases.update(id, { tunnel: null, secrets: null }, user.userId)
  // Waits for running queries.
  context.chartData.sources.disconnect(id).catch(() => {})
  return { status: 200, json: { message: 'OK' } }
}

async function showRelatedObjects(database: Database, request: RouteRequest): Promise<RouteResponse> {
  const { ids } = await request.context.store.datasets.list({
    where: { col: 'database_id', op: 'eq', value: database.id },
  })
  return jsonResponse(relatedObjectsResponse, await relatedObjects(request, ids))
}
