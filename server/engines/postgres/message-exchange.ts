import type { FieldDef, Submittable } from 'pg'
import { meterOf, type ResultLimits } from './message-meter.ts'

/** A row as printed by the server. */
export type Row = readonly (string | null)[]

/** The part of the driver's connection that sends messages. */
interface Wire {
  parse(message: { readonly text: string }): void
  bind(message: { readonly values: readonly (string | null)[] }): void
  describe(message: { readonly type: 'P' | 'S'; readonly name: string }): void
  execute(message: object): void
  flush(): void
  sync(): void
  readonly stream: { pause(): unknown; resume(): unknown }
}

/** One statement in its own transaction, read-only unless `writes`, and the handlers for its result. */
export interface ExchangeRequest {
  /** A statement whose first column is the id of the session; it runs before, in the same transaction. */
  readonly setting: string
  readonly text: string
  readonly values: readonly (string | null)[]
  /** A statement whose columns are described first, without running it. */
  readonly within: string | undefined
  /** True if only the columns are described, and nothing is run. */
  readonly describeOnly: boolean
  /** True if the statement may write. */
  readonly writes: boolean
  /** The limits of the result. */
  readonly most: ResultLimits | undefined
  onProcess(id: string): void
  onFields(fields: readonly FieldDef[]): void
  /** A promise pauses the reading of further rows until it settles; `most` counts anew from there. */
  onRow(row: Row): Promise<void> | void
  /** The tag of the completed statement, for example `INSERT 0 5`. */
  onTag?(tag: string): void
  onEnd(error: unknown): void
}

/** Number of commands before the statement: the start of the transaction and its settings. */
const BEFORE = 2

/**
 * Runs a query in one round trip to the server: transaction, settings, statement, end. Values are bound, and the
 * protocol itself rejects a text with several statements.
 */
export class Exchange implements Submittable {
  readonly #request: ExchangeRequest
  #completed = 0
  #error: unknown
  #over = false
  #wire: Wire | undefined
  /** Resolves when the delivered rows have been processed. */
  #taken: Promise<void> = Promise.resolve()

  constructor(requested: ExchangeRequest) {
    this.#request = requested
  }

  submit(connection: unknown): void {
    const wire = connection as Wire
    this.#wire = wire
    const { setting, text, values, within, describeOnly, writes, most } = this.#request
    meterOf(wire)?.begin(most)
    try {
      this.#send(wire, `BEGIN TRANSACTION READ ${writes ? 'WRITE' : 'ONLY'}`, [])
      this.#send(wire, setting, [])
      // The process id is needed while the statement runs, to cancel it.
      wire.flush()
      if (within !== undefined) {
        wire.parse({ text: within })
        wire.describe({ type: 'S', name: '' })
      }
      wire.parse({ text })
      wire.bind({ values })
      wire.describe({ type: 'P', name: '' })
      if (!describeOnly) wire.execute({})
      this.#send(wire, 'COMMIT', [])
    } finally {
      wire.sync()
    }
  }

  #send(wire: Wire, text: string, values: readonly string[]): void {
    wire.parse({ text })
    wire.bind({ values })
    wire.execute({})
  }

  handleRowDescription({ fields }: { readonly fields: readonly FieldDef[] }): void {
    this.#guarded(() => this.#request.onFields(fields))
  }

  handleDataRow({ fields }: { readonly fields: Row }): void {
    this.#guarded(() => {
      if (this.#completed === 1) this.#request.onProcess(String(fields[0]))
      else if (this.#completed === BEFORE) this.#pauseFor(this.#request.onRow(fields))
    })
  }

  #pauseFor(taking: Promise<void> | void): void {
    const wire = this.#wire
    if (!taking || !wire) return
    wire.stream.pause()
    this.#taken = taking
      .catch((error: unknown) => {
        this.#error ??= error
      })
      .then(() => {
        meterOf(wire)?.begin(this.#request.most)
        wire.stream.resume()
      })
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    if (this.#completed === BEFORE) this.#request.onTag?.(text)
    this.#completed++
  }

  handleEmptyQuery(): void {
    this.#completed++
  }

  handleError(error: unknown): void {
    this.#end(this.#error ?? error)
  }

  handleReadyForQuery(): void {
    // The connection is free for the next statement only when the rows of this one have been processed.
    void this.#taken.then(() => this.#end(this.#error))
  }

  /** Errors of row handlers must not be thrown inside the driver; the remaining rows are skipped. */
  #guarded(work: () => void): void {
    if (this.#error !== undefined) return
    try {
      work()
    } catch (error) {
      this.#error = error
    }
  }

  #end(error: unknown): void {
    if (this.#over) return
    this.#over = true
    this.#request.onEnd(error)
  }
}
