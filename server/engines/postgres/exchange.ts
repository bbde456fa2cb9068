import type { FieldDef, Submittable } from 'pg'
import type { Row } from './answers.ts'
import { meterOf, type Most } from './meter.ts'

/** The part of the driver's connection that messages are sent by. */
interface Wire {
  parse(message: { readonly text: string }): void
  bind(message: { readonly values: readonly (string | null)[] }): void
  describe(message: { readonly type: 'P' | 'S'; readonly name: string }): void
  execute(message: object): void
  flush(): void
  sync(): void
  readonly stream: { pause(): unknown; resume(): unknown }
}

/** One statement in its own transaction, read-only unless `writes`, and what is done with what comes back. */
export interface Asked {
  /** A statement whose first column is the number of the serving process; run before, in the same transaction. */
  readonly setting: string
  readonly text: string
  readonly values: readonly (string | null)[]
  /** A statement whose columns are told first, without running it. */
  readonly within: string | undefined
  /** Whether only the columns are asked for, and nothing is run. */
  readonly describeOnly: boolean
  /** Whether the statement may write; it cannot otherwise. */
  readonly writes: boolean
  /** The most that may come. */
  readonly most: Most | undefined
  onProcess(id: number): void
  onFields(fields: readonly FieldDef[]): void
  /** A promise stops the reading of further rows until it settles; `most` counts anew from there. */
  onRow(row: Row): Promise<void> | void
  /** The tag of the statement once it has run, as in `INSERT 0 5`. */
  onTag?(tag: string): void
  onEnd(error: unknown): void
}

/** Commands that complete before the statement asked about: the start of the transaction and its settings. */
const BEFORE = 2

/**
 * All of a question in one trip to the server: a transaction, its settings, the statement, the end. Values
 * are bound, and a text of several statements is refused by the protocol itself.
 */
export class Exchange implements Submittable {
  readonly #asked: Asked
  #completed = 0
  #error: unknown
  #over = false
  #wire: Wire | undefined
  /** Settles when the rows that were given have been taken. */
  #taken: Promise<void> = Promise.resolve()

  constructor(asked: Asked) {
    this.#asked = asked
  }

  submit(connection: unknown): void {
    const wire = connection as Wire
    this.#wire = wire
    const { setting, text, values, within, describeOnly, writes, most } = this.#asked
    meterOf(wire)?.begin(most)
    try {
      this.#send(wire, `BEGIN TRANSACTION READ ${writes ? 'WRITE' : 'ONLY'}`, [])
      this.#send(wire, setting, [])
      // The number of the process is needed while the statement runs, to cancel it.
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
    this.#guarded(() => this.#asked.onFields(fields))
  }

  handleDataRow({ fields }: { readonly fields: Row }): void {
    this.#guarded(() => {
      if (this.#completed === 1) this.#asked.onProcess(Number(fields[0]))
      else if (this.#completed === BEFORE) this.#pauseFor(this.#asked.onRow(fields))
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
        meterOf(wire)?.begin(this.#asked.most)
        wire.stream.resume()
      })
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    if (this.#completed === BEFORE) this.#asked.onTag?.(text)
    this.#completed++
  }

  handleEmptyQuery(): void {
    this.#completed++
  }

  handleError(error: unknown): void {
    this.#end(this.#error ?? error)
  }

  handleReadyForQuery(): void {
    // The connection is free for the next statement only when the rows of this one were taken.
    void this.#taken.then(() => this.#end(this.#error))
  }

  /** What fails while rows are taken must not fail inside the driver; the rest of the rows is passed over. */
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
    this.#asked.onEnd(error)
  }
}
