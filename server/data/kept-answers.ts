import type { DiskCache } from '#server/cache/disk.ts'
import { MemoryCache } from '#server/cache/memory.ts'
import type { Sealed } from './answer.ts'
import { SealedData } from './sealed-data.ts'

/** What answers are kept with. */
export interface KeepOptions {
  /** Bytes of answers kept in memory, and of whole bodies that were made of them. */
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
  readonly sealed: Sealed
  readonly stale: boolean
}

/** Whole bodies by name, ready to be sent. */
export interface Bodies {
  find(name: string): Uint8Array | undefined
  keep(name: string, body: Uint8Array): void
}

/** How an answer stands on disk: its data beside everything else. */
type Beside = Omit<Sealed, 'data'> & { readonly length: number }

/** Answers by key, in memory and below it on disk. Timeouts in seconds: null is for ever, -1 not at all. */
export class KeptAnswers {
  readonly #options: KeepOptions
  readonly #memory: MemoryCache<Sealed | Uint8Array>
  /** Bodies share the bound of the answers they are made of, and go as they do when they are not asked for. */
  readonly bodies: Bodies

  constructor(options: KeepOptions) {
    this.#options = options
    this.#memory = new MemoryCache(options.cacheBytes, options.now)
    this.bodies = {
      find: (name) => this.#memory.get(bodyKey(name)) as Uint8Array | undefined,
      keep: (name, body) => this.#memory.set(bodyKey(name), body, Number.POSITIVE_INFINITY, body.byteLength),
    }
  }

  /** What is kept, if it holds by this timeout, or did until a while ago. */
  async find(key: string, timeout: number | null): Promise<Found | undefined> {
    if (timeout === -1) return undefined
    return this.#held(await this.findAny(key), timeout)
  }

  /** The same as far as memory goes, at once. */
  findNow(key: string, timeout: number | null): Found | undefined {
    return timeout === -1 ? undefined : this.#held(this.#memory.get(key) as Sealed | undefined, timeout)
  }

  #held(sealed: Sealed | undefined, timeout: number | null): Found | undefined {
    if (!sealed || timeout === null) return sealed && { sealed, stale: false }
    const age = (this.#options.now() - sealed.madeAt) / 1000
    return age < timeout + this.#grace(timeout) ? { sealed, stale: age >= timeout } : undefined
  }

  /** What is kept, whatever its age. */
  async findAny(key: string): Promise<Sealed | undefined> {
    const sealed = this.#memory.get(key) as Sealed | undefined
    if (sealed || !this.#options.disk) return sealed
    const kept = await this.#options.disk.get(key)
    if (!kept) return undefined
    const { length, ...head } = kept.head as Beside
    const read = { ...head, data: SealedData.from(kept.data, length) }
    this.#memory.set(key, read, kept.seconds, sizeOf(read))
    return read
  }

  /** Keeps an answer as long as the timeout says, and `atLeast` so many seconds. Settles when its data are compressed. */
  async keep(key: string, sealed: Sealed, timeout: number | null, atLeast: number): Promise<void> {
    const held = timeout === null ? Number.POSITIVE_INFINITY : timeout === -1 ? 0 : timeout + this.#grace(timeout)
    const seconds = Math.max(held, atLeast)
    if (seconds <= 0) return
    this.#memory.set(key, sealed, seconds, sizeOf(sealed))
    const packed = await sealed.data.kept()
    // A newer answer may have taken the place meanwhile.
    if (this.#memory.get(key) === sealed) this.#memory.set(key, sealed, seconds, sizeOf(sealed))
    const { data, ...head } = sealed
    await this.#options.disk?.set(
      key,
      { head: { ...head, length: data.length } satisfies Beside, data: packed },
      seconds,
    )
  }

  /** Settles when what was to be kept is. */
  async close(): Promise<void> {
    await this.#options.disk?.close()
  }

  #grace(timeout: number): number {
    return Math.min(this.#options.graceSeconds ?? 0, timeout)
  }
}

/** Keys of answers are hexadecimal digits. */
function bodyKey(name: string): string {
  return `body ${name}`
}

/** Bytes of an answer: its data as they are there now, the statement, and the names beside the data. */
function sizeOf({ data, query, columns, labels }: Sealed): number {
  return data.size + query.length + JSON.stringify(columns).length + JSON.stringify(labels).length
}
