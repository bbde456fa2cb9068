import type { OperatorId } from './operators.ts'

/** Numbers from `start` to `end`, both inclusive; a single number is a range of one. */
export interface Range {
  readonly start: bigint
  readonly end: bigint
}

/**
 * A kind of value that people write in words and columns hold as numbers. `read` gives the numbers a text stands for, or
 * why it stands for none.
 */
export interface AdvancedType {
  /** The name on the wire. */
  readonly name: string
  /** The operators that mean something for it. */
  readonly operators: readonly OperatorId[]
  read(text: string): readonly Range[] | { readonly error: string }
}

/** The operators of values that have an order. */
export const ordered: readonly OperatorId[] = [
  'EQUALS',
  'NOT_EQUALS',
  'GREATER_THAN_OR_EQUAL',
  'GREATER_THAN',
  'IN',
  'NOT_IN',
  'LESS_THAN',
  'LESS_THAN_OR_EQUAL',
]

/** A number by itself. */
export function single(value: bigint): Range {
  return { start: value, end: value }
}
