import { ApiError } from '#core/rest/api-error.ts'
import type { CachedResult } from '#server/shared/cached-result.ts'
import type { Step } from '../pipeline.ts'
import type { Found } from '../cache/result-cache.ts'
import type { QueryRequest } from '../plan/query-request.ts'
import type { SampledBy } from '#core/query/sampled-rows.ts'
import type { ServiceDependencies } from '../dependencies.ts'

/** A parcel with what its answer is kept by. `timeout` in seconds: null is for ever, -1 not at all. */
export interface CacheableRequest extends QueryRequest {
  readonly key: string
  readonly timeout: number | null
  /** It is asked for its sample. */
  readonly sampledBy?: SampledBy
  /** The answer its sample is made of, where that needs no statement. */
  readonly whole?: CachedResult
}

/** An answer, and how it was come by. */
export interface CacheLookup {
  readonly sealed: CachedResult
  readonly cached: 'hit' | 'miss' | 'stale'
  /** What it is kept by, where that is not the key it was asked by. */
  readonly key?: string
}

/** What is kept and holds is the answer. What holds no longer is given once more, and made anew meanwhile. */
export const cacheStage =
  (services: ServiceDependencies): Step<CacheableRequest, CacheLookup> =>
  async (queryRequest, next) => {
    const kept = await find(services, queryRequest)
    if (!kept) {
      if (queryRequest.dataRequest.from) throw new ApiError('cache-lost')
      return next(queryRequest)
    }
    if (!kept.stale) return { sealed: kept.sealed, cached: 'hit' }
    const { signal } = new AbortController()
    // Whoever asks when it no longer holds is told what is wrong.
    next({ ...queryRequest, dataRequest: { ...queryRequest.dataRequest, signal, priority: 'background' } }).catch(
      () => {},
    )
    return { sealed: kept.sealed, cached: 'stale' }
  }

async function find(
  { answers }: ServiceDependencies,
  { dataRequest, key, timeout }: CacheableRequest,
): Promise<Found | undefined> {
  if (dataRequest.from !== 'job') return dataRequest.context.force ? undefined : answers.find(key, timeout)
  const sealed = await answers.findAny(key)
  return sealed && { sealed, stale: false }
}
