import * as z from 'zod'
import { has } from '#core/access/ability.ts'
import type { Query } from '#core/entity/query.ts'
import { readBody } from '#core/rest/body.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { MAX_SQL_ROWS } from '#core/rest/sqllab.ts'
import { printFields } from '#core/rest/read-error.ts'
import { ownQuery, ownQueries } from '#server/resources/shared/own-queries.ts'
import { presentQuery } from '#server/resources/shared/query-state.ts'
import type { RouteResponse, RouteRequest } from '#server/route/route.ts'
import { layOut } from '#server/files/lay-out.ts'
import { type StatementResult, resultTable, unpackResult, wireRows } from '#server/sqllab/result-text.ts'
import { extraOf } from '#server/sqllab/run-query.ts'
import { requireSqlAccess } from '#server/sqllab/sql-queries.ts'
import { sqlResultJson } from './result-json.ts'

const keyed = z.looseObject({ key: z.string(), rows: z.number().int().positive().nullish() })

/** `GET /api/v1/sqllab/results/?q=(key:K,rows:N)`: returns the rows of a statement of the caller. */
export async function results(asked: RouteRequest): Promise<RouteResponse> {
  const read = readBody(keyed, asked.q)
  if ('errors' in read) throw new ApiError('q-schema', { args: [printFields(read.errors)] })
  return resultAnswer(asked, read.ok.key, read.ok.rows ?? MAX_SQL_ROWS)
}

/** `GET /superset/results/{key}/?rows=N`: returns the same for older clients. */
export async function olderResults(asked: RouteRequest): Promise<RouteResponse> {
  const rows = Number(asked.query['rows'] ?? Number.NaN)
  return resultAnswer(asked, asked.params['key'] ?? '', rows >= 1 ? Math.floor(rows) : MAX_SQL_ROWS)
}

async function resultAnswer(asked: RouteRequest, key: string, rows: number): Promise<RouteResponse> {
  const result = await storedResult(asked, key)
  const query = await asked.context.store.queries.get(result.queryId)
  if (!query) throw new ApiError('not-found')
  await requireStill(asked, query)
  return { status: 200, json: sqlResultJson(query, await presentQuery(asked, query), result, rows) }
}

/** Rejects rows of a database on which the caller may no longer run SQL. */
async function requireStill(asked: RouteRequest, query: Query): Promise<void> {
  const database = await asked.context.store.databases.get(query.database_id)
  if (!database) throw new ApiError('database-missing')
  requireSqlAccess(asked.user, database)
}

/**
 * Returns the stored rows of a key of the caller. Throws `result-expired` if they were deleted, `not-found` otherwise.
 */
export async function storedResult(
  asked: RouteRequest,
  key: string,
): Promise<StatementResult & { readonly queryId: number }> {
  const kept = await asked.context.store.queryResults.get(key)
  if (kept && kept.user_id === asked.user.userId)
    return { ...(await unpackResult(kept.content)), queryId: kept.query_id }
  const own = await ownQueries(asked, true)
  throw new ApiError(own.some((query) => keysOf(query).includes(key)) ? 'result-expired' : 'not-found')
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
export async function exportRows(asked: RouteRequest): Promise<RouteResponse> {
  if (!has(asked.user, 'can_csv', 'Superset')) throw new ApiError('forbidden')
  const query = await ownQuery(asked, asked.params['client_id'] ?? '')
  if (!query) throw new ApiError('not-found')
  await requireStill(asked, query)
  const format = FORMATS.find((each) => each === (asked.query['format'] ?? 'csv'))
  if (!format) throw new ApiError('fields-wrong', { fields: { format: [`Must be one of: ${FORMATS.join(', ')}.`] } })
  const statement = asked.query['statement']
  const key = statement === undefined ? query.results_key : extraOf(query).statements?.[Number(statement)]?.resultsKey
  if (!key) throw new ApiError('not-found')
  const result = await storedResult(asked, key)
  const bytes = await fileOf(asked, result, format)
  const name = (query.tab_name ?? '').replace(/[^\p{L}\p{N} _-]+/gu, '').trim() || `query_${query.id}`
  const headers = { 'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(`${name}.${format}`)}` }
  return { status: 200, bytes, type: TYPES[format], headers }
}

async function fileOf(asked: RouteRequest, result: StatementResult, format: ResultFormat): Promise<Uint8Array> {
  if (format === 'json') return Buffer.from(JSON.stringify(wireRows(result, MAX_SQL_ROWS)))
  if (format === 'parquet') return asked.context.chartData.sources.parquet(result, asked.signal)
  return layOut(resultTable(result), format, { names: {}, formats: {} })
}
