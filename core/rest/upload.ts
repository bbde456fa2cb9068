import type { UploadType } from './upload-type.ts'

/**
 * The order of day, month and year, used if the values of a column are ambiguous. `year` reads YY-MM-DD; `text` keeps
 * the values as text.
 */
export const dateOrders = ['day', 'month', 'year', 'text'] as const
export type DateOrder = (typeof dateOrders)[number]

/**
 * Supported encodings of text files, by their WHATWG names. Latin-1 is read as its superset Windows-1252, and GBK as
 * GB18030.
 */
export const textEncodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'windows-874',
  'iso-8859-2',
  'iso-8859-5',
  'iso-8859-7',
  'iso-8859-15',
  'koi8-r',
  'koi8-u',
  'macintosh',
  'shift_jis',
  'euc-jp',
  'gb18030',
  'big5',
  'euc-kr',
] as const
export type TextEncoding = (typeof textEncodings)[number]

/** Handling of rows with more cells than the file has columns. */
export const badRowPolicies = ['reject', 'skip'] as const
export type BadRowPolicy = (typeof badRowPolicies)[number]

/** Types that a column of a file can be read as. */
export const planTypes = ['text', 'integer', 'number', 'boolean', 'date', 'timestamp'] as const
export type PlanType = (typeof planTypes)[number]

/**
 * How a column of a file (by its name in the file) is loaded: with another name or type, or not at all. A column
 * without a plan is loaded with its detected type.
 */
export interface ColumnPlan {
  readonly source: string
  readonly name?: string | undefined
  readonly type?: PlanType | undefined
  readonly isExcluded?: true | undefined
}

/**
 * Handling of cells that do not have the planned type: reject the file, load NULL, skip the row, or load the column as
 * text.
 */
export const badCellsChoices = ['refuse', 'null', 'skip', 'text'] as const
export type BadCells = (typeof badCellsChoices)[number]

/** Maximum number of bad cells in the list. */
export const MAX_BAD_CELLS = 1000

/** A cell that does not have the planned type. */
export interface BadCell {
  /** The data row, from 1. */
  readonly row: number
  /** The name of the column in the file. */
  readonly column: string
  readonly value: string
  /** The planned type. */
  readonly reason: PlanType
}

/** The number of bad cells in a file, and the first ones by row. */
export interface BadCellList {
  readonly count: number
  readonly first: readonly BadCell[]
}

/** A record of a file that is not loaded unchanged. */
export interface ReportedRecord {
  /** The line where it begins, from 1. */
  readonly line: number
  /** `short` rows are loaded with missing values at the end; the others are not loaded. */
  readonly reason: 'blank' | 'above-header' | 'short' | 'long'
  readonly cells: number
  readonly columns: number
}

/** The outcome for all records of a file: `records` = header + `rows` + blank, above-header and long records. */
export interface UploadReport {
  readonly records: number
  readonly rows: number
  readonly has_header: boolean
  readonly counts: Readonly<Record<ReportedRecord['reason'], number>>
  /** The first 1,000. */
  readonly reported: readonly ReportedRecord[]
  /** Cells that did not have the planned type; absent if there are none. */
  readonly bad_cells?: BadCellList
  /** Rows skipped because of bad cells; `rows` does not include them. */
  readonly skipped_rows?: number
}

/** The state of an upload that continues after its client disconnects; one that is still being received ends. */
export const uploadStates = ['receiving', 'running', 'success', 'failed'] as const

/** An upload that continues after its client disconnects, or its result. */
export interface RunningUpload {
  /** The key under which the caller started it. */
  readonly key: string
  readonly file_name: string
  readonly table_name: string
  readonly database_id: number
  readonly state: (typeof uploadStates)[number]
  /** Received bytes of the file, and bytes of the request; null if unknown. */
  readonly received_bytes: number | null
  readonly total_bytes: number | null
  /** Stored rows, and rows of the file; null while unknown. While `total_rows` is null, `rows` are counted rows. */
  readonly rows: number | null
  readonly total_rows: number | null
  /** The dataset of the table, once the upload has succeeded. */
  readonly dataset_id: number | null
  /** The error message of a failed upload. */
  readonly message: string | null
}

/** Maximum size of the start of a file, in bytes, that is used for the preview. */
export const MAX_PREVIEW_BYTES = 512 * 1024

/** How texts of a column are converted to numbers or booleans. */
const textInterpretations = ['decimal-comma', 'thousands', 'currency', 'percent', 'yes-no'] as const
export type TextInterpretation = (typeof textInterpretations)[number]

/** A column as it will be loaded. */
export interface PreviewColumn {
  readonly name: string
  /** The type name of the engine. */
  readonly type: string
  /** True if its values are dates whose first part may be the day or the month. */
  readonly isEitherOrder: boolean
  /** Absent if its values need no conversion. */
  readonly interpretations?: readonly TextInterpretation[]
}

/** The preview of a file, parsed as it will be loaded. */
export interface UploadPreview {
  readonly type: UploadType
  /** The sheet names of a workbook; empty for other files. */
  readonly sheets: readonly string[]
  /** The displayed sheet; null for files without sheets. */
  readonly sheet: string | null
  readonly encoding: TextEncoding
  /** True if the bytes of the file determine its encoding; otherwise it is the most likely one. */
  readonly isEncodingSure: boolean
  readonly delimiter: string
  readonly has_header: boolean
  /** Properties with more than one plausible value. */
  readonly unsure: readonly ('delimiter' | 'header' | 'decimal')[]
  readonly report: UploadReport
  /** Columns in which words such as NA were read as missing values. */
  readonly missing: readonly { readonly name: string; readonly count: number }[]
  /** The order used for columns with ambiguous dates; null if there are none. */
  readonly date_order: DateOrder | null
  /** The first columns; `column_count` is their total number. */
  readonly columns: readonly PreviewColumn[]
  readonly column_count: number
  /** The names of all columns. */
  readonly column_names: readonly string[]
  readonly rows: readonly (readonly (string | null)[])[]
}
