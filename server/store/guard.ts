import { AsyncLocalStorage } from 'node:async_hooks'
import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult, TransactionSettings } from 'kysely'
import { bind } from './bind.ts'
import { WrongTransactionStore } from './errors.ts'
import { statementTables } from './stored-types.ts'
import { addReads } from './recorded-reads.ts'
import { toStoreError } from './constraint-violations.ts'

/** The transaction or savepoint that asynchronous work runs in, and its parent. */
interface ActiveTransaction {
  readonly scope: TransactionScope
  readonly outer: ActiveTransaction | undefined
  open: boolean
}

/** One for all scopes: every promise of the process carries each storage ever used. */
const transactionStorage = new AsyncLocalStorage<ActiveTransaction>()

/** Tracks which asynchronous work runs inside a transaction of a store. */
export class TransactionScope {
  /** Runs `fn` inside a transaction. */
  async run<T>(fn: () => Promise<T>): Promise<T> {
    let outer = transactionStorage.getStore()
    while (outer && !outer.open) outer = outer.outer
    const inside: ActiveTransaction = { scope: this, outer, open: true }
    try {
      return await transactionStorage.run(inside, fn)
    } finally {
      inside.open = false
    }
  }

  /** A second connection requested here would wait for the one this work holds. */
  refuseInside(): void {
    for (let inside = transactionStorage.getStore(); inside; inside = inside.outer) {
      if (inside.scope === this && inside.open)
        throw new WrongTransactionStore('Inside a transaction only the store handed to it may be used')
    }
  }
}

/** Receives the tables that may have been written; `all` if unknown. */
type Wrote = (tables: Iterable<string> | 'all') => void

/**
 * Returns the dialect with value checks before its driver, and no second connection inside a transaction. It records
 * the tables that are read, and reports written ones to `wrote` at the end of their transaction.
 */
export function withValueChecks(dialect: Dialect, scope: TransactionScope, wrote: Wrote = () => {}): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createDriver: () => new GuardedDriver(dialect.createDriver(), scope, wrote),
  }
}

async function toStoreErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw toStoreError(error)
  }
}

class GuardedConnection implements DatabaseConnection {
  readonly inner: DatabaseConnection
  readonly #wrote: Wrote
  /** The tables written by the current transaction. */
  #pending: Set<string> | undefined
  #isAll = false

  constructor(inner: DatabaseConnection, wrote: Wrote) {
    this.inner = inner
    this.#wrote = wrote
  }

  begin(): void {
    this.#pending = new Set()
  }

  /** Ends the transaction, committed or rolled back. */
  end(): void {
    const pending = this.#isAll ? 'all' : this.#pending
    this.#pending = undefined
    this.#isAll = false
    if (pending === 'all' || pending?.size) this.#wrote(pending)
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const parameters = query.parameters.map(bind)
    const { reads, writes } = statementTables(query.sql)
    addReads(reads)
    try {
      return await toStoreErrors(this.inner.executeQuery<R>({ ...query, parameters }))
    } finally {
      if (writes.length > 0) this.#notify(writes)
    }
  }

  #notify(writes: readonly string[] | 'all'): void {
    if (!this.#pending) this.#wrote(writes)
    else if (writes === 'all') this.#isAll = true
    else for (const table of writes) this.#pending.add(table)
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('The store does not stream')
  }
}

class GuardedDriver implements Driver {
  readonly #driver: Driver
  readonly #scope: TransactionScope
  readonly #wrote: Wrote

  constructor(driver: Driver, scope: TransactionScope, wrote: Wrote) {
    this.#driver = driver
    this.#scope = scope
    this.#wrote = wrote
  }

  init(): Promise<void> {
    return this.#driver.init()
  }

  async acquireConnection(): Promise<GuardedConnection> {
    this.#scope.refuseInside()
    return new GuardedConnection(await toStoreErrors(this.#driver.acquireConnection()), this.#wrote)
  }

  async beginTransaction(connection: GuardedConnection, settings: TransactionSettings): Promise<void> {
    await toStoreErrors(this.#driver.beginTransaction(connection.inner, settings))
    connection.begin()
  }

  async commitTransaction(connection: GuardedConnection): Promise<void> {
    await toStoreErrors(this.#driver.commitTransaction(connection.inner))
    connection.end()
  }

  async rollbackTransaction(connection: GuardedConnection): Promise<void> {
    try {
      await toStoreErrors(this.#driver.rollbackTransaction(connection.inner))
    } finally {
      connection.end()
    }
  }

  releaseConnection(connection: GuardedConnection): Promise<void> {
    connection.end()
    return this.#driver.releaseConnection(connection.inner)
  }

  destroy(): Promise<void> {
    return this.#driver.destroy()
  }
}
