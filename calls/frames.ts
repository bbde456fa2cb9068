import type { FrameHead } from '#core/query/result.ts'

const NEWLINE = 10
const decoder = new TextDecoder()

function join(parts: readonly Uint8Array[], size: number): Uint8Array {
  const joined = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}

/** Splits a byte stream into frames: a JSON head line, `length` bytes, a newline. Chunk borders may fall anywhere. */
export class FrameReader {
  #parts: Uint8Array[] = []
  #size = 0
  #head: FrameHead | undefined

  /** Returns the frames completed by this chunk, in order. */
  push(chunk: Uint8Array): { head: FrameHead; body: Uint8Array }[] {
    this.#parts.push(chunk)
    this.#size += chunk.length
    const frames: { head: FrameHead; body: Uint8Array }[] = []
    if (this.#head && this.#size < this.#head.length + 1) return frames
    let rest = join(this.#parts, this.#size)
    for (;;) {
      if (!this.#head) {
        const end = rest.indexOf(NEWLINE)
        if (end < 0) break
        this.#head = JSON.parse(decoder.decode(rest.subarray(0, end))) as FrameHead
        rest = rest.subarray(end + 1)
      }
      if (rest.length < this.#head.length + 1) break
      frames.push({ head: this.#head, body: rest.subarray(0, this.#head.length) })
      rest = rest.subarray(this.#head.length + 1)
      this.#head = undefined
    }
    this.#parts = rest.length > 0 ? [rest] : []
    this.#size = rest.length
    return frames
  }

  /** True if the stream ended between frames. */
  get isComplete(): boolean {
    return this.#size === 0 && this.#head === undefined
  }
}

/** Returns the text of a frame: its pieces concatenated, after decompressing those that are compressed. */
export async function frameText({ pieces }: FrameHead, body: Uint8Array): Promise<string> {
  if (!pieces) return decoder.decode(body)
  let at = 0
  const texts = pieces.map(async ({ length, encoding }) => {
    const bytes = body.subarray(at, at + length)
    at += length
    return encoding === 'gzip' ? inflateText(bytes) : decoder.decode(bytes)
  })
  return (await Promise.all(texts)).join('')
}

function inflateText(bytes: Uint8Array): Promise<string> {
  // Not a blob, which the browser would send to another process and back.
  const packed = new Response(new Uint8Array(bytes)).body as ReadableStream<Uint8Array<ArrayBuffer>>
  return new Response(packed.pipeThrough(new DecompressionStream('gzip'))).text()
}
