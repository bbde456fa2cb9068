export interface ColumnarColumn {
  readonly name: string
  /** As the engine calls it: of nested values `VARCHAR`, since they are loaded as JSON text. */
  readonly type: string
}

/** A Parquet or JSON file whose columns are known. */
export interface ColumnarFile {
  readonly columns: readonly ColumnarColumn[]
  /** A SELECT of the columns with their types. */
  readonly select: string
}
