import type { Bounds } from './columns.ts'

/**
 * Where a value stands between two bounds: -1 at the first and beyond it, 0 halfway, 1 at the second and beyond it;
 * bounds may fall. With the first alone all that reaches it is 1, with the second alone all that stays below it; the
 * rest is -1. Null without bounds or value.
 */
export function toneOf(value: number | null, [first, second]: Bounds): number | null {
  if (value === null || (first === null && second === null)) return null
  if (second === null) return value >= (first ?? 0) ? 1 : -1
  if (first === null) return value < second ? 1 : -1
  const half = (second - first) / 2
  if (half === 0) return Math.sign(value - first)
  return Math.max(-1, Math.min(1, (value - first) / half - 1))
}
