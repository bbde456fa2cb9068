import type { Value } from './table.ts'

const shares = new WeakMap<readonly Value[], number>()

/** Returns the share of null in the values of a column, 0 to 1; 0 without values. */
export function nullShare(values: readonly Value[]): number {
  const cached = shares.get(values)
  if (cached !== undefined) return cached
  let nulls = 0
  for (const value of values) if (value === null || value === undefined) nulls += 1
  const share = values.length === 0 ? 0 : nulls / values.length
  shares.set(values, share)
  return share
}
