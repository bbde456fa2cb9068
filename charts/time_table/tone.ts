import type { Bounds } from './columns.ts'

/**
 * Returns the position of a value between two bounds: -1 at or beyond the first, 0 halfway, 1 at or beyond the second;
 * bounds may be descending. With only the first bound, values at or above it are 1; with only the second, values below
 * it are 1; others are -1. Null without bounds or value.
 */
export function toneOf(value: number | null, [first, second]: Bounds): number | null {
  if (value === null || (first === null && second === null)) return null
  if (second === null) return value >= (first ?? 0) ? 1 : -1
  if (first === null) return value < second ? 1 : -1
  const half = (second - first) / 2
  if (half === 0) return Math.sign(value - first)
  return Math.max(-1, Math.min(1, (value - first) / half - 1))
}
