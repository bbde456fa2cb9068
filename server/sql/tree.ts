import type { Fragment, Param } from '#server/engines/sql.ts'

/** An expression. `template` has `{col}` or `{value}` where `of` is printed; templates come from dialects alone. */
export type Expr =
  | { readonly kind: 'column'; readonly name: string; readonly of?: string }
  | { readonly kind: 'fragment'; readonly fragment: Fragment }
  | { readonly kind: 'bind'; readonly value: Param; readonly template?: string }
  | { readonly kind: 'template'; readonly template: string; readonly of: Expr }
  | { readonly kind: 'aggregate'; readonly name: AggregateName; readonly of: Expr | '*' }
  | { readonly kind: 'compare'; readonly op: ComparisonSign; readonly left: Expr; readonly right: Expr }
  | { readonly kind: 'in'; readonly of: Expr; readonly values: readonly Expr[] }
  | { readonly kind: 'is'; readonly of: Expr; readonly what: 'NULL' | 'NOT NULL' | 'TRUE' | 'FALSE' }
  | LikeExpr
  | { readonly kind: 'all' | 'any'; readonly of: readonly Expr[] }
  | { readonly kind: 'not'; readonly of: Expr }
  | { readonly kind: 'text'; readonly of: Expr }
  | { readonly kind: 'grouping'; readonly of: readonly Expr[] }
  /** Several values as one, equal to another of the same values, nulls included. */
  | { readonly kind: 'row'; readonly of: readonly Expr[] }
  /** A value of our own; those of people are bound. */
  | { readonly kind: 'literal'; readonly value: string | number | null }
  /** An aggregate of the rows that have the same values of `by`, beside each of them. */
  | { readonly kind: 'window'; readonly of: Expr; readonly by: readonly Expr[] }
  | { readonly kind: 'arithmetic'; readonly op: '+' | '-' | '*' | '/'; readonly left: Expr; readonly right: Expr }
  | { readonly kind: 'case'; readonly when: Expr; readonly so: Expr; readonly otherwise: Expr }

/** A text against a pattern, whose backslashes are said to escape where `escape` is set. */
export interface LikeExpr {
  readonly kind: 'like'
  readonly of: Expr
  readonly pattern: Expr
  readonly anyCase: boolean
  readonly escape: boolean
}

export type ComparisonSign = '=' | '<>' | '>' | '<' | '>=' | '<=' | 'IS NOT DISTINCT FROM'
export type AggregateName = 'AVG' | 'COUNT' | 'COUNT_DISTINCT' | 'MAX' | 'MIN' | 'SUM'

export interface Selected {
  readonly expr: Expr
  readonly label: string
}

/** By an expression, or by the label of a selected column. */
export interface OrderBy {
  readonly by: Expr | { readonly label: string }
  readonly ascending: boolean
  /** What has no value comes last, whatever the engine does by itself. */
  readonly nullsLast?: true
}

export type From =
  | { readonly kind: 'table'; readonly schema: string | null; readonly name: string }
  | { readonly kind: 'virtual'; readonly fragment: Fragment; readonly alias: string }
  | { readonly kind: 'select'; readonly select: Select; readonly alias: string }
  /**
   * The rows of `from` that meet `where` and `rule`, in which other rows have no values: no expression around it reads
   * what the rule hides, in whatever order the engine evaluates. `flag` names the value of the rule.
   */
  | {
      readonly kind: 'masked'
      readonly from: From
      readonly rule: Expr
      readonly where: readonly Expr[]
      readonly columns: readonly string[]
      readonly alias: string
      readonly flag: string
    }
  /** The rows of all of them, one below the other, by the labels of the first. */
  | { readonly kind: 'union'; readonly all: readonly Select[]; readonly alias: string }
  /** `outer` keeps the rows of the left side that match nothing. */
  | { readonly kind: 'join'; readonly left: From; readonly right: From; readonly on: Expr; readonly outer?: true }

/** A SELECT. `limit` null prints none; `offset` 0 is none. */
export interface Select {
  readonly columns: readonly Selected[]
  readonly from: From
  readonly where: readonly Expr[]
  readonly groupBy: readonly Expr[]
  /** Several groupings in one, in place of `groupBy`. */
  readonly groupingSets?: readonly (readonly Expr[])[]
  readonly having: readonly Expr[]
  readonly orderBy: readonly OrderBy[]
  readonly limit: number | null
  readonly offset: number
}
