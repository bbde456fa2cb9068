import type {
  CsvBeginning,
  CsvReading,
  Inspection,
  Layout,
  Load,
  ResultColumn,
  TableChanges,
  TableColumn,
  TableCondition,
  TableCreation,
  TableFacts,
  TableName,
} from '../engine.ts'
import type { TypedTable } from '../typed-table.ts'
import type { Macro } from './foreign.ts'
import type { UploadReport } from '#core/rest/upload.ts'
import type { Param } from '#server/sql/sql.ts'

/** A statement with its values, as it goes to the process of a database file. */
export interface Statement {
  readonly text: string
  readonly params: readonly Param[]
}

/** A statement whose answer is wanted as bytes; see `Run`. */
export interface Question extends Statement {
  readonly layout: Layout
  readonly labels: readonly string[]
  readonly maxRows: number
  readonly maxBytes?: number | undefined
  readonly allDigits?: boolean
}

/** What the process of a database file is asked, by name: what goes, and what comes back. Bytes travel beside the value. */
export interface Calls {
  /** Nothing but to be there: the file can be read. */
  readonly open: readonly [null, null]
  readonly bytes: readonly [Question, { readonly columns: readonly ResultColumn[]; readonly rowCount: number }]
  readonly inspect: readonly [string, Inspection]
  readonly narrow: readonly [
    { readonly text: string; readonly conditions: readonly TableCondition[] },
    string | undefined,
  ]
  readonly macros: readonly [null, readonly Macro[]]
  readonly schemas: readonly [null, readonly string[]]
  readonly tables: readonly [string, readonly TableName[]]
  readonly columns: readonly [{ readonly schema: string; readonly table: string }, readonly TableColumn[]]
  readonly facts: readonly [{ readonly schema: string; readonly table: string }, TableFacts | undefined]
  readonly shape: readonly [Statement, readonly TableColumn[]]
  /** The JSON text of the plan. */
  readonly plan: readonly [Statement, string]
  readonly create: readonly [{ readonly creation: TableCreation; readonly select: string }, null]
  readonly load: readonly [Load, UploadReport | null]
  readonly changeTables: readonly [TableChanges, null]
  readonly beginning: readonly [CsvReading, CsvBeginning]
  /** A table as a Parquet file, which comes as bytes. */
  readonly parquet: readonly [TypedTable, null]
}
