import { DatabaseSync, type StatementSyncInstance } from '@photostructure/sqlite'
import type { DatabaseConnection } from 'kysely'
import { SqliteDriver } from '#server/store/sqlite/driver.ts'

/** A statement as it reached the driver of the store. */
export interface StoreStatement {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

let loggedStatements: StoreStatement[] | undefined

const acquire = Reflect.get<SqliteDriver, 'acquireConnection'>(SqliteDriver.prototype, 'acquireConnection')
SqliteDriver.prototype.acquireConnection = async function noting(this: SqliteDriver): Promise<DatabaseConnection> {
  const inner = await acquire.call(this)
  return {
    executeQuery: (query) => {
      loggedStatements?.push({ sql: query.sql, parameters: query.parameters })
      return inner.executeQuery(query)
    },
    streamQuery: (query, size) => inner.streamQuery(query, size),
  }
}

/** Returns the statements that the stores of this process run during the work, in order. */
export async function statementsOf(work: () => Promise<unknown>): Promise<readonly StoreStatement[]> {
  const all: StoreStatement[] = []
  loggedStatements = all
  try {
    await work()
  } finally {
    loggedStatements = undefined
  }
  return all
}

export const isRead = ({ sql }: StoreStatement): boolean => /^\s*(select|with)\b/i.test(sql)

/** A connection to the file of a store without any code of the product; statements are prepared once. */
export class BareConnection {
  readonly #database: InstanceType<typeof DatabaseSync>
  readonly #prepared = new Map<string, StatementSyncInstance>()

  constructor(file: string) {
    this.#database = new DatabaseSync(file, { enableForeignKeyConstraints: true })
    this.#database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma temp_store = memory')
  }

  #run({ sql, parameters }: StoreStatement): readonly unknown[] {
    let statement = this.#prepared.get(sql)
    if (!statement) {
      statement = this.#database.prepare(sql)
      this.#prepared.set(sql, statement)
    }
    return statement.all(...(parameters as never[]))
  }

  /** Returns the rows of each statement. */
  rows(statements: readonly StoreStatement[]): readonly (readonly unknown[])[] {
    return statements.map((each) => this.#run(each))
  }

  /** Returns the milliseconds of all statements. */
  time(statements: readonly StoreStatement[]): number {
    const started = performance.now()
    for (const each of statements) this.#run(each)
    return performance.now() - started
  }

  /** Returns the milliseconds of all statements in one transaction, including the sync at its end. */
  timeWriting(statements: readonly StoreStatement[]): number {
    const started = performance.now()
    this.#database.exec('begin immediate')
    for (const each of statements) this.#run(each)
    this.#database.exec('commit')
    return performance.now() - started
  }

  close(): void {
    this.#prepared.clear()
    this.#database.close()
  }
}
