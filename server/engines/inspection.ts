/** A table as SQL of a user names it, folded as the engine compares names. `schema` is null where none is named. */
export interface NamedTable {
  readonly schema: string | null
  readonly name: string
}

/**
 * What SQL calls by a name: a `function` (aggregates and window functions are some), a function read `from` as a table,
 * an `operator`, a `type` that something is cast to, or a `field`, `f` of `(x).f`, which is a function where `x` has no such
 * column.
 */
export interface Call {
  readonly kind: 'function' | 'from' | 'operator' | 'type' | 'field'
  /** Folded; null where none is named. */
  readonly schema: string | null
  /** Folded. */
  readonly name: string
}

/** What the grammar of an engine says of a text that should be one or more SELECT statements. */
export type Inspection =
  | {
      readonly ok: false
      readonly reason: 'syntax' | 'not a select'
      readonly message: string
      /** Where the fault is: an offset in the text. */
      readonly position?: number
    }
  | {
      readonly ok: true
      readonly statements: number
      /** Whether the one statement is nothing but `SELECT <one expression>`. */
      readonly expression: boolean
      readonly subqueries: boolean
      /** Whether it has placeholders for values. */
      readonly placeholders: boolean
      /** Each once. */
      readonly calls: readonly Call[]
      /** The tables read, without names of common table expressions. */
      readonly tables: readonly NamedTable[]
      /** Parts of the language that nobody has said to be harmless: reads of settings and of plans, names of users ... */
      readonly otherParts: readonly string[]
    }

/** Kinds of statements that change data or tables, as `Connection.write` runs them. */
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

/** What the grammar of an engine says of a text that should be one statement that changes data or tables. */
export type WriteInspection =
  | {
      readonly ok: false
      /** `refused`: a statement that nobody may run here; `message` is its name. */
      readonly reason: 'syntax' | 'refused'
      readonly message: string
      readonly position?: number
    }
  | {
      readonly ok: true
      readonly kind: WriteKind
      /** The tables and views that are written, created, altered or dropped. */
      readonly targets: readonly NamedTable[]
      /** The tables and views that are read; targets are not among them unless they are read by name as well. */
      readonly sources: readonly NamedTable[]
      /** The new name of a table or view that is renamed; null otherwise. */
      readonly renamedTo: string | null
      /** Whether an existing table or view of the name is replaced. */
      readonly replaces: boolean
      /** Whether what depends on a target is dropped or emptied as well. */
      readonly cascades: boolean
      readonly placeholders: boolean
      readonly calls: readonly Call[]
      readonly otherParts: readonly string[]
      /** Whether the text was read by the grammar of another engine, so that names have to be compared with the text too. */
      readonly isApproximate: boolean
    }
