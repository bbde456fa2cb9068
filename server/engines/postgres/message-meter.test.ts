import { EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { meterConnection, MessageMeter, meterOf, MAX_CATALOGUE_BYTES, MAX_MESSAGE_BYTES } from './message-meter.ts'

/** Returns a message as sent by a server; only its header matters. */
function message(kind: string, length: number, content = Math.min(length - 4, 40)): Buffer {
  const bytes = Buffer.alloc(5 + content, 'x')
  bytes.write(kind, 0, 'latin1')
  bytes.writeUInt32BE(length, 1)
  return bytes
}

const settings = message('D', 4 + 2 + 4, 6)
const row = (bytes: number) => message('D', 4 + 2 + 4 + bytes, 6 + bytes)
const tooLarge = expect.objectContaining({ code: 'result-too-large' })
const failure = (work: () => void): unknown => {
  try {
    work()
    return undefined
  } catch (error) {
    return error
  }
}

it('accepts bytes up to the limit in any chunks, and rejects more', () => {
  const stream = Buffer.concat([settings, row(5000), message('C', 9, 5), row(5000)])
  for (const size of [1, 7, 4096, stream.length]) {
    const meter = new MessageMeter()
    const read = (most: number) => {
      meter.begin({ maxBytes: most, columns: 1 })
      for (let at = 0; at < stream.length; at += size) meter.read(stream.subarray(at, at + size))
    }
    expect(failure(() => read(10_000 - 1024))).toBeUndefined()
    // The remaining data would belong to a closed connection.
    expect(failure(() => read(10_000 - 1025))).toEqual(tooLarge)
  }
})

it.each([
  ['a row of the catalogue', 'D', MAX_CATALOGUE_BYTES + 1024 + 6],
  ['an error', 'E', MAX_MESSAGE_BYTES],
])('rejects %s above the limit by its header', (_, kind, most) => {
  expect(failure(() => new MessageMeter().read(message(kind, most)))).toBeUndefined()
  expect(failure(() => new MessageMeter().read(message(kind, most + 1)))).toEqual(tooLarge)
})

it('resets when the server is ready for the next statement', () => {
  const meter = new MessageMeter()
  for (let statement = 0; statement < 3; statement++) {
    meter.begin({ maxBytes: 10, columns: 1 })
    meter.read(Buffer.concat([row(1000), message('Z', 5, 1)]))
  }
  expect(failure(() => meter.read(row(2000)))).toBeUndefined()
})

it('unparsable bytes close only their socket', async () => {
  const stream = new PassThrough()
  const connection = Object.assign(new EventEmitter(), {
    attachListeners(given: PassThrough) {
      given.on('data', () => {
        throw new RangeError('out of range')
      })
    },
  })
  meterConnection(connection)
  expect(meterOf(connection)).toBeInstanceOf(MessageMeter)
  connection.attachListeners(stream)
  const failed = new Promise((resolve) => stream.once('error', resolve))
  stream.write(message('E', 30))
  expect(await failed).toMatchObject({ message: 'out of range' })
  expect(stream.destroyed).toBe(true)
})
