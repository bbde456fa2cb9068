import type { Step } from '../pipeline.ts'
import { keyOf } from '../plan/query-request.ts'
import { isPostComputed, computedSamplingColumns, sampleOf, sampledIndexes } from '../cache/sampled-results.ts'
import type { CacheLookup, CacheableRequest } from './cache-stage.ts'

/**
 * Runs a sampled query first without sampling. If that result, which may be cached, has no more points than are
 * visible, it is returned. Otherwise the sample is queried, or computed from that result if its rows are computed here,
 * and cached separately.
 */
export const sampleStage: () => Step<CacheableRequest, CacheLookup> = () => async (queryRequest, next) => {
  const { query } = queryRequest.queryObject
  if (!query.sample) return next(queryRequest)
  const { sample: _sample, ...without } = query
  const plain = { ...queryRequest, queryObject: { ...queryRequest.queryObject, query: without } }
  const key = keyOf(plain)
  const lookup = await next({ ...plain, key })
  const sample = sampleOf(queryRequest)
  if (!sample) return { ...lookup, key }
  if (!isPostComputed(query)) {
    const samplingColumns = sampledIndexes(query, sample, lookup.cachedResult)
    return samplingColumns ? next({ ...queryRequest, sampledBy: samplingColumns }) : { ...lookup, key }
  }
  const samplingColumns = computedSamplingColumns(query, sample, lookup.cachedResult)
  if (!samplingColumns) return { ...lookup, key }
  const made = await next({ ...queryRequest, sampledBy: samplingColumns, whole: lookup.cachedResult })
  // It is as fresh as the result it was computed from.
  return made.cached === 'miss' ? { ...made, cached: lookup.cached } : made
}
