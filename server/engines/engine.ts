import type { UploadReport } from '#core/rest/upload.ts'
import type { ErrorCode } from '#core/rest/errors.ts'
import type { LogicalType } from '#core/table/logical-type.ts'
import type { GenericType, Table } from '#core/table/table.ts'
import type { Moment, Param, Sql } from './sql.ts'
import type { Call, Inspection, NamedTable, WriteInspection, WriteKind } from './inspection.ts'
import type { CsvReading, CsvBeginning, Load, StagedColumn, StagedRows } from './load.ts'
import type { PlanStep } from './query-plan.ts'
import type { TypedColumn, TypedTable } from './typed-table.ts'

export type { Call, Inspection, NamedTable, WriteInspection, WriteKind } from './inspection.ts'
export type { Existing, SourceFormat, CsvReading, CsvBeginning, Load, StagedColumn, StagedRows } from './load.ts'

/** One field of a connection form; forms, validation and documentation are drawn from these. */
export interface Setting {
  readonly name: string
  readonly label: string
  readonly kind: 'text' | 'number' | 'password' | 'checkbox'
  readonly required: boolean
  readonly help: string
  /** Says what is asked for within the server: the password goes to the same place whatever it is. */
  readonly withinServer?: true
  /** What a form begins with. */
  readonly usual?: string | number
}

/** Values of an engine's settings, by name. */
export type Settings = Readonly<Record<string, string | number | boolean>>

/** Where an engine that keeps files may keep them: an absolute directory. */
export interface Place {
  readonly directory: string
  /** The most processes that hold such files at a time; four when absent. */
  readonly processes?: number
  /** The engine that reads files for those that read none themselves. */
  readonly fileReader?: Pick<Engine, 'beginning' | 'stage'> | undefined
}

/**
 * How one statement is run. `labels` name the result's columns by position. `maxRows` is the most rows returned; a
 * result of more bytes than `maxBytes`, as the engine sends it, fails as `result-too-large`.
 */
export interface Run {
  readonly signal: AbortSignal
  readonly maxRows: number
  readonly maxBytes?: number
  readonly labels: readonly string[]
  /** Decimal numbers come as texts of all their digits, not as the nearest doubles. */
  readonly allDigits?: boolean
  /** The user who asks, where there is one: who ends an engine again and again is refused for a while. */
  readonly author?: number | string | null
}

/** A column of a result: its label, its generic type, and whether its moments are days without a time. */
export interface ResultColumn {
  readonly name: string
  readonly type: GenericType
  readonly isDays?: true
}

/** `rows`: a JSON list of records. `columns`: a JSON list with one list of cells per column. */
export type Layout = 'rows' | 'columns'

/** A result as JSON bytes ready to be sent. */
export interface Bytes {
  readonly data: Uint8Array
  readonly columns: readonly ResultColumn[]
  readonly rowCount: number
}

/** A call that may lead to something the database has beside what the engine has: its schema there. */
export interface ForeignCall extends Call {
  readonly home: string
  /** Whether it does what its name says and nobody need allow it: values of an enumeration, an operator of an extension. */
  readonly harmless: boolean
}

/**
 * What a dialect says of a call to something of the engine itself. `allowed`: it reads nothing but what it is given.
 * `refused`: it reaches further, and nobody can allow it. `unknown`: the dialect names no such thing.
 */
export type Judgement = 'allowed' | 'refused' | 'unknown'

/** A table or view to create from a SELECT. The names are as they are, not quoted. */
export interface TableCreation {
  readonly method: 'TABLE' | 'VIEW'
  readonly schema: string
  readonly name: string
}

/** Tables of one schema that are dropped, where they exist, and then renamed, in this order. The names are not quoted. */
export interface TableChanges {
  readonly schema: string
  readonly drop: readonly string[]
  readonly rename: readonly { readonly from: string; readonly to: string }[]
}

/** A column of a table as the database describes it. `type` is the database's own name. */
export interface TableColumn {
  readonly name: string
  readonly type: string
  readonly generic: GenericType
  readonly logical: LogicalType
  readonly nullable: boolean
}

export interface TableName {
  readonly name: string
  readonly kind: 'table' | 'view'
}

/** An index of a table. `columns` are names, or expressions as the database prints them. */
export interface TableIndex {
  readonly name: string
  readonly columns: readonly string[]
  readonly unique: boolean
}

export interface ForeignKey {
  readonly name: string
  readonly columns: readonly string[]
  /** Null when it is the schema of the table itself. */
  readonly schema: string | null
  readonly table: string
  readonly referred: readonly string[]
}

/** How a table is cut into parts. */
export interface Partitions {
  readonly columns: readonly string[]
  /** Values of these columns that the last of the parts begins with; empty when there are none. */
  readonly latest: Readonly<Record<string, string>>
  /** A SELECT that lists the parts. */
  readonly query: string
}

/** What a database says of a table beside its columns. */
export interface TableMetadata {
  readonly comment: string | null
  /** By column name. */
  readonly columnComments: Readonly<Record<string, string>>
  readonly primaryKey: { readonly name: string | null; readonly columns: readonly string[] } | null
  readonly indexes: readonly TableIndex[]
  readonly foreignKeys: readonly ForeignKey[]
  /** Null where the engine knows no partitions. */
  readonly partitions: Partitions | null
  /** Rows as the statistics of the engine have them; null for views and where there are no statistics. */
  readonly rowEstimate: number | null
  /** The statements that create it and its indexes; null where the engine does not give them. */
  readonly definition: string | null
  /** Whether it may show rows of other tables: views, partitions, tables that inherit. */
  readonly isDerived: boolean
  /** Whether changes of its rows read or change other tables: by triggers, rules or foreign keys. */
  readonly hasSideEffects: boolean
}

/** The condition, as SQL, under which rows of a table may be read. Other tables may be read whole. */
export interface TableCondition extends NamedTable {
  readonly condition: string
  /** The columns of the table, quoted. */
  readonly columns: readonly string[]
  /** A quoted name that none of the columns has. */
  readonly flag: string
}

/** What a database knows of SQL as text. Nothing is run. */
export interface Grammar {
  /** What the engine's own grammar says of a text. */
  inspect(text: string): Promise<Inspection>
  /** What the engine's own grammar says of one statement that changes data or tables; absent where it may change none. */
  inspectWrite?(text: string): Promise<WriteInspection>
  /**
   * A SELECT with each table that has a condition replaced by a sub-query of the same alias that reads only the rows of
   * that condition; other rows have no values in it, in whatever order the engine evaluates. Undefined when the grammar does not prove that nothing else has changed.
   */
  narrow(text: string, conditions: readonly TableCondition[]): Promise<string | undefined>
  /** The schemas, folded, that a table is looked for in whose name has this schema, or none. */
  homes(schema: string | null): Promise<readonly string[]>
  /** Those calls that may lead to something of the database, rather than of the engine, with where it is. */
  foreign(calls: readonly Call[]): Promise<readonly ForeignCall[]>
}

/**
 * An open database. `bytes` and `table` are two exits of the same answer: equal cell by cell, cells as core/table
 * defines them. An aborted `run.signal` interrupts the engine and rejects with the signal's reason; other failures
 * reject with what the driver threw, for `Engine.explain`. Values are bound, never printed.
 */
export interface Connection {
  table(sql: Sql, run: Run): Promise<Table>
  bytes(sql: Sql, layout: Layout, run: Run): Promise<Bytes>
  /**
   * Reads the rows of a SELECT in chunks, which together equal the answer of `table`. The engine waits while `take` works on
   * a chunk, so that memory is bounded whatever the number of rows; `run.maxBytes` is the most of a chunk. Rejects with the
   * error of `take`, after the engine was interrupted.
   */
  scan(sql: Sql, run: Run, take: (chunk: Table) => Promise<void>): Promise<void>
  readonly grammar: Grammar
  /** The default schema first. */
  schemas(): Promise<readonly string[]>
  tables(schema: string): Promise<readonly TableName[]>
  /** Columns in table order; empty when there is no such table. */
  columns(schema: string, table: string): Promise<readonly TableColumn[]>
  /** What else is known of a table; undefined when there is no such table. */
  facts(schema: string, table: string): Promise<TableMetadata | undefined>
  /** The columns a SELECT would give, without running it. */
  shape(sql: Sql): Promise<readonly TableColumn[]>
  /** The plan of a SELECT, without running it. An aborted signal interrupts the engine. */
  plan(sql: Sql, signal: AbortSignal): Promise<PlanStep>
  /**
   * Creates a table or view from a SELECT without parameters, as a whole or not at all; absent where the engine cannot.
   * Fails with `ctas-exists` where a table or view of that name exists. An aborted signal interrupts the engine.
   */
  create?(creation: TableCreation, select: Sql, signal: AbortSignal): Promise<void>
  /**
   * Runs one statement that changes data or tables, as a whole or not at all, and returns how many rows it changed; null
   * where it counts none. Absent where the engine cannot. Fails where the engine takes it for another kind. An aborted
   * signal interrupts the engine; the statement may have been committed before.
   */
  write?(statement: Sql, kind: WriteKind, signal: AbortSignal): Promise<number | null>
  close(): Promise<void>
}

/**
 * A bound of time as this engine compares it with a column: `template` has one `{value}` for the bound value; absent: as
 * every value of this kind.
 */
export interface TimeBound {
  readonly template?: string
  readonly value: Param
}

/** How values of a logical type are compared with a column. */
export interface ValueComparison {
  readonly column?: string
  readonly value?: string
  /** Where a text that keeps all digits is compared otherwise than a number. */
  readonly digits?: (text: string) => string
  readonly read?: (cell: string) => string
}

/** Answers to every question the printer and the planner ask about an engine's SQL; `ansi` answers each of them. */
export interface Dialect {
  readonly name: string
  quote(identifier: string): string
  /** An identifier as the engine compares it: two that fold alike name the same thing. */
  fold(identifier: string): string
  /** The placeholder of `value` at `index`, counted from 1; an engine that cannot tell a type casts it here. */
  placeholder(index: number, value: Param): string
  /** A value as it would be written, for statements shown to people. */
  literal(value: Param): string
  /** ISO duration code to SQL, `{col}` standing for the column. */
  readonly grains: Readonly<Record<string, string>>
  /** Expression of a moment out of a column of epoch seconds or milliseconds, `{col}` standing for the column. */
  readonly epoch: { readonly epoch_s: string; readonly epoch_ms: string }
  /** A moment out of a text by a strftime pattern, null for ISO, `{col}` standing for the text. */
  parseTime(pattern: string | null): string
  /** A moment as a number with fractions of epoch milliseconds, `{col}` standing for it. */
  readonly epochMs: string
  /** An instant of a type with a time zone as the wall-clock time of a zone, an IANA name; `{col}` stands for it. */
  wallClock(zone: string): string
  /** A wall-clock time of UTC as an instant, `{col}` standing for it. */
  readonly utcInstant: string
  /** A moment moved by hours, `{col}` standing for it. */
  addHours(hours: number): string
  /** A moment that is bound, `{value}` standing for its placeholder; null: it cannot be bound, and is a literal. */
  readonly boundMoment: string | null
  /** A bound for comparing with a column of this type, as the database names it. */
  timeBound(type: string | null, moment: Moment): TimeBound
  ilike(left: string, right: string): string
  /**
   * How a value of a logical type is compared: `column`, with `{col}`, is what is compared and `value`, with `{value}`,
   * what it is compared with; `read` makes the value of the text of a cell. Absent: as every value of this kind.
   */
  readonly comparisons: Readonly<Partial<Record<LogicalType, ValueComparison>>>
  /** A cell of a type without equality as text to group by, `{col}` standing for it. */
  readonly opaqueText: string
  /** That a condition holds, or that it does not: what has no value does neither. */
  truth(condition: string, holds: boolean): string
  /** How an order says that what has no value comes last: in words, or by a CASE as a key before. */
  readonly nullsLast: 'words' | 'case'
  /** The expression as text, for pattern matching. */
  toText(expression: string): string
  /** `LIMIT` clause; `offset` 0 is none. */
  limit(rows: number, offset: number): string
  /** The most characters of an identifier; null when there is no limit. */
  readonly identifierLimit: number | null
  /** The schema that a table of no schema is in, of those a connection lists. */
  defaultSchema(schemas: readonly string[]): string
  /** The schema, folded, of what the engine itself has. */
  readonly ownSchema: string
  /** Whether rows are counted while a person waits, over all of a table: where tables are kept by columns at hand. */
  readonly countsAtOnce: boolean
  /**
   * How SQL of users is kept from rows that row rules hide: `source` masks the rows of the source; `condition` wraps the
   * conditions of users in a CASE and masks the source only for SQL outside of them.
   */
  readonly ruleFence: 'source' | 'condition'
  /** What SQL of users may call of the engine itself. */
  judge(call: Call): Judgement
  /** The names of the functions it allows that are called as such: no operators, no patterns of names; in order. */
  readonly functionNames: readonly string[]
  /** Whether a folded name may mean something of the engine's own catalogue, which SQL of users may not read. */
  isCatalogue(table: NamedTable): boolean
  /** Where it has no grouping sets, each grouping is a SELECT of its own, joined by UNION ALL. */
  readonly supports: {
    readonly subqueries: boolean
    readonly joins: boolean
    readonly groupingSets: boolean
    /** `ROW(a, b)` values join by hash and compare nulls as equal, which `IS NOT DISTINCT FROM` cannot do by hash here. */
    readonly rowKeys: boolean
  }
}

/** What went wrong, as the catalogue names it. */
export interface Explained {
  readonly code: ErrorCode
  readonly args: readonly string[]
  /** What the engine itself said, without its own noise. */
  readonly message: string
  /** Names the engine takes a wrong one for, as it writes them. */
  readonly candidates?: readonly string[]
  /** Where in the statement the fault is: an offset in its text. */
  readonly position?: number
}

/** A kind of database. `name` is the wire name (`backend`). */
export interface Engine {
  readonly name: string
  readonly label: string
  readonly settings: readonly Setting[]
  readonly dialect: Dialect
  /** Settings of a connection address, or undefined when the address is not of this engine. */
  parseUri(uri: string): Settings | undefined
  /** The address that `parseUri` reads as these settings; each part is escaped. */
  printUri(settings: Settings): string
  /** What an address looks like, for people. */
  readonly placeholder: string
  connect(settings: Settings, place: Place): Promise<Connection>
  /** What of the database does not exist yet, in a sentence; undefined where all of it does. */
  missing?(settings: Settings, place: Place): string | undefined
  /** Whether it is offered before the others to whoever opens a database. */
  readonly isPreferred?: true
  /** Whether what it is asked costs nobody but us; not so when absent. */
  readonly isOwn?: true
  /** What a failure of this engine means. `sql` is the statement that failed, if its position is wanted. */
  explain(error: unknown, sql?: string): Explained
  /**
   * Loads a file into a table, whole or not at all. Names of tables are compared as the engine does. Returns the account of the file, and null where nothing was loaded or the SELECT was given. Fails
   * with `upload-table-exists` and other faults of uploads; what the driver threw is for `explain`. When the signal is
   * aborted before the end, nothing changes and it rejects with the reason of the signal.
   */
  readonly load?: (
    settings: Settings,
    place: Place,
    load: Load,
    signal?: AbortSignal,
    /** Called with the rows that are stored and with all rows, where the engine knows them before the end. */
    onRows?: (rows: number, total: number) => void,
  ) => Promise<UploadReport | null>
  /**
   * Drops and renames tables in one transaction: all of it or nothing. Fails with `table-missing` where a table to rename
   * does not exist, and with `upload-table-exists` where it is a view. There where `load` is.
   */
  readonly changeTables?: (settings: Settings, place: Place, changes: TableChanges) => Promise<void>
  /** What `load` would make of a file, read without touching the database. There where `load` is. */
  readonly beginning?: (settings: Settings, place: Place, reading: CsvReading) => Promise<CsvBeginning>
  /**
   * Reads a file as `load` does and returns its rows in a file in the same folder, for another engine that takes them. `columns` are those of the table to which the rows are added; absent for a new table.
   */
  readonly stage?: (
    place: Place,
    load: Load,
    columns: readonly StagedColumn[] | undefined,
    signal: AbortSignal,
  ) => Promise<StagedRows>
  /** Returns a table of any database as a Parquet file. No database is read. An aborted signal rejects with its reason. */
  readonly parquet?: (place: Place, table: TypedTable, signal: AbortSignal) => Promise<Uint8Array>
  /** Begins a Parquet file that is made of chunks; `rows` is a file for what comes before it, in the same folder. */
  readonly parquetFile?: (place: Place, files: { readonly rows: string; readonly file: string }) => ParquetFile
}

/** A Parquet file in the making. Memory does not grow with the rows. */
export interface ParquetFile {
  /** Returns what a chunk adds to the file of rows. */
  lines(chunk: TypedTable): string
  /** Makes the Parquet file when the file of rows is whole. An aborted signal rejects with its reason. */
  end(columns: readonly TypedColumn[], signal: AbortSignal): Promise<void>
}
