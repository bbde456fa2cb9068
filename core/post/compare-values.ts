import { compareExact } from '#core/table/exact-number.ts'
import type { Value } from '#core/table/table.ts'

/** Numbers with more digits than a double can hold are texts in numeric columns. */
const BIG = /^-?(?=[\d.]{16})\d+(\.\d+)?$/

const isNumeric = (value: Value): value is number | string =>
  typeof value === 'number' || (typeof value === 'string' && BIG.test(value))

function rank(value: Value): number {
  if (value === null) return 3
  if (typeof value === 'boolean') return 0
  return typeof value === 'number' ? 1 : 2
}

/** Compares cells in ascending order: booleans, numbers, texts by code units, missing values last. */
export function compareValues(a: Value, b: Value): number {
  if (a === b) return 0
  if (isNumeric(a) && isNumeric(b)) return compareExact(a, b)
  const kinds = rank(a) - rank(b)
  if (kinds !== 0 || a === null || b === null) return kinds
  return a < b ? -1 : 1
}
