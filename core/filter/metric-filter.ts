import { type AdhocFilter, type Comparator, readFilter } from './adhoc-filter.ts'
import { type OperatorId, operators, type Subject } from './operators.ts'
import type { Value } from '#core/table/table.ts'

const SQL_OPERATORS: Readonly<Record<string, string>> = { '==': '=', '!=': '<>' }
/** One call without another in it: `SUM(distance)`. Anything else is held together by parentheses. */
const CALL = /^\w+\([^()]*\)$/

/** A metric as the subject of a filter. `sql` is what it computes. */
export function metricSubject(sql: string): Subject {
  return { kind: 'metric', type: 'number', isExpression: true, isPartition: false, sql }
}

function whole(sql: string): string {
  const text = sql.trim()
  if (CALL.test(text)) return text
  // A comment at its end must not swallow the parenthesis.
  return text.includes('--') ? `(${text}\n)` : `(${text})`
}

function literal(value: Value): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)
}

/** A comparison of a metric as SQL: `SUM(distance) > 5`; null while it is not complete. */
export function metricFilterSql(sql: string, id: OperatorId | null, comparator: Comparator): string | null {
  if (id === null || operators[id].takes !== 'one' || Array.isArray(comparator)) return null
  if (comparator === null || comparator === undefined || comparator === '') return null
  const { wire } = operators[id]
  return `${whole(sql)} ${SQL_OPERATORS[wire] ?? wire} ${literal(comparator as Value)}`
}

/**
 * The filter over a metric: SQL of the clause HAVING that says what subject, operator and comparator say, which are kept
 * beside it. A filter over a column is left as it is.
 */
export function withMetricSql(filter: AdhocFilter, subject: Subject): AdhocFilter {
  if (subject.kind !== 'metric') return filter
  const sqlExpression = metricFilterSql(subject.sql ?? '', filter.operatorId, filter.comparator)
  return { ...filter, expressionType: 'SQL', clause: 'HAVING', sqlExpression }
}

/** Whether a filter compares a metric and its SQL is what subject, operator and comparator say. */
export function isMetricFilter(filter: AdhocFilter, subject: Subject): boolean {
  return (
    subject.kind === 'metric' &&
    filter.expressionType === 'SQL' &&
    filter.clause === 'HAVING' &&
    filter.sqlExpression === metricFilterSql(subject.sql ?? '', filter.operatorId, filter.comparator)
  )
}

/** What simple filters of the clause HAVING compare, by name. No query holds them: nothing is narrowed by them. */
export function unappliedFilters(stored: unknown): readonly string[] {
  if (!Array.isArray(stored)) return []
  const names = stored
    .map((each: unknown, index) => readFilter(each, String(index)))
    .filter((each) => each?.expressionType === 'SIMPLE' && each.clause === 'HAVING')
    .map((each): unknown => (typeof each?.subject === 'string' ? each.subject : each?.subject?.label))
  return [...new Set(names.filter((name): name is string => typeof name === 'string' && name !== ''))]
}
