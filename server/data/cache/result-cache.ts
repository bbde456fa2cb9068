import type { Answers, Bodies } from '#server/shared/shared.ts'
import type { CachedResult } from '#server/shared/cached-result.ts'

/** Options of result caching. */
export interface ResultCacheOptions {
  /**
   * Seconds after its timeout in which a stale result is still returned while it is recomputed; at most the timeout
   * itself. Default: none.
   */
  readonly graceSeconds?: number
  readonly now: () => number
}

/** A cached result; a stale one must be recomputed. */
export interface CachedLookup {
  readonly cachedResult: CachedResult
  readonly stale: boolean
}

/** Cached results by key, and their validity. Timeouts in seconds: null never expires, -1 disables caching. */
export class ResultCache {
  readonly #answers: Answers
  readonly #options: ResultCacheOptions
  readonly bodies: Bodies

  constructor(answers: Answers, options: ResultCacheOptions) {
    this.#answers = answers
    this.#options = options
    this.bodies = answers.bodies
  }

  /** Returns the cached result if it is valid by this timeout or within the grace period after it. */
  async find(key: string, timeout: number | null): Promise<CachedLookup | undefined> {
    if (timeout === -1) return undefined
    return this.#held(await this.findAny(key), timeout)
  }

  /** Returns synchronously what `find` would, limited to results in the memory of this process. */
  findNow(key: string, timeout: number | null): CachedLookup | undefined {
    return timeout === -1 ? undefined : this.#held(this.#answers.findNow(key), timeout)
  }

  #held(cachedResult: CachedResult | undefined, timeout: number | null): CachedLookup | undefined {
    if (!cachedResult || timeout === null) return cachedResult && { cachedResult, stale: false }
    const age = (this.#options.now() - cachedResult.madeAt) / 1000
    return age < timeout + this.#grace(timeout) ? { cachedResult, stale: age >= timeout } : undefined
  }

  /** Returns the cached result of any age. */
  findAny(key: string): Promise<CachedResult | undefined> {
    return this.#answers.find(key)
  }

  /** Caches a result for the timeout, and for `atLeast` seconds. Resolves when all servers can find it. */
  async keep(key: string, cachedResult: CachedResult, timeout: number | null, atLeast: number): Promise<void> {
    const held = timeout === null ? Number.POSITIVE_INFINITY : timeout === -1 ? 0 : timeout + this.#grace(timeout)
    const seconds = Math.max(held, atLeast)
    if (seconds > 0) await this.#answers.keep(key, cachedResult, seconds)
  }

  #grace(timeout: number): number {
    return Math.min(this.#options.graceSeconds ?? 0, timeout)
  }
}
