import { columnLabel, isXAxis, type QueryObject } from '#core/query/query-object.ts'
import { type Table, TEMPORAL } from '#core/table/table.ts'
import { isTimeError } from '#core/time/time-error.ts'
import { parseShift } from '#core/time/shift.ts'
import { shiftEpoch } from '#core/time/shift-epoch.ts'
import { TIMESTAMP } from '#core/query/timestamp.ts'
import type { TimeRangeMs } from '#server/sql/environment.ts'

/** True if the timestamps of the result must be moved back to the range without `time_shift`. */
export function isShifted(query: QueryObject): boolean {
  return Boolean(query.time_shift)
}

/**
 * Returns the table with its time column moved back by the `time_shift` of the query; `bounds` are those of the moved
 * range. A shift to a date or another range leaves the timestamps unchanged.
 */
export function undoTimeShift(table: Table, query: QueryObject, bounds: TimeRangeMs): Table {
  const move = reverseTimeShifter(query.time_shift ?? '', bounds)
  if (!move) return table
  const axis = (query.columns ?? []).find(isXAxis)
  const names = [axis ? columnLabel(axis) : TIMESTAMP, query.granularity]
  const columns = table.columns.map((column) => {
    if (!names.includes(column.name) || column.type !== TEMPORAL) return column
    return { ...column, values: column.values.map((value) => (typeof value === 'number' ? move(value) : value)) }
  })
  return { columns, rowCount: table.rowCount }
}

function reverseTimeShifter(text: string, { from, to }: TimeRangeMs): ((instant: number) => number) | undefined {
  const shift = parseShift(text)
  if (isTimeError(shift) || shift.kind === 'date') return undefined
  if (shift.kind === 'units') return (instant) => shiftEpoch(instant, -shift.n, shift.unit)
  return from === null || to === null ? undefined : (instant) => instant + to - from
}
