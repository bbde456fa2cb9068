import type { Value } from '#core/table/table.ts'
import { type AdhocFilter, type Comparator } from './adhoc-filter.ts'
import { withMetricSql } from './metric-filter.ts'
import { isRelevant, type OperatorId, operators, type FilterSubject } from './operators.ts'

/**
 * Returns the filter with another subject: a column filters in WHERE, a metric by SQL in HAVING. An operator that is
 * not offered for the subject is removed.
 */
export function withSubject(filter: AdhocFilter, name: AdhocFilter['subject'], subject: FilterSubject): AdhocFilter {
  const keeps = filter.operatorId !== null && isRelevant(filter.operatorId, subject)
  const next: AdhocFilter = {
    ...filter,
    expressionType: 'SIMPLE',
    subject: name,
    clause: 'WHERE',
    sqlExpression: null,
    ...(keeps ? {} : { operator: null, operatorId: null, comparator: null }),
  }
  return withMetricSql(next, subject)
}

/**
 * Returns the filter with another operator. The comparator becomes a list, its first element, a boolean or nothing, as
 * the operator requires. LATEST_PARTITION becomes a SQL filter of WHERE over `table` (`schema.table`).
 */
export function withOperator(filter: AdhocFilter, id: OperatorId, table = ''): AdhocFilter {
  const next: AdhocFilter = {
    ...filter,
    expressionType: 'SIMPLE',
    operatorId: id,
    operator: operators[id].wire,
    comparator: comparatorFor(id, filter.comparator),
    sqlExpression: null,
  }
  if (id !== 'LATEST_PARTITION') return next
  const column = typeof filter.subject === 'string' ? filter.subject : (filter.subject?.sqlExpression ?? '')
  const sqlExpression = `${column} = '{{ presto.latest_partition("${table}") }}'`
  return { ...next, expressionType: 'SQL', clause: 'WHERE', sqlExpression }
}

function comparatorFor(id: OperatorId, comparator: Comparator): Comparator {
  switch (operators[id].takes) {
    case 'many':
      return asList(comparator)
    case 'boolean':
      return id === 'IS_TRUE'
    case 'nothing':
      return null
    default:
      return Array.isArray(comparator) ? ((comparator[0] as Value | undefined) ?? null) : comparator
  }
}

function asList(comparator: Comparator): readonly Value[] {
  if (Array.isArray(comparator)) return comparator
  return comparator === null || comparator === undefined || comparator === '' ? [] : [comparator as Value]
}
