import { brotliDecompress, constants, createBrotliCompress } from 'node:zlib'
import { promisify } from 'node:util'

const WINDOW = 22
const QUALITY = 2
/** The most bytes of one block of the kind `stored` makes. */
const MOST_STORED = 65_536

const decompress = promisify(brotliDecompress)

/** A text compressed once, to be sent behind beginnings that differ. */
export interface Tail {
  /** Bytes every beginning has. */
  readonly before: number
  readonly bytes: Uint8Array
}

/**
 * Compresses what will follow a beginning of `before` bytes that end in `joint`. Undefined where the parts do not fit
 * together again: then nothing is lost but the compression.
 *
 * A brotli stream is a row of blocks. The beginning goes out as a block that is stored as it is; these blocks follow
 * it. So that they never refer to a beginning they have not seen, they are made behind one that repeats nothing and
 * shares nothing with JSON but the joint.
 */
export async function compressTail(data: Uint8Array, before: number, joint: string): Promise<Tail | undefined> {
  if (before > MOST_STORED || before > unlike.length + joint.length) return undefined
  const stand = Buffer.concat([unlike.subarray(0, before - joint.length), Buffer.from(joint)])
  const tail = { before, bytes: await afterFlush(stand, data) }
  const whole = await decompress(Buffer.concat(withBeginning(stand, tail))).catch(() => undefined)
  const fits = whole !== undefined && whole.subarray(0, before).equals(stand) && whole.subarray(before).equals(data)
  return fits ? tail : undefined
}

/** The compressed whole, in parts, of a beginning and a tail that was made for its length. The tail is not copied. */
export function withBeginning(beginning: Uint8Array, tail: Tail): readonly Uint8Array[] {
  if (beginning.byteLength !== tail.before) throw new RangeError('The beginning has another length')
  return [stored(beginning), tail.bytes]
}

/** Stream header for the window, then one block: not the last, 16 bits of length less one, stored. 24 bits in all. */
function stored(bytes: Uint8Array): Uint8Array {
  const header = 0b1 | ((WINDOW - 17) << 1) | ((bytes.byteLength - 1) << 7) | (1 << 23)
  return Buffer.concat([Buffer.from([header & 255, (header >> 8) & 255, (header >>> 16) & 255]), bytes])
}

/** The blocks of `data` in a stream that begins with `stand`; blocks after a flush start on a byte. */
async function afterFlush(stand: Uint8Array, data: Uint8Array): Promise<Uint8Array> {
  const stream = createBrotliCompress({
    params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_LGWIN]: WINDOW },
  })
  let chunks: Uint8Array[] = []
  stream.on('data', (chunk: Uint8Array) => chunks.push(chunk))
  const ended = new Promise<void>((resolve, reject) => {
    stream.once('end', resolve)
    stream.once('error', reject)
  })
  stream.write(stand)
  await new Promise<void>((resolve) => stream.flush(() => resolve()))
  await new Promise((resolve) => setImmediate(resolve))
  chunks = []
  stream.end(data)
  await ended
  return Buffer.concat(chunks)
}

/** Control characters, which JSON never holds as they are, in an order in which no four follow each other twice. */
const unlike = (() => {
  const symbols = 20
  const sequence: number[] = []
  const word = Array.from({ length: symbols * 3 }, () => 0)
  const extend = (length: number, period: number): void => {
    if (length > 3) {
      if (3 % period === 0) sequence.push(...word.slice(1, period + 1))
      return
    }
    word[length] = word[length - period] ?? 0
    extend(length + 1, period)
    for (let symbol = (word[length - period] ?? 0) + 1; symbol < symbols; symbol++) {
      word[length] = symbol
      extend(length + 1, length)
    }
  }
  extend(1, 1)
  return Buffer.from(sequence.map((symbol) => symbol + 11))
})()
