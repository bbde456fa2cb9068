import type {
  ResultLayout,
  ResultColumn,
  TableColumn,
  TableMetadata,
  TableName,
  TablePage,
  TableSearch,
} from '../engine.ts'
import type { PlanStep } from '../query-plan.ts'
import type { Param } from '../sql.ts'

/** A statement with its values. */
export interface SqliteStatement {
  readonly text: string
  readonly params: readonly Param[]
}

/** A statement whose rows are requested; see `Run`. */
export interface SqliteQuery extends SqliteStatement {
  readonly labels: readonly string[]
  readonly maxRows: number
  readonly maxBytes: number
}

/** The properties of a result, whose cells are sent as JSON bytes. */
export interface SqliteResult {
  readonly columns: readonly ResultColumn[]
  readonly rowCount: number
}

/** The calls to the process of a database file by name, with arguments and results. Bytes are sent separately. */
export interface SqliteCalls {
  /** Tests that the file can be read. */
  readonly open: readonly [null, null]
  readonly bytes: readonly [SqliteQuery & { readonly layout: ResultLayout }, SqliteResult]
  /** Starts a statement for `scanNext`. */
  readonly scan: readonly [SqliteQuery, null]
  /** Returns the next rows, as a JSON list with one list of cells per column. */
  readonly scanNext: readonly [null, SqliteResult & { readonly isLast: boolean }]
  /**
   * Returns a table that the engine reads for a statement and that is none of `tables`, nor read by a view of them; null
   * if there is none, or if the statement cannot be compiled.
   */
  readonly otherTable: readonly [{ readonly text: string; readonly tables: readonly string[] }, string | null]
  readonly tables: readonly [null, readonly TableName[]]
  readonly findTables: readonly [TableSearch, TablePage]
  readonly columns: readonly [string, readonly TableColumn[]]
  readonly tableMetadata: readonly [string, TableMetadata | undefined]
  /** Returns the columns of a statement from their declared types and up to some rows. */
  readonly shape: readonly [SqliteStatement, readonly TableColumn[]]
  readonly plan: readonly [SqliteStatement, PlanStep]
}
