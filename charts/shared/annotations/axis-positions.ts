import { toInstant } from '#charts/shared/cell.ts'
import type { Axis } from '#charts/shared/axes/x-axis.ts'
import type { Value } from '#core/table/table.ts'

/** Returns the position of a value on an axis: epoch milliseconds, or a category index; null if it has none. */
export type PositionOf = (value: Value | undefined) => number | null

/** Returns the positions of an axis. Instants also have positions between and beyond its values. */
export function axisPositions(axis: Axis): PositionOf {
  if (axis.kind === 'time') return (value) => (typeof value === 'boolean' ? null : toInstant(value))
  const indexes = new Map(axis.values.map((value, index) => [String(value), index]))
  return (value) => (value === null || value === undefined ? null : (indexes.get(String(value)) ?? null))
}

/** Returns the first and last position of an axis, both inclusive; undefined if it is empty. */
export function axisEnds(axis: Axis): readonly [number, number] | undefined {
  if (axis.values.length === 0) return undefined
  if (axis.kind === 'category') return [0, axis.values.length - 1]
  return [Number(axis.values[0]), Number(axis.values.at(-1))]
}
