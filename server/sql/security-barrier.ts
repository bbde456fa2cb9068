import type { QueryColumn, QueryMetric, QueryObject } from '#core/query/query-object.ts'
import { BOOLEAN, type GenericType, NUMERIC, STRING, TEMPORAL } from '#core/table/table.ts'
import type { TableColumn } from '#server/engines/engine.ts'
import { datasetColumn } from './columns.ts'
import type { Environment } from './environment.ts'
import { selectMaskedSource, maskedSource } from './masked-source.ts'
import { isMetric } from './order.ts'
import { timeColumn } from './time.ts'
import type { Expr, From } from './tree.ts'

/** The conditions of a query, with its row-level security rules separate. */
export interface RowConditions {
  readonly filters: readonly Expr[]
  readonly rules: readonly Expr[]
  /** SQL of users. */
  readonly clauses: readonly Expr[]
}

/** A source and the conditions that remain for the outer WHERE. */
export interface FilteredRows {
  readonly from: From
  readonly where: readonly Expr[]
}

/**
 * Returns the rows of a source that match all conditions. An engine may evaluate the conditions of one WHERE in any
 * order, so an expression could fail on a row that a rule hides. If there are rules and an expression that may fail,
 * the rows are fenced: the expression never reads a value of a hidden row.
 */
export async function filteredRows(
  query: QueryObject,
  source: From,
  { filters, rules, clauses }: RowConditions,
  env: Environment,
): Promise<FilteredRows> {
  const { dialect } = env
  const others = [...filters, ...clauses]
  // Conditions of users are above the masks, so that they compare masked values only.
  if (env.masks.length > 0) return { from: await maskedSource(source, rules, env), where: others }
  if (rules.length === 0) return { from: source, where: others }
  const isMasked = dialect.ruleFence === 'source'
  const columns = isMasked && others.length > 0 ? await env.sourceColumns(source) : undefined
  const isSafe = (expr: Expr): boolean => cannotFail(expr, columns)
  const safe = others.filter(isSafe)
  const unsafe = others.filter((expr) => !isSafe(expr))
  if (readsExpressions(query, env) || (isMasked && unsafe.length > 0)) {
    const fenced = { where: safe, columns: columns ?? (await env.sourceColumns(source)) }
    return { from: selectMaskedSource(source, rules, fenced, env), where: unsafe }
  }
  if (unsafe.length === 0) return { from: source, where: [...filters, ...rules, ...clauses] }
  const guarded: Expr = {
    kind: 'case',
    when: conjunction(rules),
    so: conjunction(unsafe),
    otherwise: { kind: 'literal', value: null },
  }
  return { from: source, where: [...safe, ...rules, guarded] }
}

function conjunction(of: readonly Expr[]): Expr {
  return { kind: 'all', of }
}

/** True if a condition only compares columns with bound values of their own type, so that it cannot fail on any row. */
function cannotFail(expr: Expr, columns: readonly TableColumn[] | undefined): boolean {
  const every = (of: readonly Expr[]): boolean => of.every((each) => cannotFail(each, columns))
  switch (expr.kind) {
    case 'all':
    case 'any':
      return every(expr.of)
    case 'not':
      return cannotFail(expr.of, columns)
    case 'is':
      if (expr.what === 'NULL' || expr.what === 'NOT NULL') return expr.of.kind === 'column'
      return expr.of.kind === 'column' && hasType(expr.of, BOOLEAN, columns)
    case 'compare':
      return isComparable(expr.left, expr.right, columns)
    case 'in':
      return expr.values.every((value) => isComparable(expr.of, value, columns))
    default:
      return false
  }
}

type Column = Extract<Expr, { kind: 'column' }>

function isComparable(left: Expr, right: Expr, columns: readonly TableColumn[] | undefined): boolean {
  if (left.kind !== 'column' || right.kind !== 'bind') return false
  const { value } = right
  if (value === null) return true
  if (typeof value === 'object') return hasType(left, TEMPORAL, columns)
  if (typeof value === 'number') return hasType(left, NUMERIC, columns)
  if (typeof value === 'boolean') return hasType(left, BOOLEAN, columns)
  return hasType(left, STRING, columns) || hasType(left, TEMPORAL, columns)
}

/** Without known columns, the engine casts the values to the column types, not the columns. */
function hasType({ name }: Column, type: GenericType, columns: readonly TableColumn[] | undefined): boolean {
  return columns === undefined || columns.some((column) => column.name === name && column.generic === type)
}

/**
 * True if an expression outside the conditions may be evaluated before the rules. Aggregates cannot, if the engine
 * evaluates them above all joins.
 */
function readsExpressions(query: QueryObject, env: Environment): boolean {
  const { columns = [], metrics, orderby, series_columns: series = [], series_limit_metric: ranked } = query
  const passing = query.having_columns ?? []
  const order = (orderby ?? []).flatMap(([key]) => (key ? [key] : []))
  const time = query.is_timeseries ? timeColumn(env.dataset, query.granularity) : undefined
  const isGuarded = env.dialect.ruleFence === 'source'
  const rows = order.filter((key) => !isMetric(key, env))
  if (time && isExpression(time.column_name, env)) return true
  // Values are converted before they are binned.
  if (query.value_bins) return true
  if ([...columns, ...series, ...rows, ...passing].some((key) => isExpression(key, env))) return true
  if (!isGuarded) return false
  const aggregates = [...(metrics ?? []), ...order.filter((key) => isMetric(key, env)), ...(ranked ? [ranked] : [])]
  return Boolean(query.extras?.having) || aggregates.some((key) => isExpression(key, env))
}

/** True if a column or a metric is more than a plain column or a simple aggregate of one. */
function isExpression(key: QueryColumn | QueryMetric, env: Environment): boolean {
  const name = nameOf(key)
  const column = name === undefined ? undefined : datasetColumn(env.dataset, name)
  return !column || Boolean(column.expression || column.python_date_format)
}

function nameOf(key: QueryColumn | QueryMetric): string | undefined {
  if (typeof key === 'string') return key
  if ('aggregate' in key && key.expressionType === 'SIMPLE') return key.column?.column_name
  return 'sqlExpression' in key && typeof key.sqlExpression === 'string' && !('aggregate' in key)
    ? key.sqlExpression
    : undefined
}
