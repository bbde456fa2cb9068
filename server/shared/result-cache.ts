import type { DiskCache } from '#server/cache/disk-cache.ts'
import { InFlightRequests } from '#server/cache/in-flight-requests.ts'
import { MemoryCache } from '#server/cache/memory-cache.ts'
import type { CachedResult } from './cached-result.ts'
import { CompressedPayload } from './compressed-payload.ts'

/** Options of a result cache. */
export interface ResultCacheOptions {
  /** Maximum bytes of cached results in memory, including bodies made from them. */
  readonly cacheBytes: number
  /** The disk cache, in which results outlive the process; absent if there is none. */
  readonly disk?: DiskCache
  /**
   * Seconds after its timeout in which a stale result is still returned while it is recomputed; at most the timeout
   * itself. Default: none.
   */
  readonly graceSeconds?: number
  /** Epoch milliseconds. */
  readonly now: () => number
}

/** A cached result; a stale one must be recomputed. */
export interface CachedLookup {
  readonly cachedResult: CachedResult
  readonly stale: boolean
}

/** Complete response bodies by name, ready to be sent. */
export interface ResponseBodyCache {
  find(name: string): Uint8Array | undefined
  keep(name: string, body: Uint8Array): void
}

/** The metadata of a result on disk, stored next to its data. */
type ResultHead = Omit<CachedResult, 'data'> & { readonly length: number }

/**
 * Cached results by key in memory and on disk, their validity, and request coalescing. Timeouts in seconds: null never
 * expires, -1 disables caching.
 */
export class ResultCache {
  readonly #memory: MemoryCache<CachedResult | Uint8Array>
  readonly #options: ResultCacheOptions
  readonly #inFlight = new InFlightRequests<CachedResult>()
  /** Bodies share the memory of the results they are made from and are evicted like them. */
  readonly bodies: ResponseBodyCache = {
    find: (name) => this.#memory.get(bodyKey(name)) as Uint8Array | undefined,
    keep: (name, body) => this.#memory.set(bodyKey(name), body, Number.POSITIVE_INFINITY, body.byteLength),
  }

  constructor(options: ResultCacheOptions) {
    this.#memory = new MemoryCache(options.cacheBytes, options.now)
    this.#options = options
  }

  /** Returns the cached result if it is valid by this timeout or within the grace period after it. */
  async find(key: string, timeout: number | null): Promise<CachedLookup | undefined> {
    return timeout === -1 ? undefined : this.#validate(await this.findAny(key), timeout)
  }

  /** Returns synchronously what `find` would, limited to results in the memory of this process. */
  findNow(key: string, timeout: number | null): CachedLookup | undefined {
    return timeout === -1 ? undefined : this.#validate(this.#memory.get(key) as CachedResult | undefined, timeout)
  }

  /** Returns the cached result of any age, from memory or disk. */
  async findAny(key: string): Promise<CachedResult | undefined> {
    const cachedResult = this.#memory.get(key) as CachedResult | undefined
    if (cachedResult || !this.#options.disk) return cachedResult
    const stored = await this.#options.disk.get(key)
    if (!stored) return undefined
    const { length, ...head } = stored.head as ResultHead
    const read = { ...head, data: CompressedPayload.from(stored.data, length) }
    this.#memory.set(key, read, stored.seconds, sizeOf(read))
    return read
  }

  /**
   * Caches a result for the timeout, and for `atLeast` seconds. It is found at once. Settles when it is on disk, and
   * never rejects: a result without room is not cached.
   */
  async keep(key: string, cachedResult: CachedResult, timeout: number | null, atLeast = 0): Promise<void> {
    const valid = timeout === null ? Number.POSITIVE_INFINITY : timeout === -1 ? 0 : timeout + this.#grace(timeout)
    const seconds = Math.max(valid, atLeast)
    if (seconds <= 0) return
    this.#memory.set(key, cachedResult, seconds, sizeOf(cachedResult))
    const packed = await cachedResult.data.storedForm()
    // A newer result may have replaced it meanwhile.
    if (this.#memory.get(key) === cachedResult) this.#memory.set(key, cachedResult, seconds, sizeOf(cachedResult))
    const { data, ...head } = cachedResult
    const stored = { head: { ...head, length: data.length } satisfies ResultHead, data: packed }
    await this.#options.disk?.set(key, stored, seconds)
  }

  /**
   * Runs `make` once for all concurrent callers with the key. A caller that aborts rejects with the reason of its
   * signal; when the last one has aborted, `make` is aborted.
   */
  join(key: string, signal: AbortSignal, make: (signal: AbortSignal) => Promise<CachedResult>): Promise<CachedResult> {
    return this.#inFlight.join(key, signal, make)
  }

  /** Settles when all pending writes are done. */
  async close(): Promise<void> {
    await this.#options.disk?.close()
  }

  #validate(cachedResult: CachedResult | undefined, timeout: number | null): CachedLookup | undefined {
    if (!cachedResult || timeout === null) return cachedResult && { cachedResult, stale: false }
    const age = (this.#options.now() - cachedResult.madeAt) / 1000
    return age < timeout + this.#grace(timeout) ? { cachedResult, stale: age >= timeout } : undefined
  }

  #grace(timeout: number): number {
    return Math.min(this.#options.graceSeconds ?? 0, timeout)
  }
}

/** Keys of results are hexadecimal, so body keys never collide with them. */
function bodyKey(name: string): string {
  return `body ${name}`
}

/** Returns the bytes of a result: its data in its current form, the statement, and the names. */
function sizeOf({ data, query, columns, labels }: CachedResult): number {
  return data.size + query.length + JSON.stringify(columns).length + JSON.stringify(labels).length
}
