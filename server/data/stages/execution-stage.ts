import { createHash } from 'node:crypto'
import { callerKey } from '#core/access/current-user.ts'
import { MAX_RESULT_BYTES } from '#server/engines/result-too-large.ts'
import { isFileFormat } from '#server/files/encode-table.ts'
import { type PlannedQuery, planQuery, runPlannedQuery, type RunContext } from '../result/run-query.ts'
import { type CachedResult } from '#server/shared/cached-result.ts'
import type { Step } from '../pipeline.ts'
import { headingsOf, planningInputOf, withTemplateFilters } from '../plan/query-request.ts'
import { runSampledQuery, sampledResult, type SampledRun } from '../cache/sampled-results.ts'
import { CompressedPayload } from '../../shared/compressed-payload.ts'
import type { ServiceDependencies } from '../dependencies.ts'
import type { CacheLookup, CacheableRequest } from './cache-stage.ts'

/** Plans the query, waits for a concurrency slot, runs it and compresses its result. */
export const executionStage =
  (services: ServiceDependencies): Step<CacheableRequest, CacheLookup> =>
  async (queryRequest) => ({
    cachedResult: (await sampleFromCache(services, queryRequest)) ?? (await execute(services, queryRequest)),
    cached: 'miss',
  })

/** Returns the sample of a result in memory. */
async function sampleFromCache(
  { layouts }: ServiceDependencies,
  { queryObject: question, dataRequest, whole, sampledBy }: CacheableRequest,
): Promise<CachedResult | undefined> {
  const { sample } = question.query
  if (!sample || !sampledBy || !whole) return undefined
  const caller = { person: callerKey(dataRequest.user), signal: dataRequest.signal }
  return sampledResult(whole, { sample, samplingColumns: sampledBy, work: layouts, who: caller })
}

function execute(services: ServiceDependencies, queryRequest: CacheableRequest): Promise<CachedResult> {
  const { dataRequest, loaded, queryObject: question } = queryRequest
  const { signal } = dataRequest
  const started = performance.now()
  return services.sources.use(loaded.database, async (source) => {
    const planned = await planQuery(question.query, planningInputOf(queryRequest), source)
    const plan = performance.now() - started
    const shape = createHash('sha256').update(`${loaded.database.id} ${planned.sql.text}`).digest('base64')
    const ticket = {
      priority: dataRequest.priority,
      expected: services.expected.get(shape) ?? Number.POSITIVE_INFINITY,
      user: callerKey(dataRequest.user),
      signal,
    }
    return services.scheduler(loaded.database).run(ticket, async () => {
      const queue = performance.now() - started - plan
      const headings = isFileFormat(dataRequest.format) ? headingsOf(loaded) : { names: {}, formats: {} }
      const author = callerKey(dataRequest.user)
      const { ran, shown, rowLimit, sampled } = await runForRowsOrSample(queryRequest, planned, {
        format: dataRequest.format,
        headings,
        source,
        run: { signal, author, maxBytes: services.options.resultBytes ?? MAX_RESULT_BYTES },
        work: services.layouts,
      })
      services.expected.set(shape, ran.engine)
      const { engine, post, serialise, ...table } = ran
      return {
        ...table,
        data: CompressedPayload.of(table.data),
        query: shown,
        from: planned.plan.bounds.from,
        to: planned.plan.bounds.to,
        ...withTemplateFilters(planned.plan, queryRequest.read),
        rowLimit,
        ...(sampled ? { sampled } : {}),
        legs: { queue, plan, engine, post, serialise },
        madeAt: services.options.now(),
      }
    })
  })
}

/** Runs a query for all rows within its limit, or for a sample of them. */
async function runForRowsOrSample(
  { queryObject: question, sampledBy }: CacheableRequest,
  planned: PlannedQuery,
  running: RunContext,
): Promise<SampledRun> {
  const { query, limits } = question
  if (query.sample && sampledBy)
    return runSampledQuery(query, planned, {
      sample: query.sample,
      samplingColumns: sampledBy,
      max: limits.max,
      running,
    })
  const ran = await runPlannedQuery(query, planned, running)
  return { ran, shown: planned.shown, rowLimit: planned.plan.rowLimit }
}
