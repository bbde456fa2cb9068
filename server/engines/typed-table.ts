import type { GenericType, Value } from '#core/table/table.ts'

/** A column of a result with the type that its database names. */
export interface TypedColumn {
  readonly name: string
  /** As the database prints it: `DECIMAL(18,3)`, `timestamp with time zone`. */
  readonly type: string
  readonly generic: GenericType
  /** Its times are days. */
  readonly isDays: boolean
}

/** A result with the types of its database, and the cells of each column in row order. */
export interface TypedTable {
  readonly columns: readonly TypedColumn[]
  readonly cells: readonly (readonly Value[])[]
  readonly rowCount: number
}
