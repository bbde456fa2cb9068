import type { OperatorId } from './operators.ts'

/** Numbers from `start` to `end`, both inclusive; a single number is a range of one. */
export interface Range {
  readonly start: bigint
  readonly end: bigint
}

/**
 * A type of value that users write as text and columns store as numbers. `read` returns the numbers of a text, or why
 * it is invalid.
 */
export interface AdvancedType {
  /** The name on the wire. */
  readonly name: string
  /** The operators that apply to it. */
  readonly operators: readonly OperatorId[]
  read(text: string): readonly Range[] | { readonly error: string }
}

/** The operators for ordered values. */
export const orderedOperators: readonly OperatorId[] = [
  'EQUALS',
  'NOT_EQUALS',
  'GREATER_THAN_OR_EQUAL',
  'GREATER_THAN',
  'IN',
  'NOT_IN',
  'LESS_THAN',
  'LESS_THAN_OR_EQUAL',
]

/** Returns the range of a single number. */
export function singleValueRange(value: bigint): Range {
  return { start: value, end: value }
}
