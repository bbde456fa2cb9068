import type { UploadType } from './upload-type.ts'

/**
 * The order of day, month and year where the values of a column do not decide it. `year` reads YY-MM-DD; `text` keeps
 * the values as they are written.
 */
export const dateOrders = ['day', 'month', 'year', 'text'] as const
export type DateOrder = (typeof dateOrders)[number]

/** Encodings a file of text may have; Latin-1 is read as Windows-1252, which has it within. */
export const textEncodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'windows-1250', 'windows-1251'] as const
export type TextEncoding = (typeof textEncodings)[number]

/** What happens to rows with more cells than the file has columns. */
export const badRowsChoices = ['reject', 'skip'] as const
export type BadRows = (typeof badRowsChoices)[number]

/** Types that a column of a file can be read as. */
export const planTypes = ['text', 'integer', 'number', 'boolean', 'date', 'timestamp'] as const
export type PlanType = (typeof planTypes)[number]

/**
 * How a column of a file is loaded, by its name in the file: under another name, as another type, or not at all. A column
 * without a plan is loaded as it is found.
 */
export interface ColumnPlan {
  readonly source: string
  readonly name?: string | undefined
  readonly type?: PlanType | undefined
  readonly isExcluded?: true | undefined
}

/**
 * What happens to cells that do not have the type of their plan: the file is refused, they are loaded as NULL, their rows
 * are left out, or their columns are loaded as text.
 */
export const badCellsChoices = ['refuse', 'null', 'skip', 'text'] as const
export type BadCells = (typeof badCellsChoices)[number]

/** Bad cells that are listed. */
export const MAX_BAD_CELLS = 1000

/** A cell that does not have the type of its plan. */
export interface BadCell {
  /** The row of data, from 1. */
  readonly row: number
  /** The name of the column in the file. */
  readonly column: string
  readonly value: string
  /** The type that was asked for. */
  readonly reason: PlanType
}

/** The bad cells of a file: how many, and the first of them by row. */
export interface BadCellList {
  readonly count: number
  readonly first: readonly BadCell[]
}

/** A record of a file that is not loaded as it stands. */
export interface ReportedRecord {
  /** The line on which it begins, from 1. */
  readonly line: number
  /** `short` rows are loaded with missing values at their end; the others are not loaded. */
  readonly reason: 'blank' | 'above-header' | 'short' | 'long'
  readonly cells: number
  readonly columns: number
}

/** What became of every record of a file: `records` = header + `rows` + blank, above-header and long records. */
export interface UploadReport {
  readonly records: number
  readonly rows: number
  readonly has_header: boolean
  readonly counts: Readonly<Record<ReportedRecord['reason'], number>>
  /** The first 1,000. */
  readonly reported: readonly ReportedRecord[]
  /** Cells that did not have the type of their plan; absent where there are none. */
  readonly bad_cells?: BadCellList
  /** Rows that were left out for their bad cells; `rows` does not count them. */
  readonly skipped_rows?: number
}

/** Where an upload stands that outlives the connection of its caller. */
export const uploadStates = ['running', 'success', 'failed'] as const

/** An upload that outlives the connection of its caller, or its result. */
export interface RunningUpload {
  /** The key under which the caller began it. */
  readonly key: string
  readonly file_name: string
  readonly table_name: string
  readonly database_id: number
  readonly state: (typeof uploadStates)[number]
  /** Rows that are stored, and rows of the file; null while they are not known. */
  readonly rows: number | null
  readonly total_rows: number | null
  /** The dataset of the table, once the upload has succeeded. */
  readonly dataset_id: number | null
  /** Why the upload failed. */
  readonly message: string | null
}

/** The most bytes of the beginning of a file that are looked at before it is loaded. */
export const PREVIEW_BYTES = 512 * 1024

/** How texts of a column are read as numbers, or as yes and no. */
const textInterpretations = ['decimal-comma', 'thousands', 'currency', 'percent', 'yes-no'] as const
export type TextInterpretation = (typeof textInterpretations)[number]

/** A column as it will be read. */
export interface PreviewColumn {
  readonly name: string
  /** As the engine calls it. */
  readonly type: string
  /** Its values are dates that may begin with the day or with the month. */
  readonly isEitherOrder: boolean
  /** Absent where its values are written plainly. */
  readonly interpretations?: readonly TextInterpretation[]
}

/** What the beginning of a file says, read as it will be loaded. */
export interface UploadPreview {
  readonly type: UploadType
  /** The names of the sheets of a workbook; empty for other files. */
  readonly sheets: readonly string[]
  /** The sheet that is shown; null for files without sheets. */
  readonly sheet: string | null
  readonly encoding: TextEncoding
  /** Whether bytes of the file decide its encoding; else it is the likeliest. */
  readonly isEncodingSure: boolean
  readonly delimiter: string
  readonly has_header: boolean
  /** What has more than one plausible reading. */
  readonly unsure: readonly ('delimiter' | 'header' | 'decimal')[]
  readonly report: UploadReport
  /** Columns in which words such as NA were read as missing values. */
  readonly missing: readonly { readonly name: string; readonly count: number }[]
  /** The order that columns of either order were read in; null where there are none. */
  readonly date_order: DateOrder | null
  /** The first columns; `column_count` says of how many. */
  readonly columns: readonly PreviewColumn[]
  readonly column_count: number
  /** The names of all columns. */
  readonly column_names: readonly string[]
  readonly rows: readonly (readonly (string | null)[])[]
}
