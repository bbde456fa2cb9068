import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import type { Log } from '#server/base/log.ts'

const MAGIC = Buffer.from('FACETC02')
const HASH = 32
const LENGTH = 4
const NAME = /^[0-9a-f]{32}$/
const MAX_WRITES = 32
/** How long writing and further warnings are paused after a failed write. */
const PAUSE_MS = 60_000
const FULL = ['ENOSPC', 'EDQUOT', 'EFBIG']

/** A cached item: metadata as JSON, and bytes. */
export interface DiskEntry {
  readonly head: unknown
  readonly data: Uint8Array
}

/** Options of a disk cache. */
export interface DiskOptions {
  readonly directory: string
  /** Maximum total size of all files. */
  readonly bytes: number
  readonly now: () => number
  readonly log: Log
  /** Files written with another stamp are ignored. */
  readonly stamp: string
}

/**
 * A cache of values by key in files that survive restarts; it evicts the least recently used when full. It never
 * throws: unreadable values count as missing, and failed writes are dropped.
 */
export class DiskCache {
  readonly #options: DiskOptions
  readonly #files: LRUCache<string, { readonly size: number }>
  readonly #writes = new Set<Promise<void>>()
  #pausedUntil = 0
  #quietUntil = 0

  private constructor(options: DiskOptions) {
    this.#options = options
    this.#files = new LRUCache({
      maxSize: Math.max(1, options.bytes),
      sizeCalculation: ({ size }) => size,
      dispose: (_, key, reason) => {
        if (reason === 'evict') void rm(this.#path(key), { force: true }).catch(() => {})
      },
    })
  }

  /**
   * Opens the cache with the existing files of the directory, which is created if missing. Files with other names are
   * ignored.
   */
  static async open(options: DiskOptions): Promise<DiskCache> {
    const cache = new DiskCache(options)
    try {
      await mkdir(options.directory, { recursive: true, mode: 0o700 })
      await cache.#scan()
    } catch (error) {
      cache.#refused(error)
    }
    return cache
  }

  /** Returns the cached value of the key unless it has expired. An incomplete file is removed. */
  async get(key: string): Promise<(DiskEntry & { readonly seconds: number }) | undefined> {
    if (!this.#files.get(key)) return undefined
    const bytes = await readFile(this.#path(key)).catch(() => undefined)
    const read = bytes && parse(bytes, key, this.#options.stamp)
    const seconds = read
      ? read.until === null
        ? Number.POSITIVE_INFINITY
        : (read.until - this.#options.now()) / 1000
      : 0
    if (read && seconds > 0) return { head: read.head, data: read.data, seconds }
    this.#files.delete(key)
    await rm(this.#path(key), { force: true }).catch(() => {})
    if (bytes && !isWhole(bytes))
      this.#options.log.warn('A cached result on disk was damaged and is computed again', { code: 'cache-damaged' })
    return undefined
  }

  /** Caches the value for `seconds`; Infinity until it is evicted. Resolves when it is written or dropped. */
  async set(key: string, cached: DiskEntry, seconds: number): Promise<void> {
    const { now, bytes, stamp } = this.#options
    if (this.#writes.size >= MAX_WRITES || now() < this.#pausedUntil) return
    const until = Number.isFinite(seconds) ? now() + seconds * 1000 : null
    const file = print(cached, { key, stamp, until })
    if (file.byteLength > bytes)
      return this.#refused(Object.assign(new Error('A result is larger than the cache'), { code: 'EFBIG' }))
    const write = this.#write(key, file).catch((error: unknown) => this.#refused(error))
    this.#writes.add(write)
    await write
    this.#writes.delete(write)
  }

  /** Waits for pending writes. */
  async close(): Promise<void> {
    await Promise.all(this.#writes)
  }

  /** Total size in bytes. */
  get size(): number {
    return this.#files.calculatedSize
  }

  async #scan(): Promise<void> {
    const { directory } = this.#options
    const found: { name: string; size: number; time: number }[] = []
    for (const name of await readdir(directory)) {
      // Left over from a process that ended while writing.
      if (name.endsWith('.part')) await rm(join(directory, name), { force: true })
      if (!NAME.test(name)) continue
      const file = await stat(join(directory, name))
      if (file.isFile()) found.push({ name, size: file.size, time: file.mtimeMs })
    }
    for (const { name, size } of found.toSorted((a, b) => a.time - b.time))
      this.#files.set(name, { size: Math.max(1, size) })
  }

  /** A file is complete or absent. */
  async #write(key: string, file: Uint8Array): Promise<void> {
    const part = join(this.#options.directory, `${key}.${randomUUID()}.part`)
    try {
      await writeFile(part, file, { mode: 0o600 })
      await rename(part, this.#path(key))
    } catch (error) {
      await rm(part, { force: true }).catch(() => {})
      throw error
    }
    this.#files.set(key, { size: file.byteLength })
  }

  #refused(error: unknown): void {
    const { code, message } = error as NodeJS.ErrnoException
    const full = FULL.includes(code ?? '')
    const now = this.#options.now()
    // A result that is too large does not affect later writes.
    if (code !== 'EFBIG') this.#pausedUntil = now + PAUSE_MS
    if (now < this.#quietUntil) return
    this.#quietUntil = now + PAUSE_MS
    this.#options.log.warn(full ? 'The cache on disk is full' : 'The cache on disk cannot be used', {
      code: full ? 'cache-full' : 'cache-unusable',
      cause: message,
    })
  }

  #path(key: string): string {
    return join(this.#options.directory, key)
  }
}

interface Label {
  readonly key: string
  readonly stamp: string
  /** Epoch milliseconds; null never expires. */
  readonly until: number | null
}

/** The file format: magic number, hash of the rest, length of label and head, both as JSON, data. */
function print({ head, data }: DiskEntry, label: Label): Uint8Array {
  const text = Buffer.from(JSON.stringify({ ...label, head }))
  const length = Buffer.alloc(LENGTH)
  length.writeUInt32LE(text.byteLength)
  const hash = createHash('sha256').update(length).update(text).update(data).digest()
  return Buffer.concat([MAGIC, hash, length, text, data])
}

function isWhole(bytes: Buffer): boolean {
  const body = bytes.subarray(MAGIC.length + HASH)
  if (body.length < LENGTH || !bytes.subarray(0, MAGIC.length).equals(MAGIC)) return false
  const hash = createHash('sha256').update(body).digest()
  return hash.equals(bytes.subarray(MAGIC.length, MAGIC.length + HASH))
}

function parse(bytes: Buffer, key: string, stamp: string): (DiskEntry & Label) | undefined {
  if (!isWhole(bytes)) return undefined
  const body = bytes.subarray(MAGIC.length + HASH)
  const end = LENGTH + body.readUInt32LE(0)
  const label = JSON.parse(body.toString('utf8', LENGTH, end)) as Label & { readonly head: unknown }
  if (label.key !== key || label.stamp !== stamp) return undefined
  return { ...label, data: new Uint8Array(body.subarray(end)) }
}
