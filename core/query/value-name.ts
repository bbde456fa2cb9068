import type { ProfiledColumn } from './column-profile.ts'
import { TEMPORAL, type Value } from '#core/table/table.ts'
import { writtenMoment } from '#core/time/moment-text.ts'

/** Whether answers have the values of a column as moments, epoch milliseconds. */
export const isOfMoments = ({ type_generic, is_dttm, python_date_format }: ProfiledColumn): boolean =>
  type_generic === TEMPORAL || (is_dttm && Boolean(python_date_format))

/** A value as people read it; `isMoment` says that numbers are moments, epoch milliseconds. */
export function valueName(value: Value, isMoment: boolean): string {
  if (value === null) return '<NULL>'
  if (value === '') return '<empty string>'
  return (isMoment && typeof value === 'number' ? writtenMoment(value) : undefined) ?? String(value)
}
