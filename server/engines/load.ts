import type {
  BadCells,
  BadRows,
  ColumnPlan,
  DateOrder,
  PreviewColumn,
  UploadPreview,
  UploadReport,
} from '#core/rest/upload.ts'

/** What happens when a table that is loaded is there already. */
export type Existing = 'fail' | 'replace' | 'append' | 'keep'

/** Formats of files that become tables. `json` covers a list of objects and one object for each line. */
export type SourceFormat = 'csv' | 'parquet' | 'json'

/** A file and how it is read; what is absent is found out. Text is in UTF-8. Options are of CSV unless they say otherwise. */
export interface CsvReading {
  /** Absolute path; nothing but what lies in its folder can be read meanwhile. */
  readonly file: string
  /** Whether the encoding that the text was in is the likeliest of several. A load rejects such files. */
  readonly isEncodingUnsure?: true
  /** Separator, one character. */
  readonly delimiter?: string
  /** The character round fields; empty where none quotes. */
  readonly quote?: string
  /** The character before a quote within quotes; the quote itself when absent. */
  readonly escape?: string
  /** How columns of dates are read whose values do not decide their order. A load without it rejects them. */
  readonly dateOrder?: DateOrder
  /** Whether the first record names the columns. A load without it rejects files that can be read either way. */
  readonly hasHeader?: boolean
  /** What happens to rows with more cells than columns; they are rejected by default. */
  readonly badRows?: BadRows
  /** `csv` when absent. */
  readonly format?: SourceFormat
  /** Lines above the header, or above the first row, that are skipped. */
  readonly skipRows?: number
  /** The most rows that are read. */
  readonly maxRows?: number
  /** Positions of columns that stay text, from 0. */
  readonly textColumns?: readonly number[]
  /** Names of the columns that are loaded; all when absent. Of every format. */
  readonly columnsRead?: readonly string[]
  /** Names of columns whose values must be dates. Of every format. */
  readonly dateColumns?: readonly string[]
  /** Texts that stand for missing values in every column. Of every format. */
  readonly nullValues?: readonly string[]
  /** The character before decimals of numbers. A load without it rejects files that can be read either way. */
  readonly decimal?: ',' | '.'
  /** Whether numbers with a point are plain whatever `decimal` says, as those of a workbook are. */
  readonly hasPlainNumbers?: true
  /** Whether white space at the beginning of values is left out. */
  readonly skipInitialSpace?: boolean
  /** How single columns are loaded. Of every format. */
  readonly columnPlan?: readonly ColumnPlan[]
  /** The name of a column that numbers the rows from 0; none when absent. Of every format. */
  readonly rowNumbers?: string
  /** What happens to cells without the type of their plan; `refuse` when absent. Of every format. */
  readonly badCells?: BadCells
}

/** The beginning of a file, read as it would be loaded. */
export interface CsvBeginning {
  readonly delimiter: string
  readonly hasHeader: boolean
  readonly unsure: UploadPreview['unsure']
  readonly report: UploadReport
  readonly missing: UploadPreview['missing']
  /** The order that columns of either order were read in; null where there are none. */
  readonly dateOrder: DateOrder | null
  /** The first columns; `columnNames` has all names. */
  readonly columns: readonly PreviewColumn[]
  readonly columnNames: readonly string[]
  readonly rows: readonly (readonly (string | null)[])[]
}

/** A file to become a table. */
export interface Load extends CsvReading {
  readonly table: string
  /** The usual schema when absent. */
  readonly schema?: string
  /** `keep` leaves a table that is there as it is. */
  readonly existing: Existing
  /** A SELECT of our own over the file, `{file}` standing for it as a text literal; all of the file when absent. */
  readonly select?: string
}

/** A column of a table to which rows are added. */
export interface StagedColumn {
  readonly name: string
  /** The type of DuckDB whose values the column holds exactly. */
  readonly type: string
  /** The type is text, and the text is a number with any count of digits. */
  readonly isNumber?: true
  /** The most characters of a text. */
  readonly maxLength?: number
}

/** The rows of a file as a table has them, in a file of their own: one on each line, as the text format of COPY. */
export interface StagedRows {
  /** Absolute path. */
  readonly file: string
  /** The columns in order, with their types in DuckDB. */
  readonly columns: readonly { readonly name: string; readonly type: string }[]
  readonly report: UploadReport
}
