import { gunzip, gzip } from 'node:zlib'
import { promisify } from 'node:util'

const pack = promisify(gzip)
const unpack = promisify(gunzip)

/** Smaller data are not worth compressing. */
const WORTH = 1024
/** Fast: data of charts shrink to a fifth, and higher levels take several times as long for a few per cent more. */
const LEVEL = 2

/**
 * The data part of an answer, which never changes: JSON, or the bytes of a file. It is compressed once, for everybody who
 * asks, and from then on is there in that form alone.
 */
export class CompressedPayload {
  /** Bytes of the data as they are, not compressed. */
  readonly length: number
  #plain: Uint8Array | undefined
  #packed: Uint8Array | undefined
  #packing: Promise<Uint8Array> | undefined

  private constructor(length: number, plain: Uint8Array | undefined, packed: Uint8Array | undefined) {
    this.length = length
    this.#plain = plain
    this.#packed = packed
  }

  /** Seals data. They belong to the answer from then on. */
  static of(plain: Uint8Array): CompressedPayload {
    return new CompressedPayload(plain.byteLength, plain, undefined)
  }

  /** The same from the form it is kept in: `length` as above. */
  static from(kept: Uint8Array, length: number): CompressedPayload {
    return length < WORTH
      ? new CompressedPayload(length, kept, undefined)
      : new CompressedPayload(length, undefined, kept)
  }

  /** The data as they are. */
  async plain(): Promise<Uint8Array> {
    return this.#plain ?? unpack(this.#packed ?? new Uint8Array())
  }

  /** The form they are kept and sent in: in gzip where `isPacked`, else as they are. */
  async kept(): Promise<Uint8Array> {
    if (!this.isPacked) return this.#plain ?? new Uint8Array()
    if (this.#packed) return this.#packed
    this.#packing ??= pack(this.#plain ?? new Uint8Array(), { level: LEVEL })
    this.#packed = await this.#packing
    this.#plain = undefined
    return this.#packed
  }

  /** Whether `kept` gives gzip. */
  get isPacked(): boolean {
    return this.length >= WORTH
  }

  /** Bytes they take in memory now. */
  get size(): number {
    return this.#packed?.byteLength ?? this.length
  }
}
