import type { Duplex } from 'node:stream'
import { deserialize, serialize } from 'node:v8'

/** A message between the server and an engine process: a header of any values, and bytes that are passed unchanged. */
export interface Message {
  readonly head: unknown
  readonly data: Uint8Array | undefined
}

/** The lengths of header and data in bytes, each as an unsigned 32-bit number. */
const LENGTHS = 8
/** Written instead of the length if a message has no data. */
const NO_DATA = 0xffff_ffff
/** Maximum size of a header or of data in bytes; larger than any result. */
const MAX_BYTES = 2 ** 30

export function send(stream: Duplex, head: unknown, data?: Uint8Array): void {
  const body = serialize(head)
  const lengths = Buffer.allocUnsafe(LENGTHS)
  lengths.writeUInt32LE(body.byteLength, 0)
  lengths.writeUInt32LE(data?.byteLength ?? NO_DATA, 4)
  stream.cork()
  stream.write(lengths)
  stream.write(body)
  if (data && data.byteLength > 0) stream.write(data)
  stream.uncork()
}

/** Passes every received message to `take`; an invalid message closes the stream with an error. */
export function receive(stream: Duplex, take: (message: Message) => void): void {
  const parts = partsOf(take)
  stream.on('data', (chunk: Buffer) => {
    try {
      parts(chunk)
    } catch (error) {
      stream.destroy(error as Error)
    }
  })
}

/** Assembles messages from chunks of any size. */
function partsOf(take: (message: Message) => void): (chunk: Buffer) => void {
  let wanted = Buffer.allocUnsafe(LENGTHS)
  let filled = 0
  let state: 'lengths' | 'head' | 'data' = 'lengths'
  let dataLength = NO_DATA
  let head: unknown
  const expect = (next: typeof state, length: number): void => {
    if (length > MAX_BYTES) throw new Error(`A message of ${length} bytes is too long`)
    state = next
    wanted = Buffer.allocUnsafeSlow(length)
    filled = 0
  }
  const deliver = (data: Uint8Array | undefined): void => {
    const message = { head, data }
    head = undefined
    expect('lengths', LENGTHS)
    take(message)
  }
  const complete = (): void => {
    if (state === 'lengths') {
      dataLength = wanted.readUInt32LE(4)
      expect('head', wanted.readUInt32LE(0))
    } else if (state === 'head') {
      head = deserialize(wanted)
      if (dataLength === NO_DATA) deliver(undefined)
      else if (dataLength === 0) deliver(new Uint8Array())
      else expect('data', dataLength)
    } else deliver(wanted)
  }
  return (chunk) => {
    for (let from = 0; from < chunk.length; ) {
      const copied = chunk.copy(wanted, filled, from)
      from += copied
      filled += copied
      if (filled === wanted.length) complete()
    }
  }
}
