/* The columnar table that holds the result of a query, and the types of its columns and cells. */

/** Generic column types, as in `coltypes` on the wire. */
export const NUMERIC = 0
export const STRING = 1
export const TEMPORAL = 2
export const BOOLEAN = 3
export type GenericType = typeof NUMERIC | typeof STRING | typeof TEMPORAL | typeof BOOLEAN

/**
 * One cell. Temporal cells are epoch milliseconds UTC, with microseconds as a fraction. Numbers that a double cannot
 * hold exactly (integers above 2^53 - 1 in magnitude, long decimals) are texts of digits. Non-finite floating-point
 * values are the texts `NaN`, `Infinity` and `-Infinity`, because JSON has no numbers for them.
 */
export type Value = number | string | boolean | null

/** One column of a table: its label, its generic type and its cells in row order. */
export interface Column {
  readonly name: string
  readonly type: GenericType
  readonly values: readonly Value[]
  /** Its timestamps are dates without a time. */
  readonly isDays?: true
}

/** The columnar form of all results. All columns have `rowCount` values. */
export interface Table {
  readonly columns: readonly Column[]
  readonly rowCount: number
}

export const emptyTable: Table = { columns: [], rowCount: 0 }

/** Returns the column with this label, or undefined. */
export function column(table: Table, name: string): Column | undefined {
  return table.columns.find((each) => each.name === name)
}

/** Returns the rows as records, in row order, for compatible clients. */
export function toRecords(table: Table): Record<string, Value>[] {
  return Array.from({ length: table.rowCount }, (_, row) =>
    Object.fromEntries(table.columns.map((each) => [each.name, each.values[row] ?? null])),
  )
}
