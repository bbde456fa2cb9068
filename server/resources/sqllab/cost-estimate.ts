import * as z from 'zod'
import { ApiError } from '#core/rest/api-error.ts'
import { requireWithin } from '#core/rest/bounds.ts'
import { estimateResponse, estimateBody } from '#core/rest/sqllab.ts'
import { splitStatements } from '#core/sql/statements.ts'
import { hasCostEstimate } from '#server/resources/shared/cost-estimates.ts'
import { findDatabase } from '#server/resources/shared/database-access.ts'
import { type RouteRequest, type RouteResponse, jsonResponse } from '#server/route/route.ts'
import { requireSqlAccess } from '#server/sqllab/sql-access.ts'
import { parseSqlBody } from './read-body.ts'

interface Estimate {
  readonly databaseId: number
  readonly sql: string
  /** Values for the macros as a JSON object; null if there are none. */
  readonly templateParams: string | null
}

/** Returns the estimated cost of each statement of a text, from its plan. Throws `estimate-off`. */
async function costsOf(request: RouteRequest, { databaseId, sql, templateParams }: Estimate) {
  const { context, user, signal } = request
  const database = await findDatabase(request, databaseId)
  requireSqlAccess(user, database)
  if (!hasCostEstimate(database)) throw new ApiError('estimate-off')
  requireWithin('sql-length', sql.length)
  const statements = splitStatements(sql)
  requireWithin('sql-statements', statements.length)
  const costs: Readonly<Record<string, string>>[] = []
  for (const { text } of statements) {
    const { cost, rows } = await context.sqlQueries.explain({ user, database, sql: text, templateParams, signal })
    if (cost === null) throw new ApiError('estimate-off')
    costs.push({ 'Total cost': String(cost), ...(rows !== null && { Rows: String(rows) }) })
  }
  return costs
}

/** `POST /api/v1/sqllab/estimate/`: returns the estimated cost of each statement. */
export async function estimate(request: RouteRequest): Promise<RouteResponse> {
  const {
    database_id: databaseId,
    sql,
    template_params,
    templateParams: text,
  } = parseSqlBody(estimateBody, request.body)
  const templateParams = text || (template_params ? JSON.stringify(template_params) : null)
  return jsonResponse(estimateResponse, { result: await costsOf(request, { databaseId, sql, templateParams }) })
}

const deprecatedEstimateBody = z.looseObject({ sql: z.string().default(''), templateParams: z.string().nullish() })

/** `POST /superset/estimate_query_cost/{database}/{schema}/`: the same as a plain list. */
export async function deprecatedEstimate(request: RouteRequest): Promise<RouteResponse> {
  const { sql, templateParams } = parseSqlBody(deprecatedEstimateBody, request.body)
  const id = Number(request.params['database_id'])
  const databaseId = Number.isSafeInteger(id) ? id : 0
  const costs = await costsOf(request, { databaseId, sql, templateParams: templateParams || null })
  return jsonResponse(estimateResponse.shape.result, costs)
}
