import { utcParse } from 'd3-time-format'
import { NUMERIC, STRING, type Value } from '#core/table/table.ts'
import type { ColumnarResult, TimeFormats } from './result.ts'

const ISO = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?))?(Z|[+-]\d\d(?::?\d\d)?)?$/

/** Returns a function that converts a stored time to epoch milliseconds; undefined if it is invalid. */
function readerOf(format: string | null): (value: string | number) => number | undefined {
  if (format === 'epoch_s' || format === 'epoch_ms') {
    const unit = format === 'epoch_s' ? 1000 : 1
    return (value) =>
      validTimestamp(typeof value === 'number' || /^-?\d+$/.test(value) ? Number(value) * unit : Number.NaN)
  }
  const parse = format === null ? parseIso : utcParse(format)
  return (value) => validTimestamp(parse(String(value))?.getTime() ?? Number.NaN)
}

function parseIso(text: string): Date | null {
  const [, day, time = '00:00', zone = 'Z'] = ISO.exec(text.trim()) ?? []
  return day === undefined ? null : new Date(`${day}T${time}${/^[+-]\d\d$/.test(zone) ? `${zone}:00` : zone}`)
}

function validTimestamp(epochMs: number): number | undefined {
  return Number.isNaN(new Date(epochMs).getTime()) ? undefined : epochMs
}

/**
 * Returns a stored time as epoch milliseconds, by the format of its column; undefined if it does not have this format.
 */
export function storedTimestamp(value: Value, format: string | null): number | undefined {
  return value === null || typeof value === 'boolean' ? undefined : readerOf(format)(value)
}

/** Returns the cells as epoch milliseconds; undefined if one of them does not have this format. */
function timestampsOf(values: readonly Value[], format: string | null): readonly Value[] | undefined {
  const read = readerOf(format)
  const cells: Value[] = []
  for (const value of values) {
    const instant = value === null ? null : typeof value === 'boolean' ? undefined : read(value)
    if (instant === undefined) return undefined
    cells.push(instant)
  }
  return cells
}

/**
 * Returns the result with stored times converted to timestamps, as tables and axes show them. A column with other
 * values is not temporal.
 */
export function withTimestamps(entry: ColumnarResult): ColumnarResult {
  const { time_formats: formats, ...head } = entry
  if (!formats) return entry
  const coltypes = [...entry.coltypes]
  const columns = entry.colnames.map((name, index) => {
    const values = entry.columns[index] ?? []
    if (!Object.hasOwn(formats, name)) return values
    const read = timestampsOf(values, formats[name] ?? null)
    if (!read) coltypes[index] = values.every((value) => typeof value !== 'string') ? NUMERIC : STRING
    return read ?? values
  })
  return { ...head, coltypes, columns }
}

/** Converts records in the same way, without column types. */
export function recordsWithTimestamps<T extends Readonly<Record<string, unknown>>>(
  records: readonly T[],
  formats: TimeFormats | undefined,
): readonly T[] {
  const names = Object.keys(formats ?? {})
  if (!formats || names.length === 0) return records
  const read = names.map((name) => {
    const values = records.map((record) => (record[name] ?? null) as Value)
    return { name, values: timestampsOf(values, formats[name] ?? null) }
  })
  return records.map((record, row) => {
    const own = read.flatMap(({ name, values }) =>
      values && Object.hasOwn(record, name) ? [[name, values[row] ?? null]] : [],
    )
    return { ...record, ...Object.fromEntries(own) }
  })
}
