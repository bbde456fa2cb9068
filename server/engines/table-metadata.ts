export interface TableName {
  readonly name: string
  readonly kind: 'table' | 'view'
}

/** Selects tables of a schema by name: one page of those whose names contain a text, ignoring case. */
export interface TableSearch {
  /** Empty for all tables. */
  readonly text: string
  readonly limit: number
  readonly offset: number
}

/** A page of tables. Names that begin with the text come first. `count` is the number of all that match. */
export interface TablePage {
  readonly count: number
  readonly tables: readonly TableName[]
}

/** An index of a table. `columns` are names, or expressions as printed by the database. */
export interface TableIndex {
  readonly name: string
  readonly columns: readonly string[]
  readonly unique: boolean
}

export interface ForeignKey {
  readonly name: string
  readonly columns: readonly string[]
  /** Null if it is the schema of the table itself. */
  readonly schema: string | null
  readonly table: string
  readonly referred: readonly string[]
}

/** How a table is partitioned. */
export interface Partitions {
  readonly columns: readonly string[]
  /** Values of the partition columns for the latest partition; empty if there are none. */
  readonly latest: Readonly<Record<string, string>>
  /** A SELECT that lists the partitions. */
  readonly query: string
}

/** The metadata of a table besides its columns. */
export interface TableMetadata {
  readonly comment: string | null
  /** By column name. */
  readonly columnComments: Readonly<Record<string, string>>
  /** Collations by column name, of columns with another collation than the database's own, as far as it names them. */
  readonly columnCollations: Readonly<Record<string, string>>
  readonly primaryKey: { readonly name: string | null; readonly columns: readonly string[] } | null
  readonly indexes: readonly TableIndex[]
  readonly foreignKeys: readonly ForeignKey[]
  /** Null if the engine has no partitions. */
  readonly partitions: Partitions | null
  /** Estimated row count from the engine's statistics; null for views and without statistics. */
  readonly rowEstimate: number | null
  /** The statements that create it and its indexes; null if the engine does not provide them. */
  readonly definition: string | null
  /** True if it may contain rows of other tables: views, partitions, inheriting tables. */
  readonly isDerived: boolean
  /** True if changes of its rows read or change other tables through triggers, rules or foreign keys. */
  readonly hasSideEffects: boolean
}
