import type { Answers, Bodies } from '#server/shared/shared.ts'
import type { CachedResult } from '#server/shared/cached-result.ts'

/** How long answers are kept. */
export interface KeepOptions {
  /**
   * Seconds past its timeout an answer is still given while it is made anew; never longer than the timeout itself.
   * None when absent.
   */
  readonly graceSeconds?: number
  readonly now: () => number
}

/** An answer that is kept; a stale one is to be made anew. */
export interface Found {
  readonly sealed: CachedResult
  readonly stale: boolean
}

/** Answers by key, and whether they hold. Timeouts in seconds: null is for ever, -1 not at all. */
export class ResultCache {
  readonly #answers: Answers
  readonly #options: KeepOptions
  readonly bodies: Bodies

  constructor(answers: Answers, options: KeepOptions) {
    this.#answers = answers
    this.#options = options
    this.bodies = answers.bodies
  }

  /** What is kept, if it holds by this timeout, or did until a while ago. */
  async find(key: string, timeout: number | null): Promise<Found | undefined> {
    if (timeout === -1) return undefined
    return this.#held(await this.findAny(key), timeout)
  }

  /** The same as far as this process has it at hand, at once. */
  findNow(key: string, timeout: number | null): Found | undefined {
    return timeout === -1 ? undefined : this.#held(this.#answers.findNow(key), timeout)
  }

  #held(sealed: CachedResult | undefined, timeout: number | null): Found | undefined {
    if (!sealed || timeout === null) return sealed && { sealed, stale: false }
    const age = (this.#options.now() - sealed.madeAt) / 1000
    return age < timeout + this.#grace(timeout) ? { sealed, stale: age >= timeout } : undefined
  }

  /** What is kept, whatever its age. */
  findAny(key: string): Promise<CachedResult | undefined> {
    return this.#answers.find(key)
  }

  /** Keeps an answer as long as the timeout says, and `atLeast` so many seconds. Settles when everybody may find it. */
  async keep(key: string, sealed: CachedResult, timeout: number | null, atLeast: number): Promise<void> {
    const held = timeout === null ? Number.POSITIVE_INFINITY : timeout === -1 ? 0 : timeout + this.#grace(timeout)
    const seconds = Math.max(held, atLeast)
    if (seconds > 0) await this.#answers.keep(key, sealed, seconds)
  }

  #grace(timeout: number): number {
    return Math.min(this.#options.graceSeconds ?? 0, timeout)
  }
}
