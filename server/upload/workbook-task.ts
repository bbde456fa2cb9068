/** A sheet to read from a workbook. */
export interface WorkbookTask {
  /** Absolute path of the workbook; the CSV file is written next to it. */
  readonly file: string
  /** The name of the sheet. Default: the first. */
  readonly sheet?: string
  /** Maximum rows to read. Default: all. */
  readonly maxRows?: number
}

/** A sheet of a workbook as CSV. */
export interface WorkbookSheet {
  /** Absolute path of the CSV file, in UTF-8 with commas. */
  readonly csv: string
  readonly sheet: string
  /** The names of all sheets. */
  readonly sheets: readonly string[]
  /** Indexes of columns with numbers stored as text: codes, which stay text. */
  readonly textColumns: readonly number[]
}
