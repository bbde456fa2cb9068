import type { DiskCache } from '#server/cache/disk.ts'
import { Flights } from '#server/cache/flights.ts'
import { MemoryCache } from '#server/cache/memory.ts'
import type { CachedResult } from './cached-result.ts'
import { CompressedPayload } from './compressed-payload.ts'
import type { Answers, Bodies } from './shared.ts'

/** Options of the result cache of a single process. */
export interface LocalAnswersOptions {
  /** Maximum bytes of cached results in memory, including bodies made from them. */
  readonly cacheBytes: number
  /** The disk cache, in which results outlive the process; absent if there is none. */
  readonly disk?: DiskCache
  /** Epoch milliseconds. */
  readonly now: () => number
}

/** The metadata of a result on disk, stored next to its data. */
type ResultHead = Omit<CachedResult, 'data'> & { readonly length: number }

/** Caches results in memory and on disk. */
export class LocalAnswers implements Answers {
  readonly #memory: MemoryCache<CachedResult | Uint8Array>
  readonly #disk: DiskCache | undefined
  readonly #flights = new Flights<CachedResult>()
  /** Bodies share the memory of the results they are made from and are evicted like them. */
  readonly bodies: Bodies

  constructor({ cacheBytes, disk, now }: LocalAnswersOptions) {
    this.#memory = new MemoryCache(cacheBytes, now)
    this.#disk = disk
    this.bodies = {
      find: (name) => this.#memory.get(bodyKey(name)) as Uint8Array | undefined,
      keep: (name, body) => this.#memory.set(bodyKey(name), body, Number.POSITIVE_INFINITY, body.byteLength),
    }
  }

  findNow(key: string): CachedResult | undefined {
    return this.#memory.get(key) as CachedResult | undefined
  }

  async find(key: string): Promise<CachedResult | undefined> {
    const cachedResult = this.findNow(key)
    if (cachedResult || !this.#disk) return cachedResult
    const cached = await this.#disk.get(key)
    if (!cached) return undefined
    const { length, ...head } = cached.head as ResultHead
    const read = { ...head, data: CompressedPayload.from(cached.data, length) }
    this.#memory.set(key, read, cached.seconds, sizeOf(read))
    return read
  }

  async keep(key: string, cachedResult: CachedResult, seconds: number): Promise<void> {
    this.#memory.set(key, cachedResult, seconds, sizeOf(cachedResult))
    const packed = await cachedResult.data.storedForm()
    // A newer result may have replaced it meanwhile.
    if (this.#memory.get(key) === cachedResult) this.#memory.set(key, cachedResult, seconds, sizeOf(cachedResult))
    const { data, ...head } = cachedResult
    await this.#disk?.set(key, { head: { ...head, length: data.length } satisfies ResultHead, data: packed }, seconds)
  }

  join(key: string, signal: AbortSignal, make: (signal: AbortSignal) => Promise<CachedResult>): Promise<CachedResult> {
    return this.#flights.join(key, signal, make)
  }

  async close(): Promise<void> {
    await this.#disk?.close()
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
