import type { AppliedMask } from '#core/rest/column-masks.ts'
import { ApiError } from '#core/rest/api-error.ts'

/** A row-level security rule: one of its SQL clauses must hold. Rules are ANDed. */
export type RowRule = readonly string[]

/** A table of the database, and the rules that apply wherever SQL of users reads it. */
export interface TableWithRules {
  readonly schema: string | null
  readonly name: string
  readonly rules: readonly RowRule[]
  /** The masks of its columns; absent: none. */
  readonly masks?: readonly AppliedMask[]
  /** The source tables of this created table whose rules hide it completely from the user. */
  readonly hiddenBy?: readonly string[]
  /** The attached database in which rules or masks apply to the user on this table. */
  readonly hiddenIn?: string
}

/** The row rules and column masks of one table. */
export interface TableRules {
  readonly rules: readonly RowRule[]
  readonly masks: readonly AppliedMask[]
}

/** Rejects a table that is completely hidden. */
export function requireVisible(tables: readonly TableWithRules[]): void {
  const attached = tables.find(({ hiddenIn }) => hiddenIn !== undefined)
  if (attached) throw new ApiError('attached-hidden', { args: [attached.name, attached.hiddenIn ?? ''] })
  const hidden = tables.find(({ hiddenBy }) => hiddenBy !== undefined)
  if (hidden) throw new ApiError('created-table-hidden', { args: [hidden.name, (hidden.hiddenBy ?? []).join(', ')] })
}
