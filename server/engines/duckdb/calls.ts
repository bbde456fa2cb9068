import type {
  CsvPreview,
  CsvReading,
  Inspection,
  ResultLayout,
  Load,
  ResultColumn,
  StagedColumn,
  StagedRows,
  TableChanges,
  TableColumn,
  TableCondition,
  TableCreation,
  TableMetadata,
  TableName,
  WriteKind,
} from '../engine.ts'
import type { TypedTable } from '../typed-table.ts'
import type { Macro } from './foreign-calls.ts'
import type { ParquetConversion } from './parquet.ts'
import type { UploadReport } from '#core/rest/upload.ts'
import type { Param } from '#server/engines/sql.ts'

/** A statement with its values, as sent to the process of a database file. */
export interface Statement {
  readonly text: string
  readonly params: readonly Param[]
}

/** A statement whose result is requested as bytes; see `Run`. */
export interface ResultQuery extends Statement {
  readonly layout: ResultLayout
  readonly labels: readonly string[]
  readonly maxRows: number
  readonly maxBytes?: number | undefined
  readonly allDigits?: boolean
}

/** The next rows of a chunked statement, and whether they are the last. */
export interface RowChunk {
  readonly columns: readonly ResultColumn[]
  readonly rowCount: number
  readonly isLast: boolean
}

/** A statement that is read in chunks, with a number. */
export interface ScanQuery extends Omit<ResultQuery, 'layout'> {
  readonly id: number
}

/** The stored rows and all rows of a load; while the rows are counted, the counted rows and null. */
export type LoadProgress = readonly [rows: number, total: number | null]

/** The calls to the process of a database file by name, with arguments and results. Bytes are sent separately. */
export interface ProcessCalls {
  /** Tests that the process runs and can read the file. */
  readonly open: readonly [null, null]
  readonly bytes: readonly [ResultQuery, { readonly columns: readonly ResultColumn[]; readonly rowCount: number }]
  /** Runs a statement for `scanNext` until all rows are read. */
  readonly scan: readonly [ScanQuery, null]
  /** Returns the next rows of the scan with this number, as a JSON list of rows in the bytes. */
  readonly scanNext: readonly [number, RowChunk]
  readonly inspect: readonly [string, Inspection]
  readonly narrow: readonly [
    { readonly text: string; readonly conditions: readonly TableCondition[] },
    string | undefined,
  ]
  readonly macros: readonly [null, readonly Macro[]]
  readonly schemas: readonly [null, readonly string[]]
  readonly tables: readonly [string, readonly TableName[]]
  readonly columns: readonly [{ readonly schema: string; readonly table: string }, readonly TableColumn[]]
  readonly tableMetadata: readonly [{ readonly schema: string; readonly table: string }, TableMetadata | undefined]
  readonly shape: readonly [Statement, readonly TableColumn[]]
  /** Returns the plan as JSON text. */
  readonly plan: readonly [Statement, string]
  readonly create: readonly [{ readonly creation: TableCreation; readonly select: string }, null]
  /** Returns the number of changed rows. */
  readonly write: readonly [{ readonly text: string; readonly kind: WriteKind }, number | null]
  readonly load: readonly [Load, UploadReport | null]
  readonly changeTables: readonly [TableChanges, null]
  readonly beginning: readonly [CsvReading, CsvPreview]
  readonly stage: readonly [{ readonly load: Load; readonly columns?: readonly StagedColumn[] | undefined }, StagedRows]
  /** Returns a table as a Parquet file in the bytes. */
  readonly parquet: readonly [TypedTable, null]
  /** Converts a file of rows to a Parquet file next to it. */
  readonly convertParquet: readonly [ParquetConversion, null]
}
