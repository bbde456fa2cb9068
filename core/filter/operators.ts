/** A comparison of a column with a value. */
export interface Operator {
  /** The English label in the list of operators; key of its translation. */
  readonly label: string
  /** The operator as stored and sent. */
  readonly wire: string
  /** The right-hand side: one value, a list, a fixed boolean, a time range, or nothing. */
  readonly takes: 'one' | 'many' | 'boolean' | 'range' | 'nothing'
}

/** All operators in the order they are offered, by `operatorId`. */
export const operators = {
  EQUALS: { label: 'Equal to (=)', wire: '==', takes: 'one' },
  NOT_EQUALS: { label: 'Not equal to (≠)', wire: '!=', takes: 'one' },
  LESS_THAN: { label: 'Less than (<)', wire: '<', takes: 'one' },
  GREATER_THAN: { label: 'Greater than (>)', wire: '>', takes: 'one' },
  LESS_THAN_OR_EQUAL: { label: 'Less or equal (<=)', wire: '<=', takes: 'one' },
  GREATER_THAN_OR_EQUAL: { label: 'Greater or equal (>=)', wire: '>=', takes: 'one' },
  IN: { label: 'In', wire: 'IN', takes: 'many' },
  NOT_IN: { label: 'Not in', wire: 'NOT IN', takes: 'many' },
  LIKE: { label: 'Like', wire: 'LIKE', takes: 'one' },
  ILIKE: { label: 'Like (case insensitive)', wire: 'ILIKE', takes: 'one' },
  IS_NOT_NULL: { label: 'Is not null', wire: 'IS NOT NULL', takes: 'nothing' },
  IS_NULL: { label: 'Is null', wire: 'IS NULL', takes: 'nothing' },
  LATEST_PARTITION: { label: 'Use latest_partition template', wire: 'LATEST PARTITION', takes: 'nothing' },
  IS_TRUE: { label: 'Is true', wire: '==', takes: 'boolean' },
  IS_FALSE: { label: 'Is false', wire: '==', takes: 'boolean' },
  TEMPORAL_RANGE: { label: 'Time range', wire: 'TEMPORAL_RANGE', takes: 'range' },
} as const satisfies Readonly<Record<string, Operator>>

export type OperatorId = keyof typeof operators

/** The subject of a filter. A metric filters groups, a column filters rows. */
export interface FilterSubject {
  readonly kind: 'column' | 'metric'
  readonly type: 'text' | 'integer' | 'number' | 'boolean' | 'time' | 'unknown'
  /** True if the column is computed from an expression. */
  readonly isExpression: boolean
  /** True if the table is partitioned by the column. */
  readonly isPartition: boolean
  /** The expression of a metric. */
  readonly sql?: string
}

const comparisons: readonly OperatorId[] = [
  'EQUALS',
  'NOT_EQUALS',
  'LESS_THAN',
  'GREATER_THAN',
  'LESS_THAN_OR_EQUAL',
  'GREATER_THAN_OR_EQUAL',
]
const booleanOperators: readonly OperatorId[] = ['IS_TRUE', 'IS_FALSE']
const nulls: readonly OperatorId[] = ['IS_NULL', 'IS_NOT_NULL']

/**
 * True if an operator is offered for a subject. For a metric these are comparisons; for a boolean column: true, false,
 * null and not null.
 */
export function isRelevant(id: OperatorId, subject: FilterSubject): boolean {
  if (subject.kind === 'metric') return comparisons.includes(id)
  if (booleanOperators.includes(id))
    return subject.type === 'boolean' || subject.type === 'integer' || subject.isExpression
  if (id === 'LATEST_PARTITION') return subject.isPartition
  if (subject.type === 'boolean') return nulls.includes(id)
  return id !== 'TEMPORAL_RANGE' || subject.type === 'time'
}

/** Returns the operators offered for a subject, in order. */
export function operatorsFor(subject: FilterSubject): OperatorId[] {
  return (Object.keys(operators) as OperatorId[]).filter((id) => isRelevant(id, subject))
}

/** Returns the id of a stored operator, ignoring case; undefined if it is unknown. */
export function operatorOf(wire: unknown): OperatorId | undefined {
  if (typeof wire !== 'string') return undefined
  const upper = wire.trim().toUpperCase()
  if (upper === 'IS TRUE') return 'IS_TRUE'
  if (upper === 'IS FALSE') return 'IS_FALSE'
  return (Object.keys(operators) as OperatorId[]).find((id) => operators[id].wire === upper)
}
