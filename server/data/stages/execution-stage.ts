import { createHash } from 'node:crypto'
import { callerKey } from '#core/access/current-user.ts'
import { RESULT_BYTES } from '#server/engines/too-large.ts'
import { isFileFormat } from '#server/files/lay-out.ts'
import { type Planned, planQuestion, runQuestion, type Running } from '../result/run-query.ts'
import { type CachedResult } from '#server/shared/cached-result.ts'
import type { Step } from '../pipeline.ts'
import { headingsOf, planningOf, readByTemplates } from '../plan/query-request.ts'
import { runSampled, sampledAnswer, type SampledRun } from '../cache/sampled.ts'
import { CompressedPayload } from '../../shared/compressed-payload.ts'
import type { ServiceDependencies } from '../dependencies.ts'
import type { CacheLookup, CacheableRequest } from './cache-stage.ts'

/** The question is planned, waits for a place, and is run; its answer is sealed. */
export const executionStage =
  (works: ServiceDependencies): Step<CacheableRequest, CacheLookup> =>
  async (parcel) => ({
    sealed: (await sampleFromCache(works, parcel)) ?? (await execute(works, parcel)),
    cached: 'miss',
  })

/** The sample of an answer that is at hand. */
async function sampleFromCache(
  { layouts }: ServiceDependencies,
  { question, asking, whole, sampledBy }: CacheableRequest,
): Promise<CachedResult | undefined> {
  const { sample } = question.query
  if (!sample || !sampledBy || !whole) return undefined
  const who = { person: callerKey(asking.user), signal: asking.signal }
  return sampledAnswer(whole, { sample, places: sampledBy, work: layouts, who })
}

function execute(works: ServiceDependencies, parcel: CacheableRequest): Promise<CachedResult> {
  const { asking, loaded, question } = parcel
  const { signal } = asking
  const started = performance.now()
  return works.sources.use(loaded.database, async (source) => {
    const planned = await planQuestion(question.query, planningOf(parcel), source)
    const plan = performance.now() - started
    const shape = createHash('sha256').update(`${loaded.database.id} ${planned.sql.text}`).digest('base64')
    const ticket = {
      priority: asking.priority,
      expected: works.expected.get(shape) ?? Number.POSITIVE_INFINITY,
      user: callerKey(asking.user),
      signal,
    }
    return works.scheduler(loaded.database.id).run(ticket, async () => {
      const queue = performance.now() - started - plan
      const headings = isFileFormat(asking.format) ? headingsOf(loaded) : { names: {}, formats: {} }
      const author = callerKey(asking.user)
      const { ran, shown, rowLimit, sampled } = await run(parcel, planned, {
        format: asking.format,
        headings,
        source,
        run: { signal, author, maxBytes: works.options.resultBytes ?? RESULT_BYTES },
        work: works.layouts,
      })
      works.expected.set(shape, ran.engine)
      const { engine, post, serialise, ...table } = ran
      return {
        ...table,
        data: CompressedPayload.of(table.data),
        query: shown,
        from: planned.plan.bounds.from,
        to: planned.plan.bounds.to,
        ...readByTemplates(planned.plan, parcel.read),
        rowLimit,
        ...(sampled ? { sampled } : {}),
        legs: { queue, plan, engine, post, serialise },
        madeAt: works.options.now(),
      }
    })
  })
}

/** A question as it is asked: for all its rows within their limit, or for a sample of them. */
async function run({ question, sampledBy }: CacheableRequest, planned: Planned, running: Running): Promise<SampledRun> {
  const { query, limits } = question
  if (query.sample && sampledBy)
    return runSampled(query, planned, { sample: query.sample, places: sampledBy, max: limits.max, running })
  const ran = await runQuestion(query, planned, running)
  return { ran, shown: planned.shown, rowLimit: planned.plan.rowLimit }
}
