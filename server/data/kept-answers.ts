import type { DiskCache } from '#server/cache/disk.ts'
import { MemoryCache } from '#server/cache/memory.ts'
import type { Made } from './answer.ts'

/** What answers are kept with. */
export interface KeepOptions {
  /** Bytes of answers kept in memory. */
  readonly cacheBytes: number
  /**
   * Seconds past its timeout an answer is still given while it is made anew; never longer than the timeout itself.
   * None when absent.
   */
  readonly graceSeconds?: number
  /** Where answers outlast the process; they do not when absent. */
  readonly disk?: DiskCache
  readonly now: () => number
}

/** An answer that is kept; a stale one is to be made anew. */
export interface Found {
  readonly made: Made
  readonly stale: boolean
}

/** Answers by key, in memory and below it on disk. Timeouts in seconds: null is for ever, -1 not at all. */
export class KeptAnswers {
  readonly #options: KeepOptions
  readonly #memory: MemoryCache<Made>

  constructor(options: KeepOptions) {
    this.#options = options
    this.#memory = new MemoryCache(options.cacheBytes, options.now)
  }

  /** What is kept, if it holds by this timeout, or did until a while ago. */
  async find(key: string, timeout: number | null): Promise<Found | undefined> {
    if (timeout === -1) return undefined
    return this.#held(await this.findAny(key), timeout)
  }

  /** The same as far as memory goes, at once. */
  findNow(key: string, timeout: number | null): Found | undefined {
    return timeout === -1 ? undefined : this.#held(this.#memory.get(key), timeout)
  }

  #held(made: Made | undefined, timeout: number | null): Found | undefined {
    if (!made || timeout === null) return made && { made, stale: false }
    const age = (this.#options.now() - made.madeAt) / 1000
    return age < timeout + this.#grace(timeout) ? { made, stale: age >= timeout } : undefined
  }

  /** What is kept, whatever its age. */
  async findAny(key: string): Promise<Made | undefined> {
    const made = this.#memory.get(key)
    if (made || !this.#options.disk) return made
    const kept = await this.#options.disk.get(key)
    if (!kept) return undefined
    const read = { ...(kept.head as Omit<Made, 'data'>), data: kept.data }
    this.#memory.set(key, read, kept.seconds)
    return read
  }

  /** Keeps an answer as long as the timeout says, and `atLeast` so many seconds. */
  keep(key: string, made: Made, timeout: number | null, atLeast: number): void {
    const held = timeout === null ? Number.POSITIVE_INFINITY : timeout === -1 ? 0 : timeout + this.#grace(timeout)
    const seconds = Math.max(held, atLeast)
    if (seconds <= 0) return
    this.#memory.set(key, made, seconds)
    const { data, ...head } = made
    void this.#options.disk?.set(key, { head, data }, seconds)
  }

  /** Settles when what was to be kept is. */
  async close(): Promise<void> {
    await this.#options.disk?.close()
  }

  #grace(timeout: number): number {
    return Math.min(this.#options.graceSeconds ?? 0, timeout)
  }
}
