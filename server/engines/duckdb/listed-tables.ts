import type { DuckDBConnection } from '@duckdb/node-api'

/** The view of a table, and what finds the statement that creates it. */
export interface ListedView {
  /** Identifies the table, and the version of its files if they may change while the instance is open. */
  readonly key: string
  readonly statement: (connection: DuckDBConnection) => Promise<string>
}

/** The tables of a schema. */
export interface ListedSchema {
  /** The names of the tables, sorted. */
  readonly names: readonly string[]
  has(table: string): boolean
  /** Returns the view of a listed table; undefined for others. Throws the errors of tables that cannot be read. */
  view(table: string): ListedView | undefined
  /** Returns the definition of a table for users. */
  definition(table: string): string | null
}

/** The tables of a database of files, in the schema `main`: the only ones that statements of users may name. */
export interface ListedTables extends ListedSchema {
  /** Other schemas, by folded name. */
  readonly otherSchemas?: ReadonlyMap<string, ListedSchema>
  /** Returns the error for users: it contains neither a path nor rows. */
  explain(error: unknown): unknown
  /** Lists the files again if the list may be outdated. Absent if a new instance reads changed files. */
  refresh?(signal: AbortSignal): Promise<void>
  close(): void
}
