import { compareExact, isDigits } from '#core/table/exact-number.ts'
import type { Value } from '#core/table/table.ts'
import type { Path } from './grid.ts'

/** The sort orders of rows and columns: by label or by the value of the line, ascending or descending. */
export const lineOrders = ['key_a_to_z', 'key_z_to_a', 'value_a_to_z', 'value_z_to_a'] as const

export type LineOrder = (typeof lineOrders)[number]

/** True if lines are sorted by value. */
export function isByValue(order: LineOrder): boolean {
  return order.startsWith('value')
}

/**
 * Returns the distinct paths sorted level by level: groups stay together and are sorted within their parent. `weight`
 * returns the value of all lines with a path prefix; lines of equal weight are sorted by label. Nulls are last in
 * either direction.
 */
export function orderedPaths(
  paths: readonly Path[],
  order: LineOrder,
  weight: (start: Path) => Value,
): readonly Path[] {
  const known = new Map(paths.map((path) => [JSON.stringify(path), path]))
  const sign = order.endsWith('z_to_a') ? -1 : 1
  const weights = new Map<string, Value>()
  const weightOf = (path: Path, level: number): Value => {
    const start = path.slice(0, level + 1)
    const name = JSON.stringify(start)
    if (!weights.has(name)) weights.set(name, weight(start))
    return weights.get(name) ?? null
  }
  const compare = (a: Path, b: Path): number => {
    const level = a.findIndex((value, index) => value !== b[index])
    if (level < 0) return 0
    const byLabel = compareValues(a[level] ?? null, b[level] ?? null, sign)
    if (!isByValue(order)) return byLabel
    return compareValues(weightOf(a, level), weightOf(b, level), sign) || byLabel
  }
  return [...known.values()].toSorted(compare)
}

const numericOf = (value: Value) => (typeof value === 'number' || isDigits(value) ? value : undefined)

function compareValues(a: Value, b: Value, sign: number): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  const [one, other] = [numericOf(a), numericOf(b)]
  if (one !== undefined && other !== undefined) return sign * compareExact(one, other)
  const [left, right] = [String(a), String(b)]
  return left === right ? 0 : left < right ? -sign : sign
}
