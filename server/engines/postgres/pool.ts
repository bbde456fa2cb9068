import type { ClientConfig, FieldDef, Pool, PoolClient, PoolConfig } from 'pg'
import { DatabaseSocket } from '../link-local.ts'
import { Exchange, type Row } from './message-exchange.ts'
import { meterConnection, type ResultLimits } from './message-meter.ts'

/** Milliseconds: maximum time to open a connection, to keep it, and for a cancelled statement to end. */
const OPEN_MS = 10_000
const KEEP_MS = 60_000
const CANCEL_MS = 3000
/** Connections for cancelling and catalogue queries, so that neither waits for user queries. */
const ASIDE = 2

/** The work for a connection: a text with values, and the handlers for its result. */
export interface ConnectionQuery {
  readonly setting: string
  readonly text: string
  readonly values: readonly (string | null)[]
  /** A statement whose columns are described before those of `text`. */
  readonly within?: string
  readonly describeOnly?: boolean
  /** True if the transaction may write; default: read-only. */
  readonly writes?: boolean
  /** Limits of the result; default: those of catalogue queries. */
  readonly most?: ResultLimits
  readonly signal?: AbortSignal
  onFields(fields: readonly FieldDef[]): void
  /** See `ExchangeRequest.onRow`. */
  onRow(row: Row): Promise<void> | void
  onTag?(tag: string): void
}

/** How a running statement is cancelled: the SQL of the id of its session, and the statement that takes the id. */
export interface Cancellation {
  readonly id: string
  readonly statement: string
}

export const PROCESS_CANCELLATION: Cancellation = {
  id: 'pg_backend_pid()',
  statement: 'SELECT pg_cancel_backend($1)',
}

/** The options of connections, and the path of the socket of their tunnel, if any. */
export type TunnelledConfig = PoolConfig & { readonly socketPath?: string | undefined }

/** The progress of a query: whether the server has started it. */
interface Progress {
  begun: boolean
}

/** The connections to one database: for queries, and a few for cancelling and the catalogue. */
export class Connections {
  readonly #queryPool: Pool
  readonly #aside: Pool
  readonly #cancelText: string

  private constructor(queryPool: Pool, aside: Pool, cancelText: string) {
    this.#queryPool = queryPool
    this.#aside = aside
    this.#cancelText = cancelText
  }

  /** The driver is loaded when the first database of this type is opened. */
  static async open(config: TunnelledConfig, most: number, cancellation = PROCESS_CANCELLATION): Promise<Connections> {
    const { default: pg } = await import('pg')
    const { socketPath, ...address } = config
    class Metered extends pg.Client {
      constructor(given?: string | ClientConfig) {
        super(given)
        meterConnection(this.connection)
      }
    }
    const make = (max: number): Pool => {
      const pool = new pg.Pool({
        ...address,
        stream: () => new DatabaseSocket(socketPath),
        Client: Metered,
        max,
        connectionTimeoutMillis: OPEN_MS,
        idleTimeoutMillis: KEEP_MS,
        keepAlive: true,
        application_name: 'facet',
        allowExitOnIdle: true,
      })
      // A broken connection reports the error to the query that uses it; others need not know.
      pool.on('error', () => {})
      pool.on('connect', (client) => client.on('error', () => {}))
      return pool
    }
    return new Connections(make(most), make(ASIDE), cancellation.statement)
  }

  /** Returns the rows of our own statement. */
  async look(text: string, values: readonly unknown[] = []): Promise<readonly Record<string, unknown>[]> {
    for (let tries = 1; ; tries++) {
      try {
        const result = await this.#aside.query(text, [...values])
        return result.rows as Record<string, unknown>[]
      } catch (failed) {
        if (tries > ASIDE || !isLost(failed)) throw failed
      }
    }
  }

  /**
   * Runs a query. An abort of the signal cancels it in the server and rejects with the reason. A connection that was
   * already dead before the server started is replaced.
   */
  async ask(work: ConnectionQuery): Promise<void> {
    for (let tries = 1; ; tries++) {
      const progress = { begun: false }
      try {
        return await this.#once(work, progress)
      } catch (failed) {
        if (progress.begun || tries > this.#queryPool.options.max || !isLost(failed)) throw failed
      }
    }
  }

  async #once(work: ConnectionQuery, progress: Progress): Promise<void> {
    work.signal?.throwIfAborted()
    const client = await this.#client(work.signal)
    let broken = false
    try {
      await this.#exchange(client, work, progress)
    } catch (error) {
      broken = !(await rolledBack(client, error))
      work.signal?.throwIfAborted()
      throw error
    } finally {
      client.release(broken)
    }
    work.signal?.throwIfAborted()
  }

  /**
   * Runs work in one transaction that may write, on a connection that is closed afterwards. An abort cancels in the
   * server until the transaction is committed, changes nothing, and rejects with the reason of the signal.
   */
  async transaction<T>(setting: string, signal: AbortSignal, work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await this.#client(signal)
    let process: number | undefined
    let last: NodeJS.Timeout | undefined
    const abort = (): void => {
      if (process !== undefined) void this.look('SELECT pg_cancel_backend($1)', [process]).catch(() => {})
      last = setTimeout(() => void client.end(), CANCEL_MS)
    }
    signal.addEventListener('abort', abort, { once: true })
    try {
      await client.query('BEGIN')
      const { rows } = await client.query<{ pg_backend_pid: number }>(setting)
      process = rows[0]?.pg_backend_pid
      signal.throwIfAborted()
      const result = await work(client)
      signal.throwIfAborted()
      signal.removeEventListener('abort', abort)
      await client.query('COMMIT')
      return result
    } catch (error) {
      signal.throwIfAborted()
      throw error
    } finally {
      signal.removeEventListener('abort', abort)
      clearTimeout(last)
      // A delayed cancel would hit the next statement of this connection.
      client.release(true)
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#queryPool.end(), this.#aside.end()])
  }

  /** Returns a connection when one is free; an aborted wait leaves it to the next. */
  #client(signal: AbortSignal | undefined): Promise<PoolClient> {
    const coming = this.#queryPool.connect()
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        reject(signal?.reason)
        coming.then(
          (client) => client.release(),
          () => {},
        )
      }
      signal?.addEventListener('abort', leave, { once: true })
      coming.then((client) => {
        signal?.removeEventListener('abort', leave)
        if (!signal?.aborted) resolve(client)
      }, reject)
    })
  }

  #exchange(client: PoolClient, work: ConnectionQuery, progress: Progress): Promise<void> {
    return new Promise((resolve, reject) => {
      let process: string | undefined
      let cancelling: Promise<unknown> | undefined
      let last: NodeJS.Timeout | undefined
      const cancel = (): void => {
        if (process === undefined || cancelling) return
        cancelling = this.look(this.#cancelText, [process]).catch(() => {})
      }
      const abort = (): void => {
        cancel()
        last = setTimeout(() => over(new CancelUnanswered()), CANCEL_MS)
      }
      const over = (failed: unknown): void => {
        work.signal?.removeEventListener('abort', abort)
        clearTimeout(last)
        if (failed instanceof CancelUnanswered) reject(failed)
        // A delayed cancel would hit the next statement of this connection.
        else void Promise.resolve(cancelling).then(() => (failed === undefined ? resolve() : reject(failed)))
      }
      work.signal?.addEventListener('abort', abort, { once: true })
      if (work.signal?.aborted) abort()
      client.query(
        new Exchange({
          ...work,
          within: work.within,
          describeOnly: work.describeOnly ?? false,
          writes: work.writes ?? false,
          most: work.most,
          onProcess: (id) => {
            process = id
            progress.begun = true
            if (work.signal?.aborted) cancel()
          },
          onEnd: over,
        }),
      )
    })
  }
}

/** The server does not even respond to a cancel: its connection is abandoned. */
class CancelUnanswered extends Error {}

/** Rolls back a failed transaction; returns false if the connection is unusable. */
async function rolledBack(client: PoolClient, error: unknown): Promise<boolean> {
  if (error instanceof CancelUnanswered) return false
  try {
    await client.query('ROLLBACK')
    return true
  } catch {
    return false
  }
}

/** True if the connection was lost; false if the query itself failed. */
function isLost(failed: unknown): boolean {
  const { code, message } = failed as { readonly code?: string; readonly message?: string }
  if (code !== undefined) return ['57P01', '57P02', 'ECONNRESET', 'EPIPE'].includes(code)
  return /^Connection terminated|not queryable/.test(message ?? '')
}
