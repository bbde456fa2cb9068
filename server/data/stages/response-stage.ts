import { timeoutOf } from '#server/dataset/timeouts.ts'
import { resultTimeColumns } from '#server/dataset/stored-times.ts'
import type { CachedResult } from '#server/shared/cached-result.ts'
import type { Step } from '../pipeline.ts'
import type { DimensionRanks } from '../cache/label-ranks.ts'
import { axisRangeOf, dataEndsOf } from '../result/last-period.ts'
import { keyOf, type QueryRequest, timeoutsOf } from '../plan/query-request.ts'
import { reachedRowLimit, type Entry, headOf, type Result, unappliedFormFilters } from '../result/result-entry.ts'
import { allowResponseReuse } from '../cache/response-reuse.ts'
import { logQuery, recordOf } from '../log/query-log-entry.ts'
import type { ServiceDependencies } from '../dependencies.ts'
import type { CacheLookup, CacheableRequest } from './cache-stage.ts'
import { renderTemplates } from './render-templates.ts'

/** The SQL of a query contains that of its dataset and of row rules, which guests may not see. */
const WITHOUT_SQL = { query: '' }

/**
 * Renders the templates for the caller, obtains the result from the result pipeline, and returns it with its header.
 */
export const responseStage =
  (
    services: ServiceDependencies,
    answer: (queryRequest: CacheableRequest) => Promise<CacheLookup>,
  ): Step<QueryRequest, Result> =>
  async (written) => {
    const queryRequest = await renderTemplates(services, written)
    const { dataRequest, queryObject: question } = queryRequest
    const { now, cacheTimeout } = services.options
    const cacheKey = keyOf(queryRequest)
    const timeout = timeoutOf({ ...timeoutsOf(queryRequest), setting: cacheTimeout })
    // Runs concurrently with the query, with templates unrendered: their output differs by user.
    const ranking = dataRequest.context.color_columns && services.ranks.of(written, queryRequest)
    const extra = (other: string, about: QueryRequest) => services.runAuxiliaryQuery(other, about)
    const ends = dataEndsOf(written, queryRequest, extra, now())
    const { cachedResult, cached, key = cacheKey } = await answer({ ...queryRequest, key: cacheKey, timeout })
    const [ranks, dataEnds] = await Promise.all([ranking, ends])
    const unapplied = unappliedFormFilters(dataRequest.context.form_data)
    const colors = typeof ranks === 'object' ? await ranks.positionsIn(cachedResult) : undefined
    const times = resultTimeColumns(question.query, queryRequest.loaded.dataset, cachedResult.columns)
    const { zone } = queryRequest.ranges
    const axisRange = axisRangeOf(queryRequest)
    const origin = { key, cached, timeout, unapplied, times, colors, dataEnds, axisRange, zone }
    const { guest } = dataRequest.user
    const head = { ...headOf(cachedResult, origin), ...(guest && WITHOUT_SQL) }
    logQuery(services.options, dataRequest, queryRequest.startedAt, {
      row_count: cachedResult.rowCount,
      cached: cached !== 'miss',
      data_age: cached === 'miss' ? null : Math.max(0, now() - cachedResult.madeAt),
    })
    const { colnames, coltypes, rowcount, sql_rowcount, time_formats } = head
    const formats = time_formats ? { time_formats } : {}
    const few = { colnames, coltypes, rowcount, sql_rowcount, ...formats } as Entry['head']
    const entry: Entry = {
      head: question.type === 'results' ? few : head,
      format: dataRequest.format,
      data: cachedResult.data,
      columns: cachedResult.columns,
      cappedAt: reachedRowLimit(cachedResult),
      stamp: `${key}-${cachedResult.madeAt}-${unapplied.map(({ column }) => column).join()}${guest ? '-guest' : ''}`,
    }
    if (ranks !== 'failed')
      respondFromReusable(services, entry, cachedResult, {
        queryRequest: { ...queryRequest, key, timeout },
        cached,
        ranks,
      })
    return entry
  }

/** A query with a reusable response. */
interface RepeatableRequest {
  readonly queryRequest: CacheableRequest
  readonly cached: CacheLookup['cached']
  readonly ranks: DimensionRanks | 'none' | undefined
}

/**
 * An identical request needs only the time and the cached result while no stored entity changes: dataset, rules and
 * permissions are the same then, and so is the key.
 */
function respondFromReusable(
  { options }: ServiceDependencies,
  entry: Entry,
  cachedResult: CachedResult,
  { queryRequest, cached, ranks }: RepeatableRequest,
): void {
  const { dataRequest, ranges, read, keys, key, timeout } = queryRequest
  // The values that templates read are unknown here, as are the arguments of a job.
  if (dataRequest.from || dataRequest.at !== undefined || read.length + keys.length > 0) return
  const { now, queryLog, shared } = options
  const cachedEntry = cached !== 'miss'
  const record = { ...recordOf(options, dataRequest), row_count: cachedResult.rowCount, cached: cachedEntry }
  const { since, until } = ranges
  const isCurrent = () => typeof ranks !== 'object' || ranks.isCurrent()
  const find = () => (isCurrent() ? shared.results.findNow(key, timeout) : undefined)
  const logEntry = (at: number, age: number, duration: number) =>
    queryLog?.record({ ...record, at, data_age: cachedEntry ? age : null, duration })
  allowResponseReuse(entry, cachedResult, cached === 'hit', {
    now,
    since,
    until,
    find,
    note: logEntry,
    bodies: shared.results.bodies,
  })
}
