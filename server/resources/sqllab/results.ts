import * as z from 'zod'
import { hasPermission } from '#core/access/ability.ts'
import type { Database } from '#core/entity/database.ts'
import type { Query } from '#core/entity/query.ts'
import { readBody } from '#core/rest/body.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { printFields } from '#core/rest/read-error.ts'
import { ownQuery, ownQueries } from '#server/resources/shared/own-queries.ts'
import { presentQuery } from '#server/resources/shared/query-state.ts'
import type { RouteResponse, RouteRequest } from '#server/route/route.ts'
import { encodeTable } from '#server/files/encode-table.ts'
import {
  type ResultRules,
  type StatementResult,
  resultTable,
  decompressResult,
  resultRecords,
} from '#server/sqllab/result-text.ts'
import { extraOf } from '#server/sqllab/run-query.ts'
import { withExportQuota } from '#server/security/quotas.ts'
import { requireSqlAccess } from '#server/sqllab/sql-access.ts'
import { sqlResultJson } from './result-json.ts'

const resultKeyQuery = z.looseObject({ key: z.string(), rows: z.number().int().positive().nullish() })

/** `GET /api/v1/sqllab/results/?q=(key:K,rows:N)`: returns the rows of a statement of the caller. */
export async function results(request: RouteRequest): Promise<RouteResponse> {
  const read = readBody(resultKeyQuery, request.q)
  if ('errors' in read) throw new ApiError('q-schema', { args: [printFields(read.errors)] })
  return resultResponse(request, read.ok.key, read.ok.rows ?? undefined)
}

/** `GET /superset/results/{key}/?rows=N`: returns the same for older clients. */
export async function deprecatedResults(request: RouteRequest): Promise<RouteResponse> {
  const rows = Number(request.query['rows'] ?? Number.NaN)
  return resultResponse(request, request.params['key'] ?? '', rows >= 1 ? Math.floor(rows) : undefined)
}

async function resultResponse(request: RouteRequest, key: string, rows?: number): Promise<RouteResponse> {
  const result = await storedResult(request, key)
  const query = await request.context.store.queries.get(result.queryId)
  if (!query) throw new ApiError('not-found')
  return {
    status: 200,
    json: sqlResultJson(query, await presentQuery(request, query), result, rows ?? result.rowCount),
  }
}

/** Returns the database of a query; rejects callers who may no longer run SQL on it. */
async function databaseOf({ context, user }: RouteRequest, { database_id }: Query): Promise<Database> {
  const database = await context.store.databases.get(database_id)
  if (!database) throw new ApiError('database-missing')
  requireSqlAccess(user, database)
  return database
}

/**
 * Returns the stored rows of a key of the caller. Throws `result-withdrawn` if the row rules or masks of the caller have
 * changed since, `result-expired` if the rows were deleted, `not-found` otherwise.
 */
export async function storedResult(
  request: RouteRequest,
  key: string,
): Promise<StatementResult & { readonly queryId: number }> {
  const stored = await request.context.store.queryResults.get(key)
  if (stored && stored.user_id === request.user.userId) {
    const { rulesHash, readTables, ...result } = await decompressResult(stored.content)
    await requireSameRules(request, stored.query_id, { rulesHash, readTables })
    return { ...result, queryId: stored.query_id }
  }
  const own = await ownQueries(request, true)
  throw new ApiError(own.some((query) => keysOf(query).includes(key)) ? 'result-expired' : 'not-found')
}

async function requireSameRules(
  request: RouteRequest,
  queryId: number,
  { rulesHash, readTables }: ResultRules,
): Promise<void> {
  const { store, chartData } = request.context
  const { templates } = chartData
  const query = await store.queries.get(queryId)
  if (!query) throw new ApiError('not-found')
  const database = await databaseOf(request, query)
  const current = await templates.rulesHash(request.user, database, rulesHash, readTables)
  if (current !== rulesHash) throw new ApiError('result-withdrawn')
}

function keysOf(query: Query): readonly (string | null)[] {
  return [query.results_key, ...(extraOf(query).statements ?? []).map(({ resultsKey }) => resultsKey)]
}

const FORMATS = ['csv', 'xlsx', 'json', 'parquet'] as const
type ResultFormat = (typeof FORMATS)[number]

const TYPES: Readonly<Record<ResultFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json',
  parquet: 'application/vnd.apache.parquet',
}

/**
 * `GET /api/v1/sqllab/export/{client_id}/`, `GET /superset/csv/{client_id}`: returns the rows of a query as a file:
 * those of the last statement, or of the statement with index `statement`, from 0. Checks the current permissions to
 * download and to read the database.
 */
export async function exportRows(request: RouteRequest): Promise<RouteResponse> {
  if (!hasPermission(request.user, 'can_csv', 'Superset')) throw new ApiError('forbidden')
  const query = await ownQuery(request, request.params['client_id'] ?? '')
  if (!query) throw new ApiError('not-found')
  await databaseOf(request, query)
  const format = FORMATS.find((each) => each === (request.query['format'] ?? 'csv'))
  if (!format) throw new ApiError('fields-wrong', { fields: { format: [`Must be one of: ${FORMATS.join(', ')}.`] } })
  const statement = request.query['statement']
  const key = statement === undefined ? query.results_key : extraOf(query).statements?.[Number(statement)]?.resultsKey
  if (!key) throw new ApiError('not-found')
  const result = await storedResult(request, key)
  const bytes = await withExportQuota(request.context, request.user, () => fileOf(request, result, format))
  const name = (query.tab_name ?? '').replace(/[^\p{L}\p{N} _-]+/gu, '').trim() || `query_${query.id}`
  const headers = { 'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(`${name}.${format}`)}` }
  return { status: 200, bytes, type: TYPES[format], headers }
}

async function fileOf(request: RouteRequest, result: StatementResult, format: ResultFormat): Promise<Uint8Array> {
  if (format === 'json') return Buffer.from(JSON.stringify(resultRecords(result, result.rowCount)))
  if (format === 'parquet') return request.context.chartData.sources.parquet(result, request.signal)
  return encodeTable(resultTable(result), format, { names: {}, formats: {} })
}
