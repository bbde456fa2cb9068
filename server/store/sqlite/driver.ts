import { setTimeout as delay } from 'node:timers/promises'
import { DatabaseSync, type StatementSyncInstance } from '@photostructure/sqlite'
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely'

/** Number of retries while another process holds a lock, and the milliseconds between them. */
const RETRIES = 500
const RETRY_MS = 10
const MAX_CACHED_STATEMENTS = 400

interface PreparedStatement {
  readonly statement: StatementSyncInstance
  readonly answersRows: boolean
}

/** Waiting inside SQLite would block this process, including the code that is to release the lock. */
async function retryWhileLocked<T>(act: () => T): Promise<T> {
  for (let left = RETRIES; ; left--) {
    try {
      return act()
    } catch (error) {
      if (left === 0 || !(error instanceof Error) || error.message !== 'database is locked') throw error
      await delay(RETRY_MS)
    }
  }
}

/**
 * One connection to a SQLite file: WAL, synced at each commit. Its uses, and those of other connections, take turns.
 */
export class SqliteDriver implements Driver {
  readonly #file: string
  #connection: SqliteConnection | undefined
  /** Settles when all earlier users have released the connection. */
  #turn: Promise<void> = Promise.resolve()
  #release: (() => void) | undefined

  constructor(file: string) {
    this.#file = file
  }

  async init(): Promise<void> {
    const database = new DatabaseSync(this.#file, { enableForeignKeyConstraints: true })
    await retryWhileLocked(() =>
      database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma temp_store = memory'),
    )
    this.#connection = new SqliteConnection(database)
  }

  /** Returns a number that changes when another connection has written to the file; undefined when closed. */
  othersVersion(): number | undefined {
    return this.#connection?.othersVersion()
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const before = this.#turn
    let release = () => {}
    this.#turn = new Promise((resolve) => {
      release = resolve
    })
    await before
    this.#release = release
    if (!this.#connection) {
      release()
      throw new Error('The store is closed')
    }
    return this.#connection
  }

  async releaseConnection(): Promise<void> {
    this.#release?.()
  }

  /** Takes the write lock at once: a transaction that reads first might not get it later. */
  async beginTransaction(): Promise<void> {
    await retryWhileLocked(() => this.#connection?.run('begin immediate'))
  }

  async commitTransaction(): Promise<void> {
    this.#connection?.run('commit')
  }

  async rollbackTransaction(): Promise<void> {
    this.#connection?.rollback()
  }

  async destroy(): Promise<void> {
    await this.#turn
    this.#connection?.close()
    this.#connection = undefined
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #database: InstanceType<typeof DatabaseSync>
  readonly #prepared = new Map<string, PreparedStatement>()
  readonly #others: StatementSyncInstance
  #othersVersion: number | undefined

  constructor(database: InstanceType<typeof DatabaseSync>) {
    this.#database = database
    this.#others = database.prepare('pragma data_version')
  }

  run(sql: string): void {
    this.#database.exec(sql)
  }

  /** Returns a number that changes when another connection has committed; read once per turn of the event loop. */
  othersVersion(): number {
    if (this.#othersVersion === undefined) {
      this.#othersVersion = (this.#others.get() as { data_version: number }).data_version
      setImmediate(() => {
        this.#othersVersion = undefined
      })
    }
    return this.#othersVersion
  }

  /** Some errors (a full disk) have already ended the transaction. */
  rollback(): void {
    if (this.#database.isTransaction) this.#database.exec('rollback')
  }

  close(): void {
    this.#prepared.clear()
    this.#database.close()
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return retryWhileLocked(() => this.#execute<R>(query))
  }

  #execute<R>(query: CompiledQuery): QueryResult<R> {
    const { statement, answersRows } = this.#prepare(query.sql)
    if (answersRows) return { rows: statement.all(...query.parameters) as R[] }
    const { changes } = statement.run(...query.parameters)
    return { rows: [], numAffectedRows: BigInt(changes) }
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('The store does not stream')
  }

  #prepare(sql: string): PreparedStatement {
    let prepared = this.#prepared.get(sql)
    if (!prepared) {
      const statement = this.#database.prepare(sql)
      prepared = { statement, answersRows: statement.columns().length > 0 }
    }
    this.#prepared.delete(sql)
    this.#prepared.set(sql, prepared)
    if (this.#prepared.size > MAX_CACHED_STATEMENTS) this.#prepared.delete(this.#prepared.keys().next().value as string)
    return prepared
  }
}
