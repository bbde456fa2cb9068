import { formatDialect, duckdb, postgresql, sql as standard } from 'sql-formatter'
import * as z from 'zod'
import { requireWithin } from '#core/rest/bounds.ts'
import { ApiError } from '#core/rest/api-error.ts'
import {
  estimateResponse,
  estimateBody,
  executeBody,
  explainResponse,
  explainBody,
  formatBody,
  formattedResponse,
  pendingQuery,
  sqlLabResponse,
  sqlPermalinkBody,
  sqlPreviewResponse,
  sqlResult,
} from '#core/rest/sqllab.ts'
import { findDatabase } from '#server/resources/shared/database-access.ts'
import { linkTo } from '#server/resources/shared/link.ts'
import { makePermalink, readPermalink } from '#server/resources/shared/permalink.ts'
import { type RouteResponse, type RouteRequest, type Route, jsonResponse } from '#server/route/route.ts'
import { requireSqlAccess } from '#server/sqllab/sql-access.ts'
import { estimate } from './cost-estimate.ts'
import { editorState } from './editor.ts'
import { execute, preview } from './execute.ts'
import { exportRoutes } from './exports.ts'
import { parseSqlBody } from './read-body.ts'
import { exportRows, results } from './results.ts'

const permissionOn = (permission: string) => ({ permission, view: 'SQLLab' })

const permalink = z.looseObject({ key: z.string(), url: z.string() })

/** SQL Lab routes below `/api/v1/sqllab`. */
export const sqlLabRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/',
    policy: permissionOn('can_read'),
    responses: { 200: sqlLabResponse },
    handler: editorState,
  },
  {
    method: 'POST',
    path: '/execute',
    policy: permissionOn('can_execute_sql_query'),
    body: executeBody,
    responses: { 200: sqlResult, 202: pendingQuery },
    handler: execute,
  },
  {
    method: 'GET',
    path: '/results',
    policy: permissionOn('can_get_results'),
    responses: { 200: sqlResult },
    handler: results,
  },
  { method: 'GET', path: '/export/:client_id', policy: permissionOn('can_export_csv'), handler: exportRows },
  ...exportRoutes,
  ...['/format', '/format_sql'].map(
    (path): Route => ({
      method: 'POST',
      path,
      policy: permissionOn('can_read'),
      body: formatBody,
      responses: { 200: formattedResponse },
      handler: format,
    }),
  ),
  {
    method: 'POST',
    path: '/estimate',
    policy: { permission: 'can_estimate_query_cost', view: 'SQL Lab' },
    body: estimateBody,
    responses: { 200: estimateResponse },
    handler: estimate,
  },
  {
    method: 'POST',
    path: '/explain',
    policy: permissionOn('can_execute_sql_query'),
    body: explainBody,
    responses: { 200: explainResponse },
    handler: explain,
  },
  {
    method: 'POST',
    path: '/preview',
    policy: permissionOn('can_execute_sql_query'),
    body: explainBody,
    responses: { 200: sqlPreviewResponse },
    handler: preview,
  },
  {
    method: 'POST',
    path: '/permalink',
    policy: permissionOn('can_read'),
    body: sqlPermalinkBody,
    responses: { 201: permalink },
    handler: share,
  },
  {
    method: 'GET',
    path: '/permalink/:key',
    policy: permissionOn('can_read'),
    responses: { 200: sqlPermalinkBody },
    handler: async (request) => ({
      status: 200,
      json: await readPermalink(request, 'sqllab_permalink', request.params['key'] ?? ''),
    }),
  },
]

/** The formatter's dialect for each engine; standard SQL for others. */
const DIALECTS = { duckdb, postgresql } as const

async function format(request: RouteRequest): Promise<RouteResponse> {
  const { sql, database_id: id } = parseSqlBody(formatBody, request.body) as {
    readonly sql: string
    readonly database_id?: unknown
  }
  requireWithin('formatted-sql', sql.length)
  const database = typeof id === 'number' ? await findDatabase(request, id) : undefined
  const dialect = DIALECTS[database?.backend as keyof typeof DIALECTS] ?? standard
  try {
    const result = formatDialect(sql, {
      dialect,
      keywordCase: 'upper',
      paramTypes: { custom: [{ regex: String.raw`\{\{.*?\}\}` }, { regex: String.raw`\{%.*?%\}` }] },
    })
    return jsonResponse(formattedResponse, { result })
  } catch (error) {
    throw new ApiError('sql-syntax', { args: [error instanceof Error ? (error.message.split('\n')[0] ?? '') : ''] })
  }
}

/** `POST /api/v1/sqllab/explain/`: returns the plan of a SELECT without running it. */
async function explain(request: RouteRequest): Promise<RouteResponse> {
  const { database_id, sql, templateParams } = parseSqlBody(explainBody, request.body)
  requireWithin('sql-length', sql.length)
  const { user, signal, context } = request
  const database = await findDatabase(request, database_id)
  requireSqlAccess(user, database)
  const result = await context.sqlQueries.explain({
    user,
    database,
    sql,
    templateParams: templateParams || null,
    signal,
  })
  return { status: 200, json: { result } }
}

async function share(request: RouteRequest): Promise<RouteResponse> {
  const {
    dbId = null,
    name = null,
    schema = null,
    sql,
    templateParams = null,
  } = parseSqlBody(sqlPermalinkBody, request.body)
  const key = await makePermalink(request, 'sqllab_permalink', { dbId, name, schema, sql, templateParams })
  return { status: 201, json: { key, url: linkTo(request, `/sqllab/p/${key}`) } }
}
