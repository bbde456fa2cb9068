import { LRUCache } from 'lru-cache'

interface CacheEntry<T> {
  readonly value: T
  /** Epoch milliseconds; Infinity never expires. */
  readonly until: number
  /** Bytes. */
  readonly size: number
}

/** A cache of values by key in memory; it evicts the least recently used when full. */
export class MemoryCache<T> {
  readonly #entries: LRUCache<string, CacheEntry<T>>
  readonly #now: () => number

  /** `bytes` is the maximum total size; one value takes at most a fourth of it. */
  constructor(bytes: number, now: () => number) {
    this.#now = now
    this.#entries = new LRUCache<string, CacheEntry<T>>({
      maxSize: bytes,
      maxEntrySize: Math.floor(bytes / 4),
      sizeCalculation: ({ size }, key) => size + key.length,
    })
  }

  get(key: string): T | undefined {
    const cached = this.#entries.get(key)
    if (!cached) return undefined
    if (cached.until > this.#now()) return cached.value
    this.#entries.delete(key)
    return undefined
  }

  /** Caches the value of `size` bytes for `seconds`; Infinity until it is evicted. */
  set(key: string, value: T, seconds: number, size: number): void {
    this.#entries.set(key, { value, until: this.#now() + seconds * 1000, size })
  }

  /** Total size in bytes. */
  get size(): number {
    return this.#entries.calculatedSize
  }
}
