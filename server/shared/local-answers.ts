import type { DiskCache } from '#server/cache/disk.ts'
import { Flights } from '#server/cache/flights.ts'
import { MemoryCache } from '#server/cache/memory.ts'
import type { CachedResult } from './cached-result.ts'
import { CompressedPayload } from './compressed-payload.ts'
import type { Answers, Bodies } from './shared.ts'

/** What answers of a process on its own are kept with. */
export interface LocalAnswersOptions {
  /** Bytes of answers kept in memory, and of whole bodies that were made of them. */
  readonly cacheBytes: number
  /** Where answers outlast the process; they do not when absent. */
  readonly disk?: DiskCache
  /** Epoch milliseconds. */
  readonly now: () => number
}

/** How an answer stands on disk: its data beside everything else. */
type Beside = Omit<CachedResult, 'data'> & { readonly length: number }

/** Answers in memory and below it on disk. */
export class LocalAnswers implements Answers {
  readonly #memory: MemoryCache<CachedResult | Uint8Array>
  readonly #disk: DiskCache | undefined
  readonly #flights = new Flights<CachedResult>()
  /** Bodies go as the answers they are made of do when they are not asked for. */
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
    const sealed = this.findNow(key)
    if (sealed || !this.#disk) return sealed
    const kept = await this.#disk.get(key)
    if (!kept) return undefined
    const { length, ...head } = kept.head as Beside
    const read = { ...head, data: CompressedPayload.from(kept.data, length) }
    this.#memory.set(key, read, kept.seconds, sizeOf(read))
    return read
  }

  async keep(key: string, sealed: CachedResult, seconds: number): Promise<void> {
    this.#memory.set(key, sealed, seconds, sizeOf(sealed))
    const packed = await sealed.data.kept()
    // A newer answer may have taken the place meanwhile.
    if (this.#memory.get(key) === sealed) this.#memory.set(key, sealed, seconds, sizeOf(sealed))
    const { data, ...head } = sealed
    await this.#disk?.set(key, { head: { ...head, length: data.length } satisfies Beside, data: packed }, seconds)
  }

  join(key: string, signal: AbortSignal, make: (signal: AbortSignal) => Promise<CachedResult>): Promise<CachedResult> {
    return this.#flights.join(key, signal, make)
  }

  async close(): Promise<void> {
    await this.#disk?.close()
  }
}

/** Keys of answers are hexadecimal digits. */
function bodyKey(name: string): string {
  return `body ${name}`
}

/** Bytes of an answer: its data as they are there now, the statement, and the names beside the data. */
function sizeOf({ data, query, columns, labels }: CachedResult): number {
  return data.size + query.length + JSON.stringify(columns).length + JSON.stringify(labels).length
}
