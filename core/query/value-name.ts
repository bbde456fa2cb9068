import type { ProfiledColumn } from './column-profile.ts'
import { TEMPORAL, type Value } from '#core/table/table.ts'
import { timestampLiteral } from '#core/time/timestamp-literal.ts'

/** True if results contain the values of a column as timestamps in epoch milliseconds. */
export const hasTimestampValues = ({ type_generic, is_dttm, python_date_format }: ProfiledColumn): boolean =>
  type_generic === TEMPORAL || (is_dttm && Boolean(python_date_format))

/** Returns the displayed text of a value; with `isMoment`, numbers are timestamps in epoch milliseconds. */
export function valueName(value: Value, isMoment: boolean): string {
  if (value === null) return '<NULL>'
  if (value === '') return '<empty string>'
  return (isMoment && typeof value === 'number' ? timestampLiteral(value) : undefined) ?? String(value)
}
