import { AsyncLocalStorage } from 'node:async_hooks'
import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult, TransactionSettings } from 'kysely'
import { bind } from './bind.ts'
import { OuterStore } from './errors.ts'
import { translate } from './violations.ts'

/** Which asynchronous work runs inside a transaction of a store. */
export class TransactionScope {
  readonly #current = new AsyncLocalStorage<{ open: boolean }>()

  /** Runs `fn` as the inside of a transaction. */
  async run<T>(fn: () => Promise<T>): Promise<T> {
    const inside = { open: true }
    try {
      return await this.#current.run(inside, fn)
    } finally {
      inside.open = false
    }
  }

  /** A second connection asked for here would wait for the one this very work holds. */
  refuseInside(): void {
    if (this.#current.getStore()?.open) {
      throw new OuterStore('Inside a transaction only the store handed to it may be used')
    }
  }
}

/** The dialect with the typed boundary in front of its driver, and no second connection inside a transaction. */
export function guarded(dialect: Dialect, scope: TransactionScope): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createDriver: () => new GuardedDriver(dialect.createDriver(), scope),
  }
}

async function translated<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw translate(error)
  }
}

class GuardedConnection implements DatabaseConnection {
  readonly inner: DatabaseConnection

  constructor(inner: DatabaseConnection) {
    this.inner = inner
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const parameters = query.parameters.map(bind)
    return translated(this.inner.executeQuery<R>({ ...query, parameters }))
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('The store does not stream')
  }
}

class GuardedDriver implements Driver {
  readonly #driver: Driver
  readonly #scope: TransactionScope

  constructor(driver: Driver, scope: TransactionScope) {
    this.#driver = driver
    this.#scope = scope
  }

  init(): Promise<void> {
    return this.#driver.init()
  }

  async acquireConnection(): Promise<GuardedConnection> {
    this.#scope.refuseInside()
    return new GuardedConnection(await translated(this.#driver.acquireConnection()))
  }

  beginTransaction(connection: GuardedConnection, settings: TransactionSettings): Promise<void> {
    return translated(this.#driver.beginTransaction(connection.inner, settings))
  }

  commitTransaction(connection: GuardedConnection): Promise<void> {
    return translated(this.#driver.commitTransaction(connection.inner))
  }

  rollbackTransaction(connection: GuardedConnection): Promise<void> {
    return translated(this.#driver.rollbackTransaction(connection.inner))
  }

  releaseConnection(connection: GuardedConnection): Promise<void> {
    return this.#driver.releaseConnection(connection.inner)
  }

  destroy(): Promise<void> {
    return this.#driver.destroy()
  }
}
