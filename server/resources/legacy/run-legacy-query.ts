import { parseQuery } from '#core/query/parse-query.ts'
import type { QueryContext, QueryObject, ResultType } from '#core/query/query-object.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { Format } from '#server/files/encode-table.ts'
import { type Entry, isEntry, type Result } from '#server/data/result/result-entry.ts'
import type { RouteRequest } from '#server/route/route.ts'

/** A single query without a query context. */
export interface LegacyQueryResult {
  readonly datasetId: number
  readonly query: QueryObject
  /** Further queries of its context. */
  readonly otherQueries?: readonly QueryObject[]
  readonly type?: ResultType
  readonly format?: Format
  readonly force?: boolean
  readonly formData?: QueryContext['form_data']
}

/**
 * Sends a single query to the chart data service as the caller; invalid form data is rejected as in a query context.
 */
export async function runLegacyQuery(request: RouteRequest, single: LegacyQueryResult): Promise<Result> {
  const { datasetId, type, format, force, formData, otherQueries = [] } = single
  const queries = [single.query, ...otherQueries].map((query) => {
    const read = parseQuery(query)
    if ('errors' in read) throw new ApiError('request-wrong', { args: [JSON.stringify(read.errors)] })
    return read.ok
  })
  return request.context.chartData.ask({
    context: {
      datasource: { id: datasetId, type: 'table' },
      queries,
      force: force ?? false,
      result_type: type ?? 'full',
      form_data: formData ?? null,
    },
    index: 0,
    user: request.user,
    format: format ?? 'rows',
    priority: 'visible',
    signal: request.signal,
  })
}

/** Sends a single query like `runLegacyQuery`; throws if the result has no data. */
export async function runLegacyEntry(request: RouteRequest, single: LegacyQueryResult): Promise<Entry> {
  const result = await runLegacyQuery(request, single)
  if (!isEntry(result)) throw new Error(`No data for ${single.type ?? 'full'}`)
  return result
}

/** Returns the cells of a result by column. */
export async function columnsOf(entry: Entry): Promise<readonly (readonly unknown[])[]> {
  return JSON.parse(new TextDecoder().decode(await entry.data.plain())) as unknown[][]
}
