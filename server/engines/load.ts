import type {
  BadCells,
  BadRowPolicy,
  ColumnPlan,
  DateOrder,
  PreviewColumn,
  UploadPreview,
  UploadReport,
} from '#core/rest/upload.ts'

/** Handling of an existing table with the target name. */
export type ExistingTableMode = 'fail' | 'replace' | 'append' | 'keep'

/** File formats that become tables. `json` includes a list of objects and one object per line. */
export type SourceFormat = 'csv' | 'parquet' | 'json'

/**
 * A file and its reading options; absent options are detected. Text is in UTF-8. Options apply to CSV unless stated
 * otherwise.
 */
export interface CsvReading {
  /** Absolute path; only files in its folder can be read during the load. */
  readonly file: string
  /**
   * The line of the first bytes that were not UTF-8, if the encoding of the text is only the most likely one. A load
   * rejects such files.
   */
  readonly lineNotUtf8?: number
  /** Delimiter, one character. */
  readonly delimiter?: string
  /** The quote character; empty if there is no quoting. */
  readonly quote?: string
  /** The escape character before a quote within quotes; default: the quote itself. */
  readonly escape?: string
  /** The order of ambiguous date columns. Without it a load rejects them. */
  readonly dateOrder?: DateOrder
  /** The order of those that `dateColumns` names, if it is another one. */
  readonly namedDateOrder?: 'day' | 'month'
  /** True if the first record contains the column names. Without it a load rejects ambiguous files. */
  readonly hasHeader?: boolean
  /** Handling of rows with more cells than columns; rejected by default. */
  readonly badRows?: BadRowPolicy
  /** Default: `csv`. */
  readonly format?: SourceFormat
  /** Number of lines to skip above the header, or above the first row. */
  readonly skipRows?: number
  /** Maximum number of rows to read. */
  readonly maxRows?: number
  /** Indexes of columns that stay text, from 0. */
  readonly textColumns?: readonly number[]
  /** Names of the columns to load; default: all. Applies to every format. */
  readonly columnsRead?: readonly string[]
  /** Names of columns whose values must be dates. Applies to every format. */
  readonly dateColumns?: readonly string[]
  /** Texts that mark missing values in every column. Applies to every format. */
  readonly nullValues?: readonly string[]
  /** The decimal separator. Without it a load rejects ambiguous files. */
  readonly decimal?: ',' | '.'
  /** True if numbers with a point are plain regardless of `decimal`, as in a workbook. */
  readonly hasPlainNumbers?: true
  /** True if blank lines are rows without values; they are left out by default. */
  readonly keepsBlankLines?: true
  /** True if leading white space of values is removed. */
  readonly skipInitialSpace?: boolean
  /** How individual columns are loaded. Applies to every format. */
  readonly columnPlan?: readonly ColumnPlan[]
  /** The name of an additional column with row numbers from 0; default: none. Applies to every format. */
  readonly rowNumbers?: string
  /** Handling of cells that do not have the planned type; default: `refuse`. Applies to every format. */
  readonly badCells?: BadCells
}

/** The beginning of a file, parsed as it would be loaded. */
export interface CsvPreview {
  readonly delimiter: string
  readonly hasHeader: boolean
  readonly unsure: UploadPreview['unsure']
  readonly report: UploadReport
  readonly missing: UploadPreview['missing']
  /** The order used for ambiguous date columns; null if there are none. */
  readonly dateOrder: DateOrder | null
  /** The first columns; `columnNames` has all names. */
  readonly columns: readonly PreviewColumn[]
  readonly columnNames: readonly string[]
  readonly rows: readonly (readonly (string | null)[])[]
}

/** A file to load into a table. */
export interface Load extends CsvReading {
  readonly table: string
  /** Default: the default schema. */
  readonly schema?: string
  /** `keep` leaves an existing table unchanged. */
  readonly existing: ExistingTableMode
  /** Our own SELECT over the file, with `{file}` for its name as a text literal; default: the complete file. */
  readonly select?: string
}

/** A column of a table to which rows are appended. */
export interface StagedColumn {
  readonly name: string
  /** The DuckDB type whose values the column holds exactly. */
  readonly type: string
  /** The type is text, and the text is a number with any number of digits. */
  readonly isNumber?: true
  /** Maximum number of characters of a text. */
  readonly maxLength?: number
}

/** The rows of a file in the form of a table, stored in a separate file: one per line, in the text format of COPY. */
export interface StagedRows {
  /** Absolute path. */
  readonly file: string
  /** The columns in order, with their DuckDB types. */
  readonly columns: readonly { readonly name: string; readonly type: string }[]
  readonly report: UploadReport
}

/** Receives the stored rows and all rows; while the rows are counted, the counted rows and null. */
export type OnRows = (rows: number, total: number | null) => void
