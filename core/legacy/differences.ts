import { comparingOf } from '#core/form/advanced-analytics.ts'
import { baseQuery } from '#core/form/base-query.ts'
import type { FormData } from '#core/form/form-data.ts'
import type { QueryObject } from '#core/query/query-object.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { Table, Value } from '#core/table/table.ts'
import { isFault } from '#core/time/fault.ts'
import { parseShift } from '#core/time/shift.ts'
import { shiftEpoch } from '#core/time/shift-epoch.ts'
import { TIMESTAMP } from '#core/query/timestamp.ts'
import { cells } from './shape.ts'

const DAY = 86_400_000

type Type = 'difference' | 'percentage' | 'ratio'

/** What lines of old are compared with, where not the lines of another time themselves are shown. */
export interface Differing {
  readonly offsets: readonly string[]
  readonly type: Type
}

export function differingOf(form: FormData): Differing | undefined {
  const comparing = comparingOf(form, baseQuery(form).metrics ?? [])
  return comparing && comparing.type !== 'values' ? { offsets: comparing.offsets, type: comparing.type } : undefined
}

/**
 * The same question about each other time. Charts of old move it by the days that the offset has now: a month is as long
 * as the last one was.
 */
export function shiftedQueries(query: QueryObject, { offsets }: Differing, now: number): readonly QueryObject[] {
  return offsets.map((offset) => {
    const shift = parseShift(offset)
    if (isFault(shift)) throw new ApiError('time-range-wrong', { args: [shift.message] })
    if (shift.kind !== 'units') throw new ApiError('time-range-wrong', { args: [offset] })
    const days = Math.round((now - shiftEpoch(now, shift.n, shift.unit)) / DAY)
    const isWhole = now - shiftEpoch(now, shift.n, shift.unit) === days * DAY
    return { ...query, time_shift: isWhole ? `${days} days` : offset }
  })
}

/** A table of the same moments with what each of its series is beside the other: the other is drawn through its points. */
export function difference(own: Table, other: Table, type: Type): Table {
  const moments = cells(own, TIMESTAMP)
  const columns = own.columns.map((column) => {
    if (column.name === TIMESTAMP) return column
    const at = lineThrough(cells(other, TIMESTAMP), cells(other, column.name))
    const values = column.values.map((value, row) => compared(value, at(moments[row] ?? null), type))
    return { ...column, values }
  })
  const rows = moments.map((_, row) => columns.some(({ name, values }) => name !== TIMESTAMP && values[row] !== null))
  const [first, last] = [rows.indexOf(true), rows.lastIndexOf(true)]
  const kept = columns.map((column) => ({ ...column, values: first < 0 ? [] : column.values.slice(first, last + 1) }))
  return { columns: kept, rowCount: first < 0 ? 0 : last + 1 - first }
}

function compared(value: Value, other: number | null, type: Type): Value {
  if (typeof value !== 'number' || other === null) return null
  const result = type === 'difference' ? value - other : type === 'ratio' ? value / other : (value - other) / other
  return Number.isFinite(result) ? result : null
}

/** The value of a line at a moment: straight between its points, after the last as there, before the first none. */
function lineThrough(moments: readonly Value[], values: readonly Value[]): (moment: Value) => number | null {
  const points = moments
    .flatMap((x, row) => {
      const y = values[row]
      return typeof x === 'number' && typeof y === 'number' ? [{ x, y }] : []
    })
    .toSorted((a, b) => a.x - b.x)
  return (moment) => {
    if (typeof moment !== 'number') return null
    const next = points.findIndex(({ x }) => x >= moment)
    const after = points[next]
    if (!after) return points.at(-1)?.y ?? null
    if (after.x === moment) return after.y
    const before = points[next - 1]
    return before ? before.y + ((after.y - before.y) * (moment - before.x)) / (after.x - before.x) : null
  }
}
