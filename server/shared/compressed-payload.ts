import { gunzip, gzip } from 'node:zlib'
import { promisify } from 'node:util'

const pack = promisify(gzip)
const unpack = promisify(gunzip)

/** Bytes below which data is not compressed. */
const WORTH = 1024
/** Fast: chart data shrinks to a fifth, and higher levels take several times as long for a few per cent more. */
const LEVEL = 2

/**
 * The immutable data of a result: JSON, or the bytes of a file. It is compressed once for all callers, and then
 * retained only in that form.
 */
export class CompressedPayload {
  /** Bytes of the uncompressed data. */
  readonly length: number
  #plain: Uint8Array | undefined
  #packed: Uint8Array | undefined
  #packing: Promise<Uint8Array> | undefined

  private constructor(length: number, plain: Uint8Array | undefined, packed: Uint8Array | undefined) {
    this.length = length
    this.#plain = plain
    this.#packed = packed
  }

  /** Creates a payload from uncompressed data, which it owns from then on. */
  static of(plain: Uint8Array): CompressedPayload {
    return new CompressedPayload(plain.byteLength, plain, undefined)
  }

  /** Creates a payload from its stored form; `length` as above. */
  static from(cached: Uint8Array, length: number): CompressedPayload {
    return length < WORTH
      ? new CompressedPayload(length, cached, undefined)
      : new CompressedPayload(length, undefined, cached)
  }

  /** Returns the uncompressed data. */
  async plain(): Promise<Uint8Array> {
    return this.#plain ?? unpack(this.#packed ?? new Uint8Array())
  }

  /** Returns the stored form: gzip if `isPacked`, else uncompressed. */
  async storedForm(): Promise<Uint8Array> {
    if (!this.isPacked) return this.#plain ?? new Uint8Array()
    if (this.#packed) return this.#packed
    this.#packing ??= pack(this.#plain ?? new Uint8Array(), { level: LEVEL })
    this.#packed = await this.#packing
    this.#plain = undefined
    return this.#packed
  }

  /** True if `kept` returns gzip. */
  get isPacked(): boolean {
    return this.length >= WORTH
  }

  /** Bytes currently used in memory. */
  get size(): number {
    return this.#packed?.byteLength ?? this.length
  }
}
