import type { UploadReport } from '#core/rest/upload.ts'
import type { ErrorCode } from '#core/rest/errors.ts'
import type { LogicalType } from '#core/table/logical-type.ts'
import type { GenericType, Table } from '#core/table/table.ts'
import type { SqlInstant, Param, Sql, TimeBoundType } from './sql.ts'
import type { Call, Inspection, CallClassification, NamedTable, WriteInspection, WriteKind } from './inspection.ts'
import type { CsvReading, CsvPreview, Load, OnRows, StagedColumn, StagedRows } from './load.ts'
import type { PlanStep } from './query-plan.ts'
import type { TableMetadata, TableName, TablePage, TableSearch } from './table-metadata.ts'
import type { TypedColumn, TypedTable } from './typed-table.ts'

export type { Call, Inspection, CallClassification, NamedTable, WriteInspection, WriteKind } from './inspection.ts'
export type { ExistingTableMode, SourceFormat, CsvReading, CsvPreview, Load, StagedColumn, StagedRows } from './load.ts'
export type { OnRows } from './load.ts'
export type { ForeignKey, Partitions, TableIndex, TableMetadata, TableName } from './table-metadata.ts'
export type { TablePage, TableSearch } from './table-metadata.ts'

/** One field of a connection form; forms, validation and documentation are generated from it. */
export interface Setting {
  readonly name: string
  readonly label: string
  readonly kind: 'text' | 'number' | 'password' | 'checkbox'
  readonly required: boolean
  readonly help: string
  /** Selects something inside the server: it does not change where the password is sent. */
  readonly withinServer?: true
  /** The initial value in a form. */
  readonly usual?: string | number
}

/** Values of an engine's settings, by name. */
export type Settings = Readonly<Record<string, string | number | boolean>>

/** The data directory of engines with local files, as an absolute path. */
export interface EngineStorage {
  readonly directory: string
  /** The directories that the operator allows for files of users' databases; default none. */
  readonly dataDirectories?: readonly string[] | undefined
  /** The folder of the extension files of DuckDB; default none. */
  readonly extensions?: string | undefined
  /** The origins of object stores that the operator allows for databases; default none. */
  readonly objectStores?: readonly string[] | undefined
  /** Returns a stored database by its id, to be attached to another one. */
  readonly attachable?: ((id: number) => Promise<Attachable | undefined>) | undefined
  /** Maximum number of concurrent processes for such files; default four. */
  readonly processes?: number
  /** The engine that reads uploaded files for engines that cannot. */
  readonly fileReader?: Pick<Engine, 'beginning' | 'stage'> | undefined
}

/** A stored database that another one may attach. */
export interface Attachable {
  readonly name: string
  /** The engine whose protocol it has. */
  readonly engine: string
  readonly settings: Settings
  /** True if its queries run by the name of the user. */
  readonly impersonates: boolean
  readonly isTunneled: boolean
}

/**
 * Options for running one statement. `labels` name the result's columns by position. `maxRows` limits the returned
 * rows; a result of more bytes than `maxBytes`, as sent by the engine, throws `result-too-large`.
 */
export interface Run {
  readonly signal: AbortSignal
  readonly maxRows: number
  readonly maxBytes?: number
  readonly labels: readonly string[]
  /** Decimal numbers are returned as texts with all digits, not as the nearest doubles. */
  readonly allDigits?: boolean
  /** The user who runs it, if any: a user whose queries repeatedly crash an engine is blocked for a while. */
  readonly author?: number | string | null
}

/** A result column: its label, its generic type, and whether its timestamps are dates without a time. */
export interface ResultColumn {
  readonly name: string
  readonly type: GenericType
  readonly isDays?: true
}

/** `rows`: a JSON list of records. `columns`: a JSON list with one list of cells per column. */
export type ResultLayout = 'rows' | 'columns'

/** A result as JSON bytes ready to send. */
export interface Bytes {
  readonly data: Uint8Array
  readonly columns: readonly ResultColumn[]
  readonly rowCount: number
}

/** A call that may resolve to an object of the database rather than of the engine: its schema there. */
export interface ForeignCall extends Call {
  readonly home: string
  /** True if it does only what its name says: enumeration values, an operator of an extension. Needs no permission. */
  readonly harmless: boolean
}

/** A table or view to create from a SELECT. The names are unquoted. */
export interface TableCreation {
  readonly method: 'TABLE' | 'VIEW'
  readonly schema: string
  readonly name: string
}

/** Tables of one schema to drop if they exist, and then tables to rename, in this order. The names are unquoted. */
export interface TableChanges {
  readonly schema: string
  readonly drop: readonly string[]
  readonly rename: readonly { readonly from: string; readonly to: string }[]
}

/** A column of a table as described by the database. `type` is the database's type name. */
export interface TableColumn {
  readonly name: string
  readonly type: string
  readonly generic: GenericType
  readonly logical: LogicalType
  readonly nullable: boolean
}

/** The SQL condition under which rows of a table may be read. Tables without a condition may be read completely. */
export interface TableCondition extends NamedTable {
  readonly condition: string
  /** The columns of the table that may be read: quoted names, and the SQL of their values. */
  readonly columns: readonly { readonly name: string; readonly value: string }[]
  /** A quoted name that differs from all column names. */
  readonly flag: string
}

/** The findings of a database about a SQL text that it does not run. */
export interface Grammar {
  /** Inspects a text with the engine's own grammar. */
  inspect(text: string): Promise<Inspection>
  /** Inspects one statement that changes data or tables with the engine's own grammar; absent if none is allowed. */
  inspectWrite?(text: string): Promise<WriteInspection>
  /**
   * Returns a SELECT in which each table with a condition is replaced by a subquery of the same alias that reads only
   * matching rows. Other rows have no values in it, whatever order the engine evaluates in. Undefined if the grammar
   * cannot prove that nothing else has changed.
   */
  narrow(text: string, conditions: readonly TableCondition[]): Promise<string | undefined>
  /** Returns the folded schemas in which a table with this schema name, or without one, is searched. */
  homes(schema: string | null): Promise<readonly string[]>
  /** Returns the calls that may resolve to objects of the database rather than of the engine, with their location. */
  foreign(calls: readonly Call[]): Promise<readonly ForeignCall[]>
}

/**
 * An open database. `bytes` and `table` return the same result in two forms: equal cell by cell, cells as defined by
 * core/table. An aborted `run.signal` interrupts the engine and rejects with the reason of the signal; other failures
 * reject with the error of the driver, for `Engine.explain`. Values are bound, never printed into SQL.
 */
export interface Connection {
  table(sql: Sql, run: Run): Promise<Table>
  bytes(sql: Sql, layout: ResultLayout, run: Run): Promise<Bytes>
  /**
   * Reads the rows of a SELECT in chunks, which together equal the result of `table`. The engine waits while `take`
   * processes a chunk, so that memory is limited for any number of rows; `run.maxBytes` limits a chunk. Rejects with
   * the error of `take` after interrupting the engine.
   */
  scan(sql: Sql, run: Run, take: (chunk: Table) => Promise<void>): Promise<void>
  readonly grammar: Grammar
  /** The default schema first. */
  schemas(): Promise<readonly string[]>
  tables(schema: string): Promise<readonly TableName[]>
  /** Searches the tables of a schema in its catalogue; absent if it cannot: see `findTables` in table-page.ts. */
  findTables?(schema: string, search: TableSearch): Promise<TablePage>
  /** Columns in table order; empty if the table does not exist. */
  columns(schema: string, table: string): Promise<readonly TableColumn[]>
  /** Further metadata of a table; undefined if the table does not exist. */
  tableMetadata(schema: string, table: string): Promise<TableMetadata | undefined>
  /** Returns the columns of a SELECT without running it. */
  shape(sql: Sql): Promise<readonly TableColumn[]>
  /** Returns the plan of a SELECT without running it. An aborted signal interrupts the engine. */
  plan(sql: Sql, signal: AbortSignal): Promise<PlanStep>
  /**
   * Creates a table or view from a SELECT without parameters, atomically; absent if the engine does not support it.
   * Throws `ctas-exists` if a table or view with that name exists. An aborted signal interrupts the engine.
   */
  create?(creation: TableCreation, select: Sql, signal: AbortSignal): Promise<void>
  /**
   * Runs one statement that changes data or tables, atomically, and returns the number of changed rows; null if it is
   * not counted. Absent if the engine does not support it. Throws if the engine parses it as another statement type. An
   * aborted signal interrupts the engine; the statement may already be committed.
   */
  write?(statement: Sql, kind: WriteKind, signal: AbortSignal): Promise<number | null>
  close(): Promise<void>
}

/** How the engine compares a time bound; see `ValueComparison`. The templates are optional. */
export interface TimeBound {
  readonly column?: string
  readonly template?: string
  readonly value: Param
}

/** How values of a logical type are compared with a column. */
export interface ValueComparison {
  readonly column?: string
  readonly value?: string
  /** Replaces the comparison for a text, such as one that keeps all digits. */
  readonly digits?: (text: string) => string
  readonly read?: (cell: string) => string
}

/** The SQL dialect of an engine, as used by the printer and the planner; `ansi` has defaults for everything. */
export interface Dialect {
  readonly name: string
  quote(identifier: string): string
  /** Returns an identifier as the engine compares it: two with the same result name the same object. */
  fold(identifier: string): string
  /** Returns the placeholder of `value` at `index`, from 1; an engine that cannot infer a type casts it here. */
  placeholder(index: number, value: Param): string
  /** Returns a value as a literal, for statements shown to users. */
  literal(value: Param): string
  /** SQL by ISO duration code; `{col}` is the column. */
  readonly grains: Readonly<Record<string, string>>
  /** SQL that converts epoch seconds or milliseconds to a timestamp; `{col}` is the column. */
  readonly epoch: { readonly epoch_s: string; readonly epoch_ms: string }
  /** Returns the SQL that parses a text by a strftime pattern (null for ISO) as a timestamp; `{col}` is the text. */
  parseTime(pattern: string | null): string
  /** SQL that converts a timestamp to epoch milliseconds with fractions; `{col}` is the timestamp. */
  readonly epochMs: string
  /** Returns the SQL that converts an instant to the wall-clock time of an IANA zone; `{col}` is the instant. */
  wallClock(zone: string): string
  /** SQL that converts a UTC wall-clock time to an instant; `{col}` is the time. */
  readonly utcInstant: string
  /** Returns the SQL that moves a timestamp by hours; `{col}` is the timestamp. */
  addHours(hours: number): string
  /** SQL for a bound timestamp; `{value}` is its placeholder. Null: it cannot be bound and is printed as a literal. */
  readonly boundMoment: string | null
  /** Returns the bound for comparing with a column of this type. */
  timeBound(column: TimeBoundType, instant: SqlInstant): TimeBound
  ilike(left: string, right: string): string
  /** SQL of a LIKE pattern in which only `%` and `_` are wildcards; `{value}` is the pattern. */
  readonly pattern: string
  /** False if a backslash escapes in every LIKE pattern, and there is no ESCAPE. */
  readonly hasLikeEscape: boolean
  /** False if a condition is no value: it is then selected by CASE as 1 or 0, and compared with 1. */
  readonly hasBooleans: boolean
  /**
   * How a value of a logical type is compared: `column`, with `{col}`, is the left side and `value`, with `{value}`,
   * the right side; `read` converts the text of a cell to the value. Absent: like every value of this type.
   */
  readonly comparisons: Readonly<Partial<Record<LogicalType, ValueComparison>>>
  /** SQL that converts a cell of a type without equality to text for grouping; `{col}` is the cell. */
  readonly opaqueText: string
  /** The operator of equality in which two nulls are equal; or a condition with `{left}` and `{right}`. */
  readonly nullSafeEqual: string
  /**
   * Returns the condition that another condition is true, or that it is false; null satisfies neither. `isValue` if it is
   * a value of type boolean, such as a column.
   */
  truth(condition: string, holds: boolean, isValue: boolean): string
  /** How nulls are sorted last: by NULLS LAST, or by a CASE as an additional sort key. */
  readonly nullsLast: 'words' | 'case'
  /** True if the engine sorts nulls before all values; results sort them after all values, like PostgreSQL. */
  readonly sortsNullsLow: boolean
  /** True if the engine sorts nulls last in both directions: descending keys then say `NULLS FIRST`. */
  readonly sortsNullsLast: boolean
  /** True if a label in ORDER BY means the result column even if a column of the source has that name. */
  readonly sortsByLabel: boolean
  /** SQL for the sum of a column, without overflow at the size of its integers; `{col}` is the column. */
  readonly sum: string
  /** SQL for the average of a column, without rounding to its decimals; `{col}` is the column. */
  readonly average: string
  /** Returns the expression as text, for pattern matching. */
  toText(expression: string): string
  /** Returns the `LIMIT` clause; `offset` 0 is omitted. `isOrdered` if it follows an ORDER BY. */
  limit(rows: number, offset: number, isOrdered: boolean): string
  /** Maximum length of an identifier in characters; null if there is no limit. */
  readonly identifierLimit: number | null
  /** Returns the schema of unqualified table names, from the schemas of a connection. */
  defaultSchema(schemas: readonly string[]): string
  /** The folded schema of the engine's own objects. */
  readonly ownSchema: string
  /** True if counting the rows of a complete table is fast enough for the UI: with local columnar storage. */
  readonly countsAtOnce: boolean
  /** How row rules fence users' SQL: by a masked source, or, where possible, by a CASE around its conditions. */
  readonly ruleFence: 'source' | 'condition'
  /** SQL of masked values: `{col}` is the value as text, `{key}` the text of the key; null if the engine cannot. */
  readonly masks: { readonly first: string | null; readonly hash: string | null }
  /** How rows are masked: hidden values are null, or no condition passes a LIMIT (for types without null). */
  readonly fence: 'case' | 'limit'
  /** Returns whether users' SQL may make this call to the engine. */
  classifyCall(call: Call): CallClassification
  /** The sorted names of the allowed functions that can be called by name: without operators and name patterns. */
  readonly functionNames: readonly string[]
  /** True if a folded name may refer to the engine's own catalogue, which users' SQL may not read. */
  isCatalogue(table: NamedTable): boolean
  /** Without grouping sets, each grouping is a separate SELECT, joined by UNION ALL. */
  readonly supports: {
    readonly subqueries: boolean
    readonly joins: boolean
    readonly groupingSets: boolean
    /** True if `ROW(a, b)` values support hash joins with null equality and `IS NOT DISTINCT FROM` does not. */
    readonly rowKeys: boolean
  }
}

export interface ClassifiedError {
  readonly code: ErrorCode
  readonly args: readonly string[]
  /** The message of the engine without noise. */
  readonly message: string
  /** Names that the engine suggests instead of an unknown one, as it writes them. */
  readonly candidates?: readonly string[]
  /** The position of the error: an offset in the text of the statement. */
  readonly position?: number
}

/** A type of database. `name` is the wire name (`backend`). */
export interface Engine {
  readonly name: string
  readonly label: string
  readonly settings: readonly Setting[]
  readonly dialect: Dialect
  /** Returns the settings of a connection URI, or undefined if it does not belong to this engine. */
  parseUri(uri: string): Settings | undefined
  /** Returns the URI that `parseUri` parses to these settings; each part is escaped. */
  printUri(settings: Settings): string
  /** True if the plans of its statements have costs, at least on some versions of the server. */
  readonly hasPlanCosts?: true
  readonly placeholder: string
  connect(settings: Settings, storage: EngineStorage): Promise<Connection>
  /** Returns a sentence about the part of the database that does not exist yet; undefined if it is complete. */
  missing?(settings: Settings, storage: EngineStorage): string | undefined
  /** Returns the errors of the settings of a server that concern this type of database. */
  readonly storageErrors?: (storage: EngineStorage) => Promise<readonly unknown[]>
  /** The engine whose driver it uses, if it is another one. */
  readonly driverOf?: string
  /** True if it is offered first for new databases. */
  readonly isPreferred?: true
  /** True if its queries can run by the name of the user instead of the account of the connection. */
  readonly impersonates?: true
  /** True if no contract test runs on a server of this type. */
  readonly isUnverified?: true
  /** Whether connections use the certificates of the database: those of its authorities only, or also their own. */
  readonly hasCertificates?: true | 'authorities'
  /** True if connections use the socket of an SSH tunnel, in the setting `socket_path`, instead of their host. */
  readonly hasTunnels?: true
  /** True if it takes the maximum number of its connections from the setting `pool_size`. */
  readonly hasPool?: true
  /** True if its connections have `create` and `write`: the SQL editor can create tables and change data. */
  readonly canChangeData?: true
  /** True if its queries load no external system; default false. */
  readonly isOwn?: true
  /** Returns the password in the `encrypted_extra` of other tools; undefined if it has none. */
  readonly passwordIn?: (extra: Readonly<Record<string, unknown>>) => string | undefined
  /** Returns the meaning of an error of this engine. `sql` is the failed statement, if its position is needed. */
  explain(error: unknown, sql?: string): ClassifiedError
  /**
   * Loads a file into a table atomically. Table names are compared as by the engine. Returns the report of the file, or
   * null if nothing was loaded or the SELECT was given. Throws `upload-table-exists` and other upload errors; driver
   * errors are for `explain`. An abort before the end changes nothing and rejects with the reason of the signal.
   */
  readonly load?: (
    settings: Settings,
    storage: EngineStorage,
    load: Load,
    signal?: AbortSignal,
    onRows?: OnRows,
  ) => Promise<UploadReport | null>
  /**
   * Drops and renames tables in one transaction. Throws `table-missing` if a table to rename does not exist, and
   * `upload-table-exists` if it is a view. Present if `load` is.
   */
  readonly changeTables?: (settings: Settings, storage: EngineStorage, changes: TableChanges) => Promise<void>
  /** Parses the beginning of a file like `load`, without accessing the database. Present if `load` is. */
  readonly beginning?: (settings: Settings, storage: EngineStorage, reading: CsvReading) => Promise<CsvPreview>
  /**
   * Parses a file like `load` and returns its rows in a file in the same folder, for another engine. `columns` are
   * those of the table to which the rows are appended; absent for a new table.
   */
  readonly stage?: (
    storage: EngineStorage,
    load: Load,
    columns: readonly StagedColumn[] | undefined,
    course: { readonly signal: AbortSignal; readonly onRows: OnRows },
  ) => Promise<StagedRows>
  /** Returns a table of any database as a Parquet file, reading no database. An abort rejects with the signal's reason. */
  readonly parquet?: (storage: EngineStorage, table: TypedTable, signal: AbortSignal) => Promise<Uint8Array>
  /** Starts a Parquet file from chunks; `rows` is a temporary file in the same folder. */
  readonly parquetFile?: (
    storage: EngineStorage,
    files: { readonly rows: string; readonly file: string },
  ) => ParquetFile
}

/** A Parquet file that is being written. Memory does not grow with the rows. */
export interface ParquetFile {
  /** Returns the lines of a chunk for the file of rows. */
  lines(chunk: TypedTable): string
  /** Writes the Parquet file when the file of rows is complete. An aborted signal rejects with its reason. */
  end(columns: readonly TypedColumn[], signal: AbortSignal): Promise<void>
}
