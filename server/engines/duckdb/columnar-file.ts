export interface ColumnarColumn {
  readonly name: string
  /** The type name of the engine; `VARCHAR` for nested values, because they are loaded as JSON text. */
  readonly type: string
}

/** A Parquet or JSON file with known columns. */
export interface ColumnarFile {
  readonly columns: readonly ColumnarColumn[]
  /** A SELECT of the columns with their types. */
  readonly select: string
  /** The number of its rows, before any are skipped. Exact only for well-formed files. */
  readonly rows: number
}
