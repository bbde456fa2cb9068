import type { DuckDBConnection } from '@duckdb/node-api'
import { withInterrupt } from './with-interrupt.ts'

/** Returns the statements that create a view. */
type ViewStatements = (connection: DuckDBConnection) => readonly string[] | Promise<readonly string[]>

/** Creates the view of each table once: its columns are found in the source only when it is used. */
export class TableViews {
  readonly #connect: () => Promise<DuckDBConnection>
  readonly #created = new Set<string>()
  /** The views that are being created; each promise resolves when its view has been created or has failed. */
  readonly #creating = new Map<string, Promise<void>>()

  constructor(connect: () => Promise<DuckDBConnection>) {
    this.#connect = connect
  }

  /** Runs the statements that create the view of a table unless it exists. Other tables do not wait for it. */
  async create(key: string, statements: ViewStatements, signal: AbortSignal): Promise<void> {
    for (let other = this.#creating.get(key); other; other = this.#creating.get(key))
      await waitUntilSettled(other, signal)
    if (this.#created.has(key)) return
    const work = this.#run(key, statements, signal).finally(() => this.#creating.delete(key))
    this.#creating.set(
      key,
      work.catch(() => {}),
    )
    await work
  }

  /** Creates a view again when it is used next. */
  forget(key: string): void {
    this.#created.delete(key)
  }

  async #run(key: string, statements: ViewStatements, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    const connection = await this.#connect()
    try {
      await withInterrupt(connection, signal, async () => {
        for (const statement of await statements(connection)) await connection.run(statement)
      })
      this.#created.add(key)
    } finally {
      connection.closeSync()
    }
  }
}

/** Waits for a promise that never rejects. Throws the reason of the signal if it is aborted before. */
async function waitUntilSettled(work: Promise<void>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  let stop = (): void => {}
  const aborted = new Promise<void>((resolve) => {
    stop = resolve
  })
  signal.addEventListener('abort', stop, { once: true })
  await Promise.race([work, aborted])
  signal.removeEventListener('abort', stop)
  signal.throwIfAborted()
}
