import { createHash } from 'node:crypto'
import { hasPermission } from '#core/access/ability.ts'
import { parseQueryContext } from '#core/query/parse-query.ts'
import type { QueryContext } from '#core/query/query-object.ts'
import { COLUMNS_MEDIA_TYPE } from '#core/query/result.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { bodyOf, bodyChunks } from '#server/data/result/response-body.ts'
import { isEntry, type Result } from '#server/data/result/result-entry.ts'
import { type FileFormat, type Format, isFileFormat } from '#server/files/encode-table.ts'
import { withExportQuota } from '#server/security/quotas.ts'
import type { Priority } from '#server/data/scheduler.ts'
import { runAllQueries } from '#server/data/run-all-queries.ts'
import type { ChartDataRequest } from '#server/data/plan/query-request.ts'
import { encodingFor } from '#server/route/encoding.ts'
import type { RouteResponse, RouteRequest, Policy } from '#server/route/route.ts'
import { fileResponse } from '#server/resources/shared/file-response.ts'
import { completeResponse } from './complete-response.ts'
import { requireEmbeddedQueries } from './embedded-queries.ts'
import { parseJson } from '#core/rest/json.ts'

const LEGS = ['queue', 'plan', 'engine', 'post', 'serialise'] as const

/**
 * Returns the `Server-Timing` header of results: the longest duration of each stage in milliseconds, the number of
 * cached results, the bytes of all data, and the row limit with the number of results that reached it.
 */
function serverTiming(results: readonly Result[]): string {
  const costs = results.flatMap((result) => (isEntry(result) && result.head.cost ? [result.head.cost] : []))
  const legs = LEGS.map((leg) => `${leg};dur=${Math.max(0, ...costs.map((cost) => cost[leg]))}`)
  const hits = costs.filter(({ cache }) => cache !== 'miss').length
  const most = (of: (cost: (typeof costs)[number]) => number): number => Math.max(0, ...costs.map(of))
  return [
    ...legs,
    `cache;desc="${hits} of ${costs.length}"`,
    `bytes;desc="${costs.reduce((sum, { bytes }) => sum + bytes, 0)}"`,
    `rows;desc="limit ${most((cost) => cost.row_limit)}; ${costs.filter(({ capped }) => capped).length} capped"`,
  ].join(', ')
}

const JSON_TYPE = 'application/json; charset=utf-8'
const FORMATS: readonly string[] = ['json', 'csv', 'xlsx']

/** The permission to query any data; access to the dataset is checked for each query. */
export const readDataPolicy: Policy = { permission: 'can_read', view: 'Chart' }

/** Parses the query context of a body; throws if it is invalid. */
export function readContext(body: unknown): QueryContext {
  const parsed = parseQueryContext(withoutForm(body))
  if ('errors' in parsed) throw new ApiError('request-wrong', { args: [JSON.stringify(parsed.errors)] })
  return parsed.ok
}

/** Returns the context of a body; it may be JSON text in the form field `form_data`. */
function withoutForm(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) throw new ApiError('not-json')
  const field = (body as Record<string, unknown>).form_data
  if (typeof field !== 'string' || 'queries' in body) return body
  try {
    return parseJson(field)
  } catch {
    throw new ApiError('not-json')
  }
}

/** The additions of a route to the request: the chart, the dashboard, the priority and the response format. */
export interface ChartResponseOptions extends Pick<ChartDataRequest, 'at' | 'from'> {
  readonly sliceId: number | undefined
  readonly dashboardId?: number | undefined
  readonly priority?: Priority
  /** The format of the response. Default: the format the request asks for. */
  readonly format?: Format
  /** Set if the body is sent in chunks; `packed` says whether the data in them is compressed. */
  readonly pieces?: { readonly packed: boolean }
}

/** Returns the format a request asks for. */
export function formatOf(context: QueryContext, request: RouteRequest): Format {
  if (isFileFormat(context.result_format ?? 'json')) return context.result_format as FileFormat
  return (request.headers.accept ?? '').includes(COLUMNS_MEDIA_TYPE) ? 'columns' : 'rows'
}

/** Answers all queries of a context in the requested format; the first failure fails the whole request. */
export async function runQueryContext(
  context: QueryContext,
  request: RouteRequest,
  responseOptions: ChartResponseOptions,
): Promise<RouteResponse> {
  const wire = context.result_format ?? 'json'
  if (!FORMATS.includes(wire)) throw new ApiError('format-wrong', { args: [wire] })
  if (isFileFormat(wire)) {
    requireCsv(request)
    if (context.queries.length === 0) throw new ApiError('result-empty')
  }
  await requireEmbeddedQueries(context, request)
  const run = () => runContext(context, request, responseOptions)
  return isFileFormat(wire) ? withExportQuota(request.context, request.user, run) : run()
}

async function runContext(
  context: QueryContext,
  request: RouteRequest,
  responseOptions: ChartResponseOptions,
): Promise<RouteResponse> {
  const format = responseOptions.format ?? formatOf(context, request)
  const { context: given, user, signal } = request
  const { priority = 'visible', format: _format, pieces, ...rest } = responseOptions
  const results = await runAllQueries(given, {
    dashboardId: undefined,
    ...rest,
    context,
    user,
    signal,
    format,
    priority,
  })
  const headers = { 'server-timing': serverTiming(results), vary: 'accept, accept-encoding', ...etag(results) }
  // Statements, columns and grains are not tables, so a file omits them. A response without tables is JSON.
  const tables = results.filter(isEntry)
  if (isFileFormat(format) && tables.length > 0)
    return { ...(await fileResponse(tables, format, request)), status: 200 }
  const type = format === 'columns' ? COLUMNS_MEDIA_TYPE : JSON_TYPE
  if (pieces) return { status: 200, pieces: await bodyChunks(results, pieces.packed), type, headers }
  const [only] = results
  if (results.length !== 1 || !only || !isEntry(only)) {
    return { status: 200, bytes: await bodyOf(results), type, headers }
  }
  return completeResponse(only, { type, headers, encoding: encodingFor(request.headers['accept-encoding']) })
}

/**
 * Returns a weak ETag: headers differ between requests, the data does not. It is omitted for many results, because the
 * header would be longer than clients read.
 */
function etag(results: readonly Result[]): { readonly etag?: string } {
  const stamps = results.flatMap((result) => (isEntry(result) ? [result.stamp] : []))
  const [only = ''] = stamps
  if (stamps.length !== results.length || stamps.length === 0) return {}
  const tag = stamps.length === 1 ? only : createHash('sha256').update(stamps.join('.')).digest('base64url')
  return { etag: `W/"${tag}"` }
}

function requireCsv(request: RouteRequest): void {
  if (!hasPermission(request.user, 'can_csv', 'Superset')) throw new ApiError('forbidden')
}
