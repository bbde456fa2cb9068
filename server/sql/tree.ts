import type { Fragment, Param } from '#server/engines/sql.ts'

/** An expression. `template` has `{col}` or `{value}` for the printed `of`; templates come only from dialects. */
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
  /** Several values as one, equal to another row of the same values, including nulls. */
  | { readonly kind: 'row'; readonly of: readonly Expr[] }
  /** A value of the product; values of users are bound. */
  | { readonly kind: 'literal'; readonly value: string | number | null }
  /** An aggregate over the rows with the same values of `by`, added to each of them. */
  | { readonly kind: 'window'; readonly of: Expr; readonly by: readonly Expr[] }
  | { readonly kind: 'arithmetic'; readonly op: '+' | '-' | '*' | '/'; readonly left: Expr; readonly right: Expr }
  | { readonly kind: 'case'; readonly when: Expr; readonly so: Expr; readonly otherwise: Expr }

/** A text and a pattern; `escape` says that backslashes escape. */
export interface LikeExpr {
  readonly kind: 'like'
  readonly of: Expr
  readonly pattern: Expr
  readonly anyCase: boolean
  readonly escape: boolean
}

export type ComparisonSign = '=' | '<>' | '>' | '<' | '>=' | '<=' | 'IS NOT DISTINCT FROM'
export type AggregateName = 'AVG' | 'COUNT' | 'COUNT_DISTINCT' | 'MAX' | 'MIN' | 'SUM'

export interface SelectedExpression {
  readonly expr: Expr
  readonly label: string
}

/** By an expression, or by the label of a selected column. */
export interface OrderBy {
  readonly by: Expr | { readonly label: string }
  readonly ascending: boolean
  /** Nulls come last, whatever the default of the engine. */
  readonly nullsLast?: true
}

export type From =
  | { readonly kind: 'table'; readonly schema: string | null; readonly name: string }
  | { readonly kind: 'virtual'; readonly fragment: Fragment; readonly alias: string }
  | { readonly kind: 'select'; readonly select: Select; readonly alias: string }
  /**
   * The rows of `from` that match `where` and `rule`. Hidden rows have null values here, so that no outer expression
   * reads them, in whatever order the engine evaluates. `flag` is the column with the value of the rule.
   */
  | {
      readonly kind: 'masked'
      readonly from: From
      readonly rule: Expr
      readonly where: readonly Expr[]
      /** Quoted names, and the SQL of their values. */
      readonly columns: readonly { readonly name: string; readonly value: string }[]
      readonly alias: string
      readonly flag: string
    }
  /** The rows of all SELECTs (UNION ALL), with the labels of the first. */
  | { readonly kind: 'union'; readonly all: readonly Select[]; readonly alias: string }
  /** `outer` keeps left rows without a match. */
  | { readonly kind: 'join'; readonly left: From; readonly right: From; readonly on: Expr; readonly outer?: true }

/** A SELECT. `limit: null` prints no limit; `offset: 0` prints no offset. */
export interface Select {
  readonly columns: readonly SelectedExpression[]
  readonly from: From
  readonly where: readonly Expr[]
  readonly groupBy: readonly Expr[]
  /** Several grouping sets, in place of `groupBy`. */
  readonly groupingSets?: readonly (readonly Expr[])[]
  readonly having: readonly Expr[]
  readonly orderBy: readonly OrderBy[]
  readonly limit: number | null
  readonly offset: number
}
