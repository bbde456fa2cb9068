import { ApiError } from '#core/rest/api-error.ts'

/** A row rule in force: one of its clauses, each SQL, has to hold. Rules are ANDed. */
export type RowRule = readonly string[]

/** A table of the database, and the rules in force wherever SQL of users names it. */
export interface RuledTable {
  readonly schema: string | null
  readonly name: string
  readonly rules: readonly RowRule[]
  /** The tables whose rules hide this one, which was created from them, from the user as a whole. */
  readonly hiddenBy?: readonly string[]
}

/** Refuses a table that is hidden as a whole. */
export function requireVisible(tables: readonly RuledTable[]): void {
  const hidden = tables.find(({ hiddenBy }) => hiddenBy !== undefined)
  if (hidden) throw new ApiError('created-table-hidden', { args: [hidden.name, (hidden.hiddenBy ?? []).join(', ')] })
}
