import type { DatasetColumn } from '#core/entity/dataset.ts'
import type { QueryFilter } from '#core/query/query-object.ts'
import type { Value } from '#core/table/table.ts'
import { wallClock } from '#core/time/instants.ts'
import { isText } from './columns.ts'
import { strftime } from './strftime.ts'
import { kindOf } from './values.ts'

/** Seconds beyond it lie after the year 5138, milliseconds beyond it after March 1973. */
const MILLISECONDS = 100_000_000_000

/**
 * A filter whose numbers that are moments, epoch milliseconds as answers have them, are written as the column keeps its
 * times: in seconds, or by its format. Numbers as the column itself keeps them stay.
 */
export function asStored(filter: QueryFilter, column: DatasetColumn | undefined): QueryFilter {
  const format = column?.is_dttm && !filter.grain ? column.python_date_format : null
  if (!column || !format || format === 'epoch_ms') return filter
  const stored = (value: Value): Value => (typeof value === 'number' ? written(value, format, column) : value)
  const { val } = filter
  if (val === undefined) return filter
  return { ...filter, val: isList(val) ? val.map(stored) : stored(val) }
}

/**
 * A filter of a column of instants whose numbers are times of the wall clock of a zone, as results have them. Seconds as
 * the column itself keeps them are taken for the instants they are.
 */
export function onWallClock(filter: QueryFilter, column: DatasetColumn, zone: string): QueryFilter {
  const { val } = filter
  if (val === undefined || filter.grain || column.python_date_format !== 'epoch_s') return filter
  const read = (value: Value): Value => {
    const isNumber = typeof value === 'number' || (typeof value === 'string' && /^-?\d+$/.test(value))
    return isNumber && Math.abs(Number(value)) < MILLISECONDS ? wallClock(Number(value) * 1000, zone) : value
  }
  return { ...filter, val: isList(val) ? val.map(read) : read(val) }
}

function isList(value: NonNullable<QueryFilter['val']> | null): value is readonly Value[] {
  return Array.isArray(value)
}

function written(value: number, format: string, column: DatasetColumn): Value {
  if (format === 'epoch_s') return Math.abs(value) >= MILLISECONDS ? Math.floor(value / 1000) : value
  const text = strftime(format, value)
  if (isText(column.type)) return text
  const isOwn = Math.abs(value) < MILLISECONDS || String(value).length === text.length
  return kindOf(column) === 'number' && /^\d+$/.test(text) && !isOwn ? Number(text) : value
}
