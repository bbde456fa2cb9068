import { foldText } from './fold-text.ts'

export type Scalar = string | number | boolean | null

/**
 * A filter on rows of an entity, as data: the store prints it to SQL, `holds` evaluates it.
 * - `eq`, `neq`, `in`, `nin` compare exactly and treat null as a value; `gt`, `gte`, `lt`, `lte` are false for null
 *   and compare text by code points.
 * - `sw` (starts with), `ew` (ends with), `ct` (contains) and their negations `nsw`, `new`, `nct` compare folded
 *   text: case and accents do not matter. For null, only the negations are true.
 * - `owner`, `favoriteOf` take a user id, `dashboard` the id of a dashboard that contains the chart.
 * - `some` is true if at least one row of that relation that is not deleted satisfies `where`.
 * Every condition is either true or false: `not` inverts it, also where columns are null.
 */
export type Condition =
  | boolean
  | { readonly col: string; readonly op: 'eq' | 'neq' | 'gt' | 'gte' | 'lt' | 'lte'; readonly value: Scalar }
  | { readonly col: string; readonly op: 'in' | 'nin'; readonly value: readonly Scalar[] }
  | { readonly col: string; readonly op: TextOperator; readonly value: string }
  | { readonly and: readonly Condition[] }
  | { readonly or: readonly Condition[] }
  | { readonly not: Condition }
  | { readonly owner: number }
  | { readonly favoriteOf: number }
  | { readonly dashboard: number }
  | { readonly some: string; readonly where: Condition }

export type TextOperator = 'sw' | 'ew' | 'ct' | 'nsw' | 'new' | 'nct'

/** A comparison with a column. */
export type Comparison = Extract<Condition, { readonly col: string }>

/**
 * A row as conditions read it: its columns by name, ids of linked rows (`owners`, `dashboards`, `roles` ...), ids of
 * the users whose favorite it is, and related rows by relation where a condition needs more than their ids.
 */
export interface ConditionRow {
  readonly favoriteOf?: readonly number[]
  readonly relations?: Readonly<Record<string, readonly ConditionRow[]>>
  readonly [column: string]: unknown
}

/** True if the row satisfies the condition. An absent column is null. */
export function satisfies(condition: Condition, row: ConditionRow): boolean {
  if (typeof condition === 'boolean') return condition
  if ('col' in condition) return satisfiesComparison(condition, (row[condition.col] ?? null) as Scalar)
  if ('and' in condition) return condition.and.every((each) => satisfies(each, row))
  if ('or' in condition) return condition.or.some((each) => satisfies(each, row))
  if ('not' in condition) return !satisfies(condition.not, row)
  if ('owner' in condition) return ids(row.owners).includes(condition.owner)
  if ('favoriteOf' in condition) return ids(row.favoriteOf).includes(condition.favoriteOf)
  if ('dashboard' in condition) return ids(row.dashboards).includes(condition.dashboard)
  return relatedRows(row, condition.some).some((each) => satisfies(condition.where, each))
}

function ids(value: unknown): readonly number[] {
  return Array.isArray(value) ? value : []
}

function relatedRows(row: ConditionRow, name: string): readonly ConditionRow[] {
  return row.relations?.[name] ?? ids(row[name]).map((id) => ({ id }))
}

function satisfiesComparison(comparison: Comparison, value: Scalar): boolean {
  switch (comparison.op) {
    case 'eq':
      return value === comparison.value
    case 'neq':
      return value !== comparison.value
    case 'in':
      return comparison.value.includes(value)
    case 'nin':
      return !comparison.value.includes(value)
    case 'gt':
      return isInOrder(value, comparison.value, (order) => order > 0)
    case 'gte':
      return isInOrder(value, comparison.value, (order) => order >= 0)
    case 'lt':
      return isInOrder(value, comparison.value, (order) => order < 0)
    case 'lte':
      return isInOrder(value, comparison.value, (order) => order <= 0)
    case 'sw':
      return typeof value === 'string' && foldText(value).startsWith(foldText(comparison.value))
    case 'ew':
      return typeof value === 'string' && foldText(value).endsWith(foldText(comparison.value))
    case 'ct':
      return typeof value === 'string' && foldText(value).includes(foldText(comparison.value))
    case 'nsw':
      return !satisfiesComparison({ ...comparison, op: 'sw' }, value)
    case 'new':
      return !satisfiesComparison({ ...comparison, op: 'ew' }, value)
    case 'nct':
      return !satisfiesComparison({ ...comparison, op: 'ct' }, value)
  }
}

function isInOrder(a: Scalar, b: Scalar, wanted: (order: number) => boolean): boolean {
  if (a === null || b === null || typeof a !== typeof b) return false
  return wanted(typeof a === 'string' ? byCodePoint(a, b as string) : Number(a) - Number(b))
}

/** UTF-16 order differs from the order of the engines above U+FFFF. */
function byCodePoint(a: string, b: string): number {
  const left = Array.from(a)
  const right = Array.from(b)
  for (let at = 0; at < left.length && at < right.length; at++) {
    const order = (left[at]?.codePointAt(0) ?? 0) - (right[at]?.codePointAt(0) ?? 0)
    if (order !== 0) return order
  }
  return left.length - right.length
}
