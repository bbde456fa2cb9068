/** One way to compare a column with a value. */
export interface Operator {
  /** What is shown in the list of operators; English, the key of its translation. */
  readonly label: string
  /** The operator as stored and sent. */
  readonly wire: string
  /** What stands on the other side: one value, a list, a fixed boolean, a time range, nothing. */
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

/** What a filter compares. A metric filters groups, a column rows. */
export interface Subject {
  readonly kind: 'column' | 'metric'
  readonly type: 'text' | 'integer' | 'number' | 'boolean' | 'time' | 'unknown'
  /** The column is computed from an expression. */
  readonly isExpression: boolean
  /** The column is the one the table is partitioned by. */
  readonly isPartition: boolean
  /** What a metric computes. */
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
const truths: readonly OperatorId[] = ['IS_TRUE', 'IS_FALSE']
const nulls: readonly OperatorId[] = ['IS_NULL', 'IS_NOT_NULL']

/** Whether an operator is offered for a subject. Groups are compared; a boolean is true, false, null or not null. */
export function isRelevant(id: OperatorId, subject: Subject): boolean {
  if (subject.kind === 'metric') return comparisons.includes(id)
  if (truths.includes(id)) return subject.type === 'boolean' || subject.type === 'integer' || subject.isExpression
  if (id === 'LATEST_PARTITION') return subject.isPartition
  if (subject.type === 'boolean') return nulls.includes(id)
  return id !== 'TEMPORAL_RANGE' || subject.type === 'time'
}

/** The operators offered for a subject, in order. */
export function operatorsFor(subject: Subject): OperatorId[] {
  return (Object.keys(operators) as OperatorId[]).filter((id) => isRelevant(id, subject))
}

/** The id of a stored operator, whose case does not matter; undefined when nobody knows it. */
export function operatorOf(wire: unknown): OperatorId | undefined {
  if (typeof wire !== 'string') return undefined
  const upper = wire.trim().toUpperCase()
  if (upper === 'IS TRUE') return 'IS_TRUE'
  if (upper === 'IS FALSE') return 'IS_FALSE'
  return (Object.keys(operators) as OperatorId[]).find((id) => operators[id].wire === upper)
}
