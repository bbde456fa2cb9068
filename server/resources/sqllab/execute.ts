import {
  executeBody,
  type ExecuteBody,
  explainBody,
  MAX_CLIENT_ID,
  MAX_DISPLAYED_ROWS,
  SQL_ROW_LIMIT,
  sqlPreviewResponse,
} from '#core/rest/sqllab.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { wireError } from '#core/rest/error-body.ts'
import { ownQuery } from '#server/resources/shared/own-queries.ts'
import { presentQuery } from '#server/resources/shared/query-state.ts'
import { findDatabase } from '#server/resources/shared/database-access.ts'
import { jsonResponse, type RouteResponse, type RouteRequest } from '#server/route/route.ts'
import { wireColumns, resultRecords } from '#server/sqllab/result-text.ts'
import type { CreationRequest } from '#server/sqllab/table-creation.ts'
import { requireSqlAccess } from '#server/sqllab/sql-access.ts'
import type { SqlSubmission } from '#server/sqllab/sql-queries.ts'
import { parseSqlBody } from './read-body.ts'
import { storedResult } from './results.ts'
import { sqlResultJson } from './result-json.ts'

/**
 * `POST /api/v1/sqllab/execute/`, `POST /superset/sql_json/`: runs SQL. Responds with 200 and the rows of the last
 * statement, or 202 and the query if a job runs it. A known client id returns the state of that query.
 */
export async function execute(request: RouteRequest): Promise<RouteResponse> {
  const body = parseSqlBody(executeBody, request.body)
  const known = body.client_id ? await ownQuery(request, body.client_id) : undefined
  if (known) {
    if (known.status !== 'success' || known.results_key === null) return respondPending(request, known)
    return {
      status: 200,
      json: sqlResultJson(
        known,
        await presentQuery(request, known),
        await storedResult(request, known.results_key),
        MAX_DISPLAYED_ROWS,
      ),
    }
  }
  const submission = await submissionOf(request, body)
  const { sqlQueries } = request.context
  if (body.runAsync === true) return respondPending(request, await sqlQueries.submit(submission))
  const { query, result, fault } = await sqlQueries.run(submission, request.signal)
  if (fault) throw fault
  if (!result) throw new ApiError('internal')
  return { status: 200, json: sqlResultJson(query, await presentQuery(request, query), result, MAX_DISPLAYED_ROWS) }
}

async function respondPending(
  request: RouteRequest,
  query: Parameters<typeof presentQuery>[1],
): Promise<RouteResponse> {
  return { status: 202, json: { query: await presentQuery(request, query) } }
}

async function submissionOf(request: RouteRequest, body: ExecuteBody): Promise<SqlSubmission> {
  const database = await findDatabase(request, body.database_id).catch((error: unknown) => {
    throw error instanceof ApiError && error.code === 'not-found' ? new ApiError('database-missing') : error
  })
  requireSqlAccess(request.user, database)
  return {
    user: request.user,
    database,
    sql: body.sql,
    schema: body.schema || null,
    clientId: body.client_id || request.context.newUuid().slice(-MAX_CLIENT_ID),
    rowLimit: rowLimitOf(body.queryLimit, request.context.config.sqlResults.maxRows),
    editorId: body.sql_editor_id === null || body.sql_editor_id === undefined ? null : String(body.sql_editor_id),
    tab: body.tab ?? null,
    templateParams: body.templateParams || null,
    ...(body.select_as_cta === true && { creation: creationOf(request, body) }),
  }
}

/** Returns the requested table or view; without a name, it is named after the user and the time. */
function creationOf({ user, context }: RouteRequest, { ctas_method, tmp_table_name }: ExecuteBody): CreationRequest {
  const time = new Date(context.now()).toISOString().slice(0, 19).replaceAll(/\D/g, '_')
  return { method: ctas_method ?? 'TABLE', name: tmp_table_name || `tmp_${user.userId}_table_${time}` }
}

/** Returns the requested row limit: the default without a positive number, and never more than the maximum. */
function rowLimitOf(requested: number | null | undefined, maxRows: number): number {
  const rows = typeof requested === 'number' && requested >= 1 ? Math.floor(requested) : SQL_ROW_LIMIT
  return Math.min(rows, maxRows)
}

/** `POST /api/v1/sqllab/preview/`: returns the first rows of a SELECT that is being edited, or why there are none. */
export async function preview(request: RouteRequest): Promise<RouteResponse> {
  const { database_id, sql, templateParams } = parseSqlBody(explainBody, request.body)
  const { user, signal, context } = request
  const database = await findDatabase(request, database_id)
  requireSqlAccess(user, database)
  const outcome = await context.sqlQueries.preview({
    user,
    database,
    sql,
    templateParams: templateParams || null,
    signal,
  })
  if ('error' in outcome) return { status: 200, json: { result: null, error: wireError(outcome.error) } }
  const { result, isLimited } = outcome
  const { columns, rowCount } = result
  return jsonResponse(sqlPreviewResponse, {
    result: { columns: wireColumns(columns), data: resultRecords(result, rowCount), limited: isLimited },
    error: null,
  })
}
