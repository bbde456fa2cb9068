import { type AdhocFilter, type Comparator, readFilter } from './adhoc-filter.ts'
import { type OperatorId, operators, type FilterSubject } from './operators.ts'
import type { Value } from '#core/table/table.ts'

const SQL_OPERATORS: Readonly<Record<string, string>> = { '==': '=', '!=': '<>' }
/** A single function call without nested calls: `SUM(distance)`. Other expressions need parentheses. */
const CALL = /^\w+\([^()]*\)$/

/** Returns a metric as the subject of a filter. `sql` is its expression. */
export function metricSubject(sql: string): FilterSubject {
  return { kind: 'metric', type: 'number', isExpression: true, isPartition: false, sql }
}

function inParentheses(sql: string): string {
  const text = sql.trim()
  if (CALL.test(text)) return text
  // A trailing comment must not swallow the parenthesis.
  return text.includes('--') ? `(${text}\n)` : `(${text})`
}

function literal(value: Value): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)
}

/** Returns the comparison of a metric as SQL: `SUM(distance) > 5`; null while it is incomplete. */
export function metricFilterSql(sql: string, id: OperatorId | null, comparator: Comparator): string | null {
  if (id === null || operators[id].takes !== 'one' || Array.isArray(comparator)) return null
  if (comparator === null || comparator === undefined || comparator === '') return null
  const { wire } = operators[id]
  return `${inParentheses(sql)} ${SQL_OPERATORS[wire] ?? wire} ${literal(comparator as Value)}`
}

/**
 * Returns the filter for a metric: SQL of the HAVING clause, with subject, operator and comparator stored as well. A
 * filter for a column is returned unchanged.
 */
export function withMetricSql(filter: AdhocFilter, subject: FilterSubject): AdhocFilter {
  if (subject.kind !== 'metric') return filter
  const sqlExpression = metricFilterSql(subject.sql ?? '', filter.operatorId, filter.comparator)
  return { ...filter, expressionType: 'SQL', clause: 'HAVING', sqlExpression }
}

/** True if a filter compares a metric and its SQL matches its subject, operator and comparator. */
export function isMetricFilter(filter: AdhocFilter, subject: FilterSubject): boolean {
  return (
    subject.kind === 'metric' &&
    filter.expressionType === 'SQL' &&
    filter.clause === 'HAVING' &&
    filter.sqlExpression === metricFilterSql(subject.sql ?? '', filter.operatorId, filter.comparator)
  )
}

/** Returns the names of the subjects of simple HAVING filters. No query contains these filters; they have no effect. */
export function unappliedFilters(stored: unknown): readonly string[] {
  if (!Array.isArray(stored)) return []
  const names = stored
    .map((each: unknown, index) => readFilter(each, String(index)))
    .filter((each) => each?.expressionType === 'SIMPLE' && each.clause === 'HAVING')
    .map((each): unknown => (typeof each?.subject === 'string' ? each.subject : each?.subject?.label))
  return [...new Set(names.filter((name): name is string => typeof name === 'string' && name !== ''))]
}
