import type { Duplex } from 'node:stream'
import { ApiError } from '#core/rest/api-error.ts'
import { tooLarge } from '../result-too-large.ts'

/**
 * Maximum size in bytes of a message other than a row: an error, columns, a notice. An error quotes the invalid value.
 */
export const MAX_MESSAGE_BYTES = 2 ** 20

/** Maximum size in bytes of the rows of one catalogue statement. */
export const MAX_CATALOGUE_BYTES = 64 * 2 ** 20

/** Limits for the rows of one statement: bytes of their values, and number of columns. */
export interface ResultLimits {
  readonly maxBytes: number
  readonly columns: number
}

/** A row contains its number of values, and the length of each value before it. */
const ROW_FRAME = 6
const VALUE_FRAME = 4
/** The row of the settings precedes the requested ones. */
const SETTINGS_BYTES = 1024

/** A message begins with its type and its length, which includes itself but not the type. */
const HEAD = 5
const ROW = 'D'.charCodeAt(0)
const READY = 'Z'.charCodeAt(0)

const CATALOGUE: ResultLimits = { maxBytes: MAX_CATALOGUE_BYTES, columns: 0 }

/**
 * Reads the lengths of the messages from a PostgreSQL server before they are assembled. Rows are counted per statement;
 * other messages are counted individually.
 */
export class MessageMeter {
  #most = CATALOGUE
  #rows = -SETTINGS_BYTES
  /** Bytes of the current message that have not arrived. */
  #coming = 0
  readonly #head = Buffer.alloc(HEAD)
  #headBytes = 0

  /** Sets the row limits until the server is ready for the next statement; default: those of the catalogue. */
  begin(most: ResultLimits = CATALOGUE): void {
    this.#most = most
    this.#rows = -SETTINGS_BYTES
  }

  /** Throws `result-too-large` at the header of a message that is too long. */
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

/** The types of the first message of a server: authentication, protocol version, an error, a notice. */
const FIRST_MESSAGES = new Set(['R', 'v', 'E', 'N'])

function requirePostgres(chunk: Buffer): void {
  const isPostgres = FIRST_MESSAGES.has(chunk.toString('latin1', 0, 1))
  if (!isPostgres) throw new ApiError('connection-protocol', { args: ['PostgreSQL'] })
}

const meters = new WeakMap<object, MessageMeter>()

/** Returns the meter of a driver connection. */
export function meterOf(connection: object): MessageMeter | undefined {
  return meters.get(connection)
}

/** The part of the driver's connection that starts to listen to the server. */
interface ListeningConnection {
  attachListeners(stream: Duplex): void
}

/**
 * Adds a meter before the driver's parser. A message that is too long, that the parser cannot parse, or that another
 * type of server sent, closes the socket: only the query of this connection fails.
 */
export function meterConnection(connection: object): void {
  const meter = new MessageMeter()
  meters.set(connection, meter)
  const listening = connection as ListeningConnection
  const attach = listening.attachListeners.bind(connection)
  listening.attachListeners = (stream) => {
    let hasAnswered = false
    const guarded = (listener: (chunk: Buffer) => void) => (chunk: Buffer) => {
      if (stream.destroyed) return
      try {
        if (!hasAnswered) requirePostgres(chunk)
        hasAnswered = true
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
