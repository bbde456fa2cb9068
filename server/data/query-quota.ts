import { type CallerKey, callerKey, type CurrentUser } from '#core/access/current-user.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { bounds } from '#core/rest/bounds.ts'

/** How long a query waits for the quota of its user. */
interface QuotaWait {
  readonly signal: AbortSignal
  /** Milliseconds; 0 rejects the query at once. */
  readonly waitMs: number
}

interface WaitingQuery {
  readonly most: number
  readonly enter: () => void
}

/** Seconds after which a rejected query may be sent again. */
const RETRY_SECONDS = 5

/**
 * Limits the concurrent queries of each user to their quota. Further queries wait in the order of their arrival: a
 * dashboard has more charts than a quota has queries. Counts the queries of this process.
 */
export class QueryQuota {
  readonly #running = new Map<CallerKey, number>()
  readonly #waiting = new Map<CallerKey, WaitingQuery[]>()

  /**
   * Runs work once the quota of the user permits it. Throws `quota-queries` after `waitMs`, and `queue-full` if as many
   * queries of the user wait as may; an abort while waiting rejects with the reason of the signal.
   */
  async run<T>(user: CurrentUser, wait: QuotaWait, work: () => Promise<T>): Promise<T> {
    const most = user.quota?.max_queries
    if (most === undefined) return work()
    const key = callerKey(user)
    if (!this.isFull(user)) this.#count(key, 1)
    else await this.#enter(key, most, wait)
    try {
      return await work()
    } finally {
      this.#count(key, -1)
      this.#next(key)
    }
  }

  /** Returns true if as many queries of the user run as the quota permits. */
  isFull(user: CurrentUser): boolean {
    const most = user.quota?.max_queries
    return most !== undefined && (this.#running.get(callerKey(user)) ?? 0) >= most
  }

  async #enter(key: CallerKey, most: number, { signal, waitMs }: QuotaWait): Promise<void> {
    signal.throwIfAborted()
    const extra = { quota: 'max_queries', most, retry_after: RETRY_SECONDS }
    const rejection = () => new ApiError('quota-queries', { args: [most], extra })
    if (waitMs === 0) throw rejection()
    const queue = this.#waiting.get(key) ?? []
    if (queue.length >= bounds['waiting-questions'].most) throw new ApiError('queue-full')
    return new Promise<void>((resolve, reject) => {
      const leave = (error: unknown): void => {
        end()
        queue.splice(queue.indexOf(waiting), 1)
        if (queue.length === 0) this.#waiting.delete(key)
        reject(error)
      }
      const abort = (): void => leave(signal.reason)
      const timer = setTimeout(() => leave(rejection()), waitMs)
      const end = (): void => {
        clearTimeout(timer)
        signal.removeEventListener('abort', abort)
      }
      const waiting: WaitingQuery = {
        most,
        enter: () => {
          end()
          this.#count(key, 1)
          resolve()
        },
      }
      signal.addEventListener('abort', abort, { once: true })
      queue.push(waiting)
      this.#waiting.set(key, queue)
    })
  }

  #count(key: CallerKey, by: number): void {
    const running = (this.#running.get(key) ?? 0) + by
    if (running === 0) this.#running.delete(key)
    else this.#running.set(key, running)
  }

  /** Admits waiting queries. Guests and anonymous callers of one address may have different quotas. */
  #next(key: CallerKey): void {
    const queue = this.#waiting.get(key) ?? []
    const running = this.#running.get(key) ?? 0
    const index = queue.findIndex(({ most }) => running < most)
    const [admitted] = index === -1 ? [] : queue.splice(index, 1)
    if (!admitted) return
    if (queue.length === 0) this.#waiting.delete(key)
    admitted.enter()
    this.#next(key)
  }
}
