/** The order of day and month where the values of a column decide neither; `text` keeps them as they are written. */
export const dateOrders = ['day', 'month', 'text'] as const
export type DateOrder = (typeof dateOrders)[number]

/** Encodings a file of text may have; Latin-1 is read as Windows-1252, which has it within. */
export const textEncodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'windows-1250', 'windows-1251'] as const
export type TextEncoding = (typeof textEncodings)[number]

/** The most bytes of the beginning of a file that are looked at before it is loaded. */
export const PREVIEW_BYTES = 512 * 1024

/** A column as it will be read. */
export interface PreviewColumn {
  readonly name: string
  /** As the engine calls it. */
  readonly type: string
  /** Its values are dates that may begin with the day or with the month. */
  readonly isEitherOrder: boolean
}

/** What the beginning of a file says, read as it will be loaded. */
export interface UploadPreview {
  readonly encoding: TextEncoding
  /** Whether bytes of the file decide its encoding; else it is the likeliest. */
  readonly isEncodingSure: boolean
  readonly delimiter: string
  readonly has_header: boolean
  /** The order that columns of either order were read in; null where there are none. */
  readonly date_order: DateOrder | null
  /** The first columns; `column_count` says of how many. */
  readonly columns: readonly PreviewColumn[]
  readonly column_count: number
  readonly rows: readonly (readonly (string | null)[])[]
}
