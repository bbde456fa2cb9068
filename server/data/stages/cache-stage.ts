import { ApiError } from '#core/rest/api-error.ts'
import type { CachedResult } from '#server/shared/cached-result.ts'
import type { Step } from '../pipeline.ts'
import type { CachedLookup } from '#server/shared/result-cache.ts'
import type { QueryRequest } from '../plan/query-request.ts'
import type { SamplingColumns } from '#core/query/sampled-rows.ts'
import type { ServiceDependencies } from '../dependencies.ts'

/** A query request with its cache key. `timeout` in seconds: null never expires, -1 disables caching. */
export interface CacheableRequest extends QueryRequest {
  readonly key: string
  readonly timeout: number | null
  /** Set if a sample is requested. */
  readonly sampledBy?: SamplingColumns
  /** The result to sample from, if that needs no statement. */
  readonly whole?: CachedResult
}

/** A result and its cache status. */
export interface CacheLookup {
  readonly cachedResult: CachedResult
  readonly cached: 'hit' | 'miss' | 'stale'
  /** The key it is cached under, if it differs from the key of the request. */
  readonly key?: string
}

/** Returns a valid cached result. A stale one is returned once more while it is recomputed in the background. */
export const cacheStage =
  (services: ServiceDependencies): Step<CacheableRequest, CacheLookup> =>
  async (queryRequest, next) => {
    const cached = await find(services, queryRequest)
    if (!cached) {
      if (queryRequest.dataRequest.from) throw new ApiError('cache-lost')
      return next(queryRequest)
    }
    if (!cached.stale) return { cachedResult: cached.cachedResult, cached: 'hit' }
    const { signal } = new AbortController()
    // The error is reported to the first caller after the cached result has expired.
    next({ ...queryRequest, dataRequest: { ...queryRequest.dataRequest, signal, priority: 'background' } }).catch(
      () => {},
    )
    return { cachedResult: cached.cachedResult, cached: 'stale' }
  }

async function find(
  { options }: ServiceDependencies,
  { dataRequest, key, timeout }: CacheableRequest,
): Promise<CachedLookup | undefined> {
  const { results } = options.shared
  if (dataRequest.from !== 'job') return dataRequest.context.force ? undefined : results.find(key, timeout)
  const cachedResult = await results.findAny(key)
  return cachedResult && { cachedResult, stale: false }
}
