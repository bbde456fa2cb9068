import { ApiError } from '#core/rest/api-error.ts'
import { currentDeadline } from '#server/engines/deadline.ts'
import type { Step } from '../pipeline.ts'
import type { ServiceDependencies } from '../dependencies.ts'
import type { CacheLookup, CacheableRequest } from './cache-stage.ts'

/** Seconds the answer of a job is there for whoever waits for it. */
const KEPT_FOR_JOBS = 600

/** Whoever asks the same meanwhile waits for one answer, which is then kept. It has its limit of time. */
export const coalescingStage =
  ({ options, answers, ending }: ServiceDependencies): Step<CacheableRequest, CacheLookup> =>
  async (queryRequest, next) => {
    const { key, timeout, dataRequest } = queryRequest
    const { timeoutMs, shared } = options
    const sealed = await shared.answers.join(key, dataRequest.signal, async (left) => {
      const limit = currentDeadline() ?? AbortSignal.timeout(timeoutMs)
      try {
        const signal = AbortSignal.any([left, limit, ending])
        const lookup = await next({ ...queryRequest, dataRequest: { ...dataRequest, signal } })
        void answers.keep(key, lookup.sealed, timeout, dataRequest.keep ? KEPT_FOR_JOBS : 0)
        return lookup.sealed
      } catch (error) {
        if (limit.aborted && !left.aborted) throw new ApiError('query-timeout', { args: [timeoutMs / 1000] })
        throw error
      }
    })
    return { sealed, cached: 'miss' }
  }
