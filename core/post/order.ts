import type { Value } from '#core/table/table.ts'

/** Digits beyond 2^53 are texts in columns of numbers. */
const BIG = /^-?\d{16,}$/

function rank(value: Value): number {
  if (value === null) return 3
  if (typeof value === 'boolean') return 0
  return typeof value === 'number' ? 1 : 2
}

/** The order of cells, ascending: booleans, numbers, texts by their code units, missing ones last. */
export function compareValues(a: Value, b: Value): number {
  if (a === b) return 0
  if (typeof a === 'number' && typeof b === 'string' && BIG.test(b)) return a - Number(b)
  if (typeof b === 'number' && typeof a === 'string' && BIG.test(a)) return Number(a) - b
  const kinds = rank(a) - rank(b)
  if (kinds !== 0 || a === null || b === null) return kinds
  if (typeof a === 'string' && typeof b === 'string' && BIG.test(a) && BIG.test(b))
    return BigInt(a) < BigInt(b) ? -1 : 1
  return a < b ? -1 : 1
}
