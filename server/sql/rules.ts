/** A row rule in force: one of its clauses, each SQL, has to hold. Rules are ANDed. */
export type RowRule = readonly string[]

/** A table of the database, and the rules in force wherever SQL of users names it. */
export interface RuledTable {
  readonly schema: string | null
  readonly name: string
  readonly rules: readonly RowRule[]
}
