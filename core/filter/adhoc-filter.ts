import type { AdhocColumn } from '#core/query/query-object.ts'
import type { Value } from '#core/table/table.ts'
import { operatorOf, operators, type OperatorId } from './operators.ts'

export type Clause = 'WHERE' | 'HAVING'

/** The right-hand side of a comparison: one value or a list; null and undefined mean none. */
export type Comparator = Value | readonly Value[] | undefined

/** A filter written by the user, as stored in `adhoc_filters`. Unknown keys are preserved. */
export interface AdhocFilter {
  readonly expressionType: 'SIMPLE' | 'SQL'
  /** Name of a column or metric, or an ad hoc column. */
  readonly subject: string | AdhocColumn | null
  /** As sent, for example `==`. */
  readonly operator: string | null
  readonly operatorId: OperatorId | null
  readonly comparator: Comparator
  /** WHERE filters rows, HAVING filters groups. */
  readonly clause: Clause | null
  readonly sqlExpression: string | null
  /** True if it comes from the dashboard and is not saved with the chart. */
  readonly isExtra: boolean
  /** True if it has not been edited yet. */
  readonly isNew: boolean
  /** Unique within its list. */
  readonly filterOptionName: string
  readonly [key: string]: unknown
}

/** Returns an empty filter. */
export function newFilter(filterOptionName: string): AdhocFilter {
  return {
    expressionType: 'SIMPLE',
    subject: null,
    operator: null,
    operatorId: null,
    comparator: null,
    clause: 'WHERE',
    sqlExpression: null,
    isExtra: false,
    isNew: true,
    filterOptionName,
  }
}

/** Reads a stored filter of any age and fills in missing fields. Returns undefined if it is not a filter. */
export function readFilter(stored: unknown, filterOptionName: string): AdhocFilter | undefined {
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return undefined
  const raw = stored as Partial<AdhocFilter>
  const isSql = raw.expressionType === 'SQL'
  if (!isSql && raw.expressionType !== 'SIMPLE' && raw.subject === undefined) return undefined
  const known = typeof raw.operatorId === 'string' && Object.hasOwn(operators, raw.operatorId)
  return {
    ...newFilter(filterOptionName),
    ...raw,
    expressionType: isSql ? 'SQL' : 'SIMPLE',
    operator: typeof raw.operator === 'string' ? raw.operator : null,
    operatorId: known ? raw.operatorId : (operatorOf(raw.operator) ?? null),
    clause: raw.clause === 'HAVING' ? 'HAVING' : 'WHERE',
    isExtra: raw.isExtra === true,
    isNew: false,
    filterOptionName: raw.filterOptionName || filterOptionName,
  }
}

/**
 * True if a filter is complete. Null tests need operator and subject. Truth tests need a subject and a comparator that
 * is not null. Other comparisons need operator, subject, clause and a comparator that is neither null nor an empty list
 * (empty text, 0 and false are valid). SQL filters need expression and clause.
 */
export function isValidFilter(filter: AdhocFilter): boolean {
  if (filter.expressionType === 'SQL') return Boolean(filter.sqlExpression && filter.clause)
  if (!filter.subject) return false
  if (filter.operatorId === 'IS_TRUE' || filter.operatorId === 'IS_FALSE') return isGiven(filter.comparator)
  if (!filter.operator) return false
  if (filter.operatorId === 'IS_NULL' || filter.operatorId === 'IS_NOT_NULL') return true
  return Boolean(filter.clause) && isGiven(filter.comparator)
}

function isGiven(comparator: Comparator): boolean {
  return Array.isArray(comparator) ? comparator.length > 0 : comparator !== null && comparator !== undefined
}
