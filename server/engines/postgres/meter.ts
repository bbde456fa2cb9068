import type { Duplex } from 'node:stream'
import { tooLarge } from '../too-large.ts'

/** Bytes of one message that is no row: an error, columns, a notice. An error quotes the value that is wrong. */
export const MAX_MESSAGE_BYTES = 2 ** 20

/** Bytes of the rows of one statement of our own about the catalogue. */
export const MAX_CATALOGUE_BYTES = 64 * 2 ** 20

/** What the rows of one statement may be: bytes of their values, and how many columns they have. */
export interface Most {
  readonly maxBytes: number
  readonly columns: number
}

/** A row says how many values it has, and before each value how long it is. */
const ROW_FRAME = 6
const VALUE_FRAME = 4
/** The row of the settings comes before those asked for. */
const SETTINGS_BYTES = 1024

/** A message begins with its kind and with its length, which counts itself and not the kind. */
const HEAD = 5
const ROW = 'D'.charCodeAt(0)
const READY = 'Z'.charCodeAt(0)

const CATALOGUE: Most = { maxBytes: MAX_CATALOGUE_BYTES, columns: 0 }

/**
 * Reads how long the messages of a PostgreSQL server are, before any of them is put together. Rows count for one
 * statement; other messages count by themselves.
 */
export class Meter {
  #most = CATALOGUE
  #rows = -SETTINGS_BYTES
  /** Bytes of the message at hand that have not come. */
  #coming = 0
  readonly #head = Buffer.alloc(HEAD)
  #headBytes = 0

  /** Until the server is ready for the next statement rows of at most this may come; of the catalogue when absent. */
  begin(most: Most = CATALOGUE): void {
    this.#most = most
    this.#rows = -SETTINGS_BYTES
  }

  /** Throws `result-too-large` at the head of the message that is too long. */
  read(chunk: Buffer): void {
    let at = 0
    while (at < chunk.length) {
      if (this.#coming > 0) {
        const here = Math.min(this.#coming, chunk.length - at)
        this.#coming -= here
        at += here
        continue
      }
      const copied = chunk.copy(this.#head, this.#headBytes, at, at + HEAD - this.#headBytes)
      this.#headBytes += copied
      at += copied
      if (this.#headBytes === HEAD) this.#begun()
    }
  }

  #begun(): void {
    const length = this.#head.readUInt32BE(1)
    this.#headBytes = 0
    this.#coming = Math.max(0, length - (HEAD - 1))
    if (this.#head[0] !== ROW) {
      if (length > MAX_MESSAGE_BYTES) throw tooLarge(MAX_MESSAGE_BYTES)
      if (this.#head[0] === READY) this.begin()
      return
    }
    const { maxBytes, columns } = this.#most
    this.#rows += Math.max(0, length - ROW_FRAME - columns * VALUE_FRAME)
    if (this.#rows > maxBytes) throw tooLarge(maxBytes)
  }
}

const meters = new WeakMap<object, Meter>()

/** The meter of a connection of the driver. */
export function meterOf(connection: object): Meter | undefined {
  return meters.get(connection)
}

/** The part of the driver's connection by which it begins to listen to the server. */
interface Listening {
  attachListeners(stream: Duplex): void
}

/**
 * Puts a meter before the driver's parser. What is too long, and what the parser cannot read, ends the socket: it
 * fails whoever asked, and nobody else.
 */
export function metered(connection: object): void {
  const meter = new Meter()
  meters.set(connection, meter)
  const listening = connection as Listening
  const attach = listening.attachListeners.bind(connection)
  listening.attachListeners = (stream) => {
    const guarded = (listener: (chunk: Buffer) => void) => (chunk: Buffer) => {
      if (stream.destroyed) return
      try {
        meter.read(chunk)
        listener(chunk)
      } catch (failed) {
        stream.destroy(failed instanceof Error ? failed : new Error(String(failed)))
      }
    }
    const on = (event: string, listener: (chunk: Buffer) => void): unknown =>
      stream.on(event, event === 'data' ? guarded(listener) : listener)
    attach({ on } as unknown as Duplex)
  }
}
