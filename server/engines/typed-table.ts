import type { GenericType, Value } from '#core/table/table.ts'

/** A result column with its database type. */
export interface TypedColumn {
  readonly name: string
  /** As printed by the database: `DECIMAL(18,3)`, `timestamp with time zone`. */
  readonly type: string
  readonly generic: GenericType
  /** Its times are dates. */
  readonly isDays: boolean
}

/** A result with its database types, and the cells of each column in row order. */
export interface TypedTable {
  readonly columns: readonly TypedColumn[]
  readonly cells: readonly (readonly Value[])[]
  readonly rowCount: number
}
