import { ApiError } from '#core/rest/api-error.ts'
import { currentDeadline } from '#server/engines/query-deadline.ts'
import type { Step } from '../pipeline.ts'
import type { ServiceDependencies } from '../dependencies.ts'
import type { CacheLookup, CacheableRequest } from './cache-stage.ts'

/** Seconds for which the result of a job is cached for its client. */
const JOB_RESULT_SECONDS = 600

/**
 * Runs a query when the quota of its user permits it, before it is coalesced: users without a quota do not wait for the
 * quota of another user.
 */
export const quotaStage =
  ({ options, queryQuota }: ServiceDependencies): Step<CacheableRequest, CacheLookup> =>
  (queryRequest, next) => {
    const { user, signal } = queryRequest.dataRequest
    return queryQuota.run(user, { signal, waitMs: options.timeoutMs / 2 }, () => next(queryRequest))
  }

/** Coalesces identical concurrent requests into one run with its own time limit, and caches its result. */
export const coalescingStage =
  ({ options, ending }: ServiceDependencies): Step<CacheableRequest, CacheLookup> =>
  async (queryRequest, next) => {
    const { key, timeout, dataRequest } = queryRequest
    const {
      timeoutMs,
      shared: { results },
    } = options
    const cachedResult = await results.join(key, dataRequest.signal, async (left) => {
      const limit = currentDeadline() ?? AbortSignal.timeout(timeoutMs)
      try {
        const signal = AbortSignal.any([left, limit, ending])
        const lookup = await next({ ...queryRequest, dataRequest: { ...dataRequest, signal } })
        void results.keep(key, lookup.cachedResult, timeout, dataRequest.keep ? JOB_RESULT_SECONDS : 0)
        return lookup.cachedResult
      } catch (error) {
        if (limit.aborted && !left.aborted) throw new ApiError('query-timeout', { args: [timeoutMs / 1000] })
        throw error
      }
    })
    return { cachedResult, cached: 'miss' }
  }
