import * as z from 'zod'
import type { Condition } from '#core/access/condition.ts'
import { hasPermission, ownerId } from '#core/access/ability.ts'
import { int, textOf } from '#core/rest/body.ts'
import { ApiError } from '#core/rest/api-error.ts'
import {
  estimateResponse,
  executeBody,
  pendingQuery,
  queryStateShape,
  sqlResult,
  type RequestedQuery,
} from '#core/rest/sqllab.ts'
import { sqlErrorsResponse, datasetFoundResponse } from '#core/rest/response-shapes.ts'
import { parsedBody } from '#server/resources/resource-handlers.ts'
import { ownQueries, stopQuery } from '#server/resources/shared/own-queries.ts'
import { presentQueries } from '#server/resources/shared/query-state.ts'
import type { AnyResource } from '#server/resources/resource.ts'
import { findDatabase } from '#server/resources/shared/database-access.ts'
import { validateSql } from '#server/resources/shared/validate-sql.ts'
import { type RouteResponse, type RouteRequest, type Route, jsonResponse } from '#server/route/route.ts'
import { deprecatedEstimate } from './cost-estimate.ts'
import { execute } from './execute.ts'
import { exportRows, deprecatedResults } from './results.ts'
import { parseSqlBody } from './read-body.ts'
import { clientPage } from '#server/route/client-page.ts'
import { MAX_DATASOURCE_KEY, tabSource } from '#server/resources/shared/tab-source.ts'
import { isObject } from '#core/rest/json.ts'

/**
 * `POST /superset/sqllab/`: opens the SQL editor with a dataset and SQL from the form field `form_data`, JSON of
 * `datasourceKey` and `sql`. Nothing is executed. Invalid values are ignored.
 */
async function openEditor(request: RouteRequest): Promise<RouteResponse> {
  const requestedQuery = await requestedOf(
    request,
    (request.body as Record<string, unknown> | undefined)?.['form_data'],
  )
  return clientPage(request, { module: 'SqlLabPage', ...(requestedQuery ? { requestedQuery } : {}) })
}

async function requestedOf(request: RouteRequest, text: unknown): Promise<RequestedQuery | undefined> {
  const sent = parseObject(text)
  if (!sent || typeof sent['sql'] !== 'string') return undefined
  const key = sent['datasourceKey']
  const datasourceKey = typeof key === 'string' && key.length <= MAX_DATASOURCE_KEY ? key : ''
  const dataset = await tabSource(request, datasourceKey)
  return { datasourceKey, sql: sent['sql'], databaseId: dataset?.databaseId ?? null, dataset }
}

function parseObject(text: unknown): Record<string, unknown> | undefined {
  if (typeof text !== 'string') return undefined
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

const permissionOn = (permission: string) => ({ permission, view: 'Superset' })

const MAX_FOUND = 1000

/** Routes that need no other resource. */
const plainRoutes: readonly Route[] = [
  { method: 'POST', path: '/superset/sqllab', policy: permissionOn('can_sqllab'), handler: openEditor },
  {
    method: 'POST',
    path: '/superset/sql_json',
    policy: permissionOn('can_sql_json'),
    body: executeBody,
    responses: { 200: sqlResult, 202: pendingQuery },
    handler: execute,
  },
  {
    method: 'GET',
    path: '/superset/results/:key',
    policy: permissionOn('can_sql_json'),
    responses: { 200: sqlResult },
    handler: deprecatedResults,
  },
  {
    method: 'GET',
    path: '/superset/queries/:since',
    policy: permissionOn('can_search_queries'),
    responses: { 200: z.record(z.string(), queryStateShape) },
    handler: changedQueries,
  },
  {
    method: 'POST',
    path: '/superset/stop_query',
    policy: permissionOn('can_stop_query'),
    handler: stopQueryByClientId,
  },
  { method: 'GET', path: '/superset/csv/:client_id', policy: permissionOn('can_csv'), handler: exportRows },
  {
    method: 'GET',
    path: '/superset/search_queries',
    policy: permissionOn('can_search_queries'),
    responses: { 200: z.array(queryStateShape) },
    handler: searchQueries,
  },
  {
    method: 'POST',
    path: '/superset/validate_sql_json',
    policy: permissionOn('can_sql_json'),
    responses: { 200: sqlErrorsResponse.shape.result },
    handler: validate,
  },
  {
    method: 'POST',
    path: '/superset/estimate_query_cost/:database_id/:schema',
    policy: { permission: 'can_estimate_query_cost', view: 'SQL Lab' },
    responses: { 200: estimateResponse.shape.result },
    handler: deprecatedEstimate,
  },
]

/** SQL Lab routes of 2.0 clients. */
export function deprecatedSqlRoutes(dataset: () => AnyResource): readonly Route[] {
  return [
    ...plainRoutes,
    {
      method: 'POST',
      path: '/superset/sqllab_viz',
      policy: permissionOn('can_sqllab_viz'),
      handler: (request) => datasetOfSql(dataset(), request),
    },
    {
      method: 'POST',
      path: '/superset/get_or_create_table',
      policy: permissionOn('can_sqllab_table_viz'),
      responses: { 200: datasetFoundResponse.shape.result },
      handler: (request) => datasetOfTable(dataset(), request),
    },
  ]
}

/** `GET /superset/queries/{ms}`: returns the caller's queries changed since then, by client id. */
async function changedQueries(request: RouteRequest): Promise<RouteResponse> {
  const since = Number(request.params['since'])
  const rows = await ownQueries(request, {
    col: 'changed_on',
    op: 'gte',
    value: Number.isFinite(since) ? Math.floor(since) : 0,
  })
  const states = await presentQueries(request, rows)
  return { status: 200, json: Object.fromEntries(states.map((state) => [state.id, state])) }
}

/** `POST /superset/stop_query/`: stops the query in the form field `client_id`. */
async function stopQueryByClientId(request: RouteRequest): Promise<RouteResponse> {
  const { client_id } = parseSqlBody(z.looseObject({ client_id: z.string() }), request.body)
  await stopQuery(request, client_id)
  return { status: 200, json: 'OK' }
}

/**
 * `GET /superset/search_queries?user_id&database_id&search_text&status&from&to`, times in seconds: returns the caller's
 * own queries, or all users' queries if the caller may see them.
 */
async function searchQueries(request: RouteRequest): Promise<RouteResponse> {
  const { user, context, query } = request
  const all = hasPermission(user, 'all_query_access', 'all_query_access')
  const conditions: Condition[] = [all || { col: 'created_by_fk', op: 'eq', value: ownerId(user) ?? 0 }]
  const add = (name: string, condition: (value: string) => Condition): void => {
    const value = query[name]
    if (value !== undefined && value !== '') conditions.push(condition(value))
  }
  const number = (value: string): number => (/^\d{1,15}$/.test(value) ? Number(value) : 0)
  const millis = (value: string): number => (Number.isFinite(Number(value)) ? Math.round(Number(value) * 1000) : 0)
  add('user_id', (value) => ({ col: 'created_by_fk', op: 'eq', value: number(value) }))
  add('database_id', (value) => ({ col: 'database_id', op: 'eq', value: number(value) }))
  add('search_text', (value) => ({ col: 'sql', op: 'ct', value }))
  add('status', (value) => ({ col: 'status', op: 'eq', value }))
  add('from', (value) => ({ col: 'start_time', op: 'gte', value: millis(value) }))
  add('to', (value) => ({ col: 'start_time', op: 'lte', value: millis(value) }))
  const { rows } = await context.store.queries.list({
    where: { and: conditions },
    order: [{ column: 'start_time', direction: 'desc' }],
    page: 0,
    pageSize: MAX_FOUND,
  })
  return { status: 200, json: await presentQueries(request, rows) }
}

/**
 * `POST /superset/validate_sql_json/`: validates the form fields `sql`, `database_id`, `templateParams`; responds with
 * a bare list.
 */
async function validate(request: RouteRequest): Promise<RouteResponse> {
  const { database_id, sql, templateParams } = parseSqlBody(
    z.looseObject({ database_id: int, sql: z.string(), templateParams: z.string().nullish() }),
    request.body,
  )
  const database = await findDatabase(request, database_id)
  const answer = await validateSql(database, { ...request, body: { sql, template_params: templateParams ?? null } })
  return { ...answer, json: (answer.json as { readonly result: unknown }).result }
}

/** Parses the JSON of the form field `data`. */
function dataOf<Schema extends z.ZodType>(schema: Schema, request: RouteRequest): z.output<Schema> {
  const { data } = parseSqlBody(z.looseObject({ data: z.string() }), request.body)
  try {
    return parseSqlBody(schema, JSON.parse(data))
  } catch (error) {
    throw error instanceof ApiError ? error : new ApiError('payload-not-json')
  }
}

const ofSql = z.looseObject({
  datasourceName: textOf(1, 250),
  dbId: int,
  schema: z.string().nullish(),
  sql: z.string(),
  templateParams: z.string().nullish(),
})

/**
 * `POST /superset/sqllab_viz/`: creates a virtual dataset of a query; an existing one with that name and owner gets the
 * new SQL.
 */
async function datasetOfSql(resource: AnyResource, request: RouteRequest): Promise<RouteResponse> {
  const { datasourceName: table_name, dbId: database, schema, sql, templateParams } = dataOf(ofSql, request)
  const parsed = await resource.parse(
    { database, schema: schema ?? null, table_name, sql, template_params: templateParams || null },
    request,
  )
  const row = await resource.create(parsedBody(parsed), request)
  const [data] = await resource.present([row], request, 'show')
  return { status: 200, json: { table_id: row.id, data } }
}

const ofTable = z.looseObject({ datasourceName: textOf(1, 250), dbId: int, schema: z.string().nullish() })

/** `POST /superset/get_or_create_table/`: returns the dataset of a table; creates it if there is none. */
async function datasetOfTable(resource: AnyResource, request: RouteRequest): Promise<RouteResponse> {
  const { datasourceName: table_name, dbId: database_id, schema } = dataOf(ofTable, request)
  const found = resource.routes?.find(({ path }) => path === '/get_or_create')
  if (!found) throw new ApiError('not-found')
  const answer = await found.handler({ ...request, body: { table_name, database_id, schema: schema ?? null } })
  return jsonResponse(datasetFoundResponse.shape.result, (answer.json as z.output<typeof datasetFoundResponse>).result)
}
