import type { DatasetColumn } from '#core/entity/dataset.ts'
import type { QueryFilter } from '#core/query/query-object.ts'
import type { Value } from '#core/table/table.ts'
import { wallClock } from '#core/time/instants.ts'
import { isText } from './columns.ts'
import { strftime } from './strftime.ts'
import { kindOf } from './values.ts'

/** As seconds, larger numbers lie after the year 5138; as milliseconds, after March 1973. */
const MILLISECONDS = 100_000_000_000

/**
 * Returns a filter whose timestamps (epoch milliseconds, as in results) are converted to the form the column stores:
 * seconds, or its format. Numbers already in the stored form are unchanged.
 */
export function storedTimeFilter(filter: QueryFilter, column: DatasetColumn | undefined): QueryFilter {
  const format = column?.is_dttm && !filter.grain ? column.python_date_format : null
  if (!column || !format || format === 'epoch_ms') return filter
  const stored = (value: Value): Value => (typeof value === 'number' ? written(value, format, column) : value)
  const { val } = filter
  if (val === undefined) return filter
  return { ...filter, val: isList(val) ? val.map(stored) : stored(val) }
}

/**
 * Returns a filter on a column of instants whose numbers are local times of a zone, as in results. Seconds, as the
 * column itself stores them, are read as instants.
 */
export function wallClockFilter(filter: QueryFilter, column: DatasetColumn, zone: string): QueryFilter {
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
  if (isText(column)) return text
  const isOwn = Math.abs(value) < MILLISECONDS || String(value).length === text.length
  return kindOf(column) === 'number' && /^\d+$/.test(text) && !isOwn ? Number(text) : value
}
