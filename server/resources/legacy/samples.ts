import { parseQuery } from '#core/query/parse-query.ts'
import type { QueryObject } from '#core/query/query-object.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { entryBody } from '#server/data/result/response-body.ts'
import { idOf } from '#server/resources/resource-handlers.ts'
import type { RouteResponse, RouteRequest } from '#server/route/route.ts'
import { runLegacyEntry, columnsOf } from './run-legacy-query.ts'

const MAX_ROWS = 1000
const COUNT = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'COUNT(*)' } as const

/** `GET /api/v1/dataset/{id}/samples?force=`: returns some rows of a dataset with all columns. */
export async function getSamples(request: RouteRequest): Promise<RouteResponse> {
  const force = request.query['force'] === 'true'
  const entry = await runLegacyEntry(request, { datasetId: idOf(request), query: {}, type: 'samples', force })
  return result(await entryBody(entry))
}

/**
 * `POST /datasource/samples`: returns one page of rows under the filters and the time range of the body, with the total
 * number of such rows. Pages count from 1.
 */
export async function postSamples(request: RouteRequest): Promise<RouteResponse> {
  const { datasource_type: type = 'table', datasource_id: id = '', force } = request.query
  if (!['table', 'dataset'].includes(type)) throw new ApiError('dataset-type', { args: [type] })
  if (!/^\d{1,15}$/.test(id)) throw new ApiError('not-found')
  const page = wholeNumber(request.query['page'], 'page') ?? 1
  const perPage = Math.min(wholeNumber(request.query['per_page'], 'per_page') ?? MAX_ROWS, MAX_ROWS)
  const narrowed = filtersOfBody(request.body)
  const single = { datasetId: Number(id), force: force === 'true' }
  const rows = { ...narrowed, row_limit: perPage, row_offset: (page - 1) * perPage }
  const [entry, count] = await Promise.all([
    runLegacyEntry(request, { ...single, query: rows, type: 'drill_detail' }),
    runLegacyEntry(request, { ...single, query: { ...narrowed, columns: [], metrics: [COUNT] }, format: 'columns' }),
  ])
  const total = (await columnsOf(count))[0]?.[0] ?? 0
  return result(await entryBody(entry, { page, per_page: perPage, total_count: total }))
}

/** Returns the filters and the time range of a body. */
function filtersOfBody(body: unknown): QueryObject {
  const read = parseQuery(body ?? {})
  if ('errors' in read) throw new ApiError('request-wrong', { args: [JSON.stringify(read.errors)] })
  const { filters, extras, granularity, time_range } = read.ok
  return {
    ...(filters ? { filters } : {}),
    ...(extras ? { extras } : {}),
    ...(granularity ? { granularity } : {}),
    ...(time_range ? { time_range } : {}),
  }
}

function wholeNumber(text: string | undefined, name: string): number | undefined {
  if (text === undefined) return undefined
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new ApiError('request-wrong', { args: [JSON.stringify({ [name]: ['Must be greater than or equal to 1.'] })] })
}

function result(entry: Uint8Array): RouteResponse {
  const bytes = Buffer.concat([Buffer.from('{"result":'), entry, Buffer.from('}')])
  return { status: 200, bytes, type: 'application/json; charset=utf-8' }
}
