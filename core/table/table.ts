/** Generic column types as sent on the wire in `coltypes`. */
export const NUMERIC = 0
export const STRING = 1
export const TEMPORAL = 2
export const BOOLEAN = 3
export type GenericType = typeof NUMERIC | typeof STRING | typeof TEMPORAL | typeof BOOLEAN

/**
 * One cell. Temporal cells are epoch milliseconds UTC, with microseconds as a fraction; numbers of which a double would
 * lose digits, as integers of magnitude above 2^53 - 1 and long decimals, are their digits as text. Floating-point values that
 * are no numbers are the texts `NaN`, `Infinity` and `-Infinity`, since JSON has no others for them.
 */
export type Value = number | string | boolean | null

/** One column of a table: its label, its generic type and its cells in row order. */
export interface Column {
  readonly name: string
  readonly type: GenericType
  readonly values: readonly Value[]
  /** Its moments are days without a time. */
  readonly isDays?: true
}

/** The one shape results have, column by column. All columns have `rowCount` values. */
export interface Table {
  readonly columns: readonly Column[]
  readonly rowCount: number
}

export const emptyTable: Table = { columns: [], rowCount: 0 }

/** The column with this label, or undefined. */
export function column(table: Table, name: string): Column | undefined {
  return table.columns.find((each) => each.name === name)
}

/** Rows as records, in row order: the shape compatible clients read. */
export function toRecords(table: Table): Record<string, Value>[] {
  return Array.from({ length: table.rowCount }, (_, row) =>
    Object.fromEntries(table.columns.map((each) => [each.name, each.values[row] ?? null])),
  )
}
