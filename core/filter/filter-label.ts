import { columnLabel } from '#core/query/query-object.ts'
import type { Value } from '#core/table/table.ts'
import { defaultLabel } from '#core/text/truncate.ts'
import type { AdhocFilter } from './adhoc-filter.ts'
import { operators } from './operators.ts'

/** Returns the displayed label of a filter: its text, truncated like default labels. */
export function filterLabel(filter: AdhocFilter): string {
  return defaultLabel(filterText(filter))
}

/** Returns the full text of a filter: `region IN ('EU', 'US')`, or its SQL. */
export function filterText(filter: AdhocFilter): string {
  if (filter.expressionType === 'SQL') return filter.sqlExpression ?? ''
  const subject = filter.subject === null ? '' : columnLabel(filter.subject)
  const { operatorId, comparator } = filter
  const takes = operatorId === null ? 'one' : operators[operatorId].takes
  const operator = filter.operator === '==' ? '=' : (filter.operator ?? '')
  if (takes === 'nothing') return `${subject} ${operator}`.trim()
  if (takes === 'boolean') return `${subject} IS ${operatorId === 'IS_TRUE' ? 'TRUE' : 'FALSE'}`
  if (takes === 'range') return `${subject} (${String(comparator ?? '')})`
  if (comparator === null || comparator === undefined) return `${subject} ${operator}`.trim()
  const values = Array.isArray(comparator) ? `(${comparator.map(literal).join(', ')})` : literal(comparator as Value)
  return `${subject} ${operator} ${values}`.trim()
}

function literal(value: Value): string {
  if (value === null) return 'NULL'
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`
  return typeof value === 'boolean' ? String(value).toUpperCase() : String(value)
}
