import { LRUCache } from 'lru-cache'

interface Kept<T> {
  readonly value: T
  /** Epoch milliseconds; Infinity never expires. */
  readonly until: number
  /** Bytes. */
  readonly size: number
}

/** A cache of values by key in memory; it evicts the least recently used when full. */
export class MemoryCache<T> {
  readonly #kept: LRUCache<string, Kept<T>>
  readonly #now: () => number

  /** `bytes` is the maximum total size; one value takes at most a fourth of it. */
  constructor(bytes: number, now: () => number) {
    this.#now = now
    this.#kept = new LRUCache<string, Kept<T>>({
      maxSize: bytes,
      maxEntrySize: Math.floor(bytes / 4),
      sizeCalculation: ({ size }, key) => size + key.length,
    })
  }

  get(key: string): T | undefined {
    const kept = this.#kept.get(key)
    if (!kept) return undefined
    if (kept.until > this.#now()) return kept.value
    this.#kept.delete(key)
    return undefined
  }

  /** Caches the value of `size` bytes for `seconds`; Infinity until it is evicted. */
  set(key: string, value: T, seconds: number, size: number): void {
    this.#kept.set(key, { value, until: this.#now() + seconds * 1000, size })
  }

  /** Total size in bytes. */
  get size(): number {
    return this.#kept.calculatedSize
  }
}
