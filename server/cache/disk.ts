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
/** How long nothing is written, and nothing more said, after a write failed. */
const PAUSE_MS = 60_000
const FULL = ['ENOSPC', 'EDQUOT', 'EFBIG']

/** Something kept: facts as JSON, and bytes. */
export interface Kept {
  readonly head: unknown
  readonly data: Uint8Array
}

/** What a cache on disk is made of. */
export interface DiskOptions {
  readonly directory: string
  /** The most all files together may have. */
  readonly bytes: number
  readonly now: () => number
  readonly log: Log
  /** What is written under another stamp is not read. */
  readonly stamp: string
}

/**
 * Values by key in files that outlast the process, the least used leaving when the bytes are spent. It never fails:
 * what cannot be read is not there, what cannot be written is not kept.
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

  /** Takes over what stands in the directory, which is made. Files of other names are left alone. */
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

  /** What is kept under the key and has not expired. A file that is not whole is removed. */
  async get(key: string): Promise<(Kept & { readonly seconds: number }) | undefined> {
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
      this.#options.log.warn('An answer kept on disk was damaged and is made anew', { code: 'cache-damaged' })
    return undefined
  }

  /** Keeps the value for `seconds`, Infinity until it is pushed out. Settles when it is written, or will not be. */
  async set(key: string, kept: Kept, seconds: number): Promise<void> {
    const { now, bytes, stamp } = this.#options
    if (this.#writes.size >= MAX_WRITES || now() < this.#pausedUntil) return
    const until = Number.isFinite(seconds) ? now() + seconds * 1000 : null
    const file = print(kept, { key, stamp, until })
    if (file.byteLength > bytes)
      return this.#refused(Object.assign(new Error('An answer is larger than the cache'), { code: 'EFBIG' }))
    const write = this.#write(key, file).catch((error: unknown) => this.#refused(error))
    this.#writes.add(write)
    await write
    this.#writes.delete(write)
  }

  /** Waits for what is being written. */
  async close(): Promise<void> {
    await Promise.all(this.#writes)
  }

  /** Bytes kept now. */
  get size(): number {
    return this.#files.calculatedSize
  }

  async #scan(): Promise<void> {
    const { directory } = this.#options
    const found: { name: string; size: number; time: number }[] = []
    for (const name of await readdir(directory)) {
      // Of a process that ended while it wrote.
      if (name.endsWith('.part')) await rm(join(directory, name), { force: true })
      if (!NAME.test(name)) continue
      const file = await stat(join(directory, name))
      if (file.isFile()) found.push({ name, size: file.size, time: file.mtimeMs })
    }
    for (const { name, size } of found.toSorted((a, b) => a.time - b.time))
      this.#files.set(name, { size: Math.max(1, size) })
  }

  /** A file is whole or absent. */
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
    // One answer that is too large says nothing of the next.
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
  /** Epoch milliseconds; null is for ever. */
  readonly until: number | null
}

/** Magic, hash of all that follows, length of the label and head, these as JSON, data. */
function print({ head, data }: Kept, label: Label): Uint8Array {
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

function parse(bytes: Buffer, key: string, stamp: string): (Kept & Label) | undefined {
  if (!isWhole(bytes)) return undefined
  const body = bytes.subarray(MAGIC.length + HASH)
  const end = LENGTH + body.readUInt32LE(0)
  const label = JSON.parse(body.toString('utf8', LENGTH, end)) as Label & { readonly head: unknown }
  if (label.key !== key || label.stamp !== stamp) return undefined
  return { ...label, data: new Uint8Array(body.subarray(end)) }
}
