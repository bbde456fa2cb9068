import { formatTime } from '#core/format/time.ts'
import { isTime, type ProfiledColumn } from '#core/query/column-profile.ts'
import type { Value } from '#core/table/table.ts'

/** Returns the formatter for values of a column in its profile. */
export function valueFormatter(column: ProfiledColumn): (value: Value) => string {
  const pattern = column.type?.toUpperCase() === 'DATE' ? '%Y-%m-%d' : '%Y-%m-%d %H:%M:%S'
  return (value) => {
    if (value === null) return '<NULL>'
    return isTime(column) && typeof value === 'number' ? formatTime(pattern, value) : String(value)
  }
}
