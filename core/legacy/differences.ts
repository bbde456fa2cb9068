import { timeComparisonOf } from '#core/form/advanced-analytics.ts'
import { baseQuery } from '#core/form/base-query.ts'
import type { FormData } from '#core/form/form-data.ts'
import type { QueryObject } from '#core/query/query-object.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { Table, Value } from '#core/table/table.ts'
import { isTimeError } from '#core/time/time-error.ts'
import { parseShift } from '#core/time/shift.ts'
import { shiftEpoch } from '#core/time/shift-epoch.ts'
import { TIMESTAMP } from '#core/query/timestamp.ts'
import { cells } from './legacy-shape.ts'

const DAY = 86_400_000

type Type = 'difference' | 'percentage' | 'ratio'

/**
 * A legacy time comparison by difference, percentage or ratio; comparisons that show the shifted lines themselves are
 * excluded.
 */
export interface DifferenceComparison {
  readonly offsets: readonly string[]
  readonly type: Type
}

export function differenceComparisonOf(form: FormData): DifferenceComparison | undefined {
  const comparing = timeComparisonOf(form, baseQuery(form).metrics ?? [])
  return comparing && comparing.type !== 'values' ? { offsets: comparing.offsets, type: comparing.type } : undefined
}

/**
 * Returns the query for each shifted time. Legacy charts shift by the current length of the offset in days: a month has
 * the length of the last month.
 */
export function shiftedQueries(
  query: QueryObject,
  { offsets }: DifferenceComparison,
  now: number,
): readonly QueryObject[] {
  return offsets.map((offset) => {
    const shift = parseShift(offset)
    if (isTimeError(shift)) throw new ApiError('time-range-wrong', { args: [shift.message] })
    if (shift.kind !== 'units') throw new ApiError('time-range-wrong', { args: [offset] })
    const days = Math.round((now - shiftEpoch(now, shift.n, shift.unit)) / DAY)
    const isWhole = now - shiftEpoch(now, shift.n, shift.unit) === days * DAY
    return { ...query, time_shift: isWhole ? `${days} days` : offset }
  })
}

/**
 * Returns a table with the difference of each series from the other table at the same timestamps. The other series is
 * interpolated linearly.
 */
export function difference(own: Table, other: Table, type: Type): Table {
  const moments = cells(own, TIMESTAMP)
  const columns = own.columns.map((column) => {
    if (column.name === TIMESTAMP) return column
    const at = lineThrough(cells(other, TIMESTAMP), cells(other, column.name))
    const values = column.values.map((value, row) => compareValue(value, at(moments[row] ?? null), type))
    return { ...column, values }
  })
  const rows = moments.map((_, row) => columns.some(({ name, values }) => name !== TIMESTAMP && values[row] !== null))
  const [first, last] = [rows.indexOf(true), rows.lastIndexOf(true)]
  const remaining = columns.map((column) => ({
    ...column,
    values: first < 0 ? [] : column.values.slice(first, last + 1),
  }))
  return { columns: remaining, rowCount: first < 0 ? 0 : last + 1 - first }
}

function compareValue(value: Value, other: number | null, type: Type): Value {
  if (typeof value !== 'number' || other === null) return null
  const result = type === 'difference' ? value - other : type === 'ratio' ? value / other : (value - other) / other
  return Number.isFinite(result) ? result : null
}

/**
 * Returns the value of a line at a timestamp: interpolated linearly, constant after the last point, null before the
 * first.
 */
function lineThrough(moments: readonly Value[], values: readonly Value[]): (instant: Value) => number | null {
  const points = moments
    .flatMap((x, row) => {
      const y = values[row]
      return typeof x === 'number' && typeof y === 'number' ? [{ x, y }] : []
    })
    .toSorted((a, b) => a.x - b.x)
  return (instant) => {
    if (typeof instant !== 'number') return null
    const next = points.findIndex(({ x }) => x >= instant)
    const after = points[next]
    if (!after) return points.at(-1)?.y ?? null
    if (after.x === instant) return after.y
    const before = points[next - 1]
    return before ? before.y + ((after.y - before.y) * (instant - before.x)) / (after.x - before.x) : null
  }
}
