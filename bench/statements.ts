import { DatabaseSync, type StatementSyncInstance } from '@photostructure/sqlite'
import type { DatabaseConnection } from 'kysely'
import { SqliteDriver } from '#server/store/sqlite/driver.ts'

/** A statement as it reached the driver of the store. */
export interface StoreStatement {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

let noted: StoreStatement[] | undefined

const acquire = Reflect.get<SqliteDriver, 'acquireConnection'>(SqliteDriver.prototype, 'acquireConnection')
SqliteDriver.prototype.acquireConnection = async function noting(this: SqliteDriver): Promise<DatabaseConnection> {
  const inner = await acquire.call(this)
  return {
    executeQuery: (query) => {
      noted?.push({ sql: query.sql, parameters: query.parameters })
      return inner.executeQuery(query)
    },
    streamQuery: (query, size) => inner.streamQuery(query, size),
  }
}

/** What the stores of this process are asked while the work is done, in order. */
export async function statementsOf(work: () => Promise<unknown>): Promise<readonly StoreStatement[]> {
  const all: StoreStatement[] = []
  noted = all
  try {
    await work()
  } finally {
    noted = undefined
  }
  return all
}

export const isRead = ({ sql }: StoreStatement): boolean => /^\s*(select|with)\b/i.test(sql)

/** A connection to a file of a store with nothing of the product in between; statements are prepared once. */
export class Bare {
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

  /** Rows of each statement, one after the other. */
  rows(statements: readonly StoreStatement[]): readonly (readonly unknown[])[] {
    return statements.map((each) => this.#run(each))
  }

  /** Milliseconds of all statements. */
  time(statements: readonly StoreStatement[]): number {
    const started = performance.now()
    for (const each of statements) this.#run(each)
    return performance.now() - started
  }

  /** Milliseconds of all statements within one transaction, which is synced at its end. */
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
