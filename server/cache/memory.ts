import { LRUCache } from 'lru-cache'

interface Kept<T> {
  readonly value: T
  /** Epoch milliseconds; Infinity never expires. */
  readonly until: number
  /** Bytes. */
  readonly size: number
}

/** Values by key in memory, the least used leaving when the bytes are spent. */
export class MemoryCache<T> {
  readonly #kept: LRUCache<string, Kept<T>>
  readonly #now: () => number

  /** `bytes` is the most all values together may have; one value takes at most a fourth of it. */
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

  /** Keeps the value of `size` bytes for `seconds`; Infinity keeps it until it is pushed out. */
  set(key: string, value: T, seconds: number, size: number): void {
    this.#kept.set(key, { value, until: this.#now() + seconds * 1000, size })
  }

  /** Bytes kept now. */
  get size(): number {
    return this.#kept.calculatedSize
  }
}
