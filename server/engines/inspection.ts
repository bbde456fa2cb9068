/** A table name in users' SQL, folded as the engine compares names. `schema` is null for an unqualified name. */
export interface NamedTable {
  readonly schema: string | null
  readonly name: string
}

/**
 * A named call in SQL: a `function` (including aggregates and window functions), a table function (`from`), an
 * `operator`, a `type` in a cast, or a `field`, `f` of `(x).f`, which is a function if `x` has no such column.
 */
export interface Call {
  readonly kind: 'function' | 'from' | 'operator' | 'type' | 'field'
  /** Folded; null if unqualified. */
  readonly schema: string | null
  /** Folded. */
  readonly name: string
}

/**
 * A dialect's decision on a call to the engine itself. `allowed`: it reads only its arguments. `refused`: it has further
 * access and can never be allowed. `unknown`: the dialect does not know the name.
 */
export type CallClassification = 'allowed' | 'refused' | 'unknown'

/** The inspection of a text that should be one or more SELECT statements. */
export type Inspection =
  | {
      readonly ok: false
      readonly reason: 'syntax' | 'not a select'
      readonly message: string
      /** The position of the error: an offset in the text. */
      readonly position?: number
    }
  | {
      readonly ok: true
      readonly statements: number
      /** True if the only statement is `SELECT <one expression>`. */
      readonly expression: boolean
      readonly subqueries: boolean
      /** True if it has placeholders for values. */
      readonly placeholders: boolean
      /** Without duplicates. */
      readonly calls: readonly Call[]
      /** The tables it reads, without names of common table expressions. */
      readonly tables: readonly NamedTable[]
      /** Language elements that are not known to be harmless: reads of settings and plans, user names ... */
      readonly unsupportedElements: readonly string[]
    }

/** Types of statements that change data or tables, as run by `Connection.write`. */
export type WriteKind =
  | 'INSERT'
  | 'UPDATE'
  | 'DELETE'
  | 'MERGE'
  | 'TRUNCATE'
  | 'CREATE TABLE'
  | 'CREATE VIEW'
  | 'ALTER'
  | 'DROP'

/** The inspection of a text that should be one statement that changes data or tables. */
export type WriteInspection =
  | {
      readonly ok: false
      /** `refused`: a statement that is never allowed; `message` is its name. */
      readonly reason: 'syntax' | 'refused'
      readonly message: string
      readonly position?: number
    }
  | {
      readonly ok: true
      readonly kind: WriteKind
      /** The tables and views that it writes, creates, alters or drops. */
      readonly targets: readonly NamedTable[]
      /** The tables and views that it reads; targets only if they are read by name as well. */
      readonly sources: readonly NamedTable[]
      /** The new name in a rename; otherwise null. */
      readonly renamedTo: string | null
      /** True if an existing table or view with the name is replaced. */
      readonly replaces: boolean
      /** True if objects that depend on a target are dropped or truncated as well. */
      readonly cascades: boolean
      readonly placeholders: boolean
      readonly calls: readonly Call[]
      readonly unsupportedElements: readonly string[]
      /**
       * True if the text was parsed by the grammar of another engine; names must then be compared with the text too.
       */
      readonly isApproximate: boolean
    }
