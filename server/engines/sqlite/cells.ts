import type { LogicalType } from '#core/table/logical-type.ts'
import { type GenericType, NUMERIC, STRING, TEMPORAL, type Value } from '#core/table/table.ts'
import { bytesText } from '../shared/bytes-text.ts'
import { epochMs } from '../shared/epoch-ms.ts'
import type { CellFormat } from '../shared/results.ts'

/** A value as read from a file: integers are bigints. */
export type SqliteValue = bigint | number | string | Uint8Array

type SqliteFormat = CellFormat<SqliteValue>

const MS = 1000
const DAY_MS = 86_400_000
/** The Julian day of 1970-01-01, and the first number that is no Julian day. */
const EPOCH_DAY = 2_440_587.5
const END_OF_DAYS = 5_373_484.5

const TIME = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d)(:\d\d(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/
/** How our own statements and the functions for times print them. */
const PRINTED = /^\d{4}-\d\d-\d\d(?: \d\d:\d\d:\d\d(?:\.\d+)?)?$/

/** Returns the logical type of a declared type, by the rules of SQLite; undefined for a column without one. */
export function logicalTypeNamedBy(type: string): LogicalType | undefined {
  const name = type.toUpperCase()
  if (name === '') return undefined
  if (/^DATE$/.test(name)) return 'date'
  if (/^(DATETIME|TIMESTAMP)/.test(name)) return 'timestamp'
  if (/INT|BOOL/.test(name)) return 'integer'
  if (/CHAR|CLOB|TEXT|JSON|UUID/.test(name)) return 'text'
  if (/BLOB|BINARY/.test(name)) return 'bytes'
  if (/REAL|FLOA|DOUB|DEC|NUM/.test(name)) return 'double'
  return name.startsWith('TIME') ? 'text' : undefined
}

/** Returns the time of a value in epoch milliseconds, by the rules of `auto`; undefined if it is not a time. */
export function instantOf(raw: SqliteValue): number | null | undefined {
  if (typeof raw === 'object') return undefined
  if (typeof raw === 'string') {
    const [, day, minutes, seconds = ':00', zone = ''] = TIME.exec(raw) ?? []
    if (day === undefined) return undefined
    return epochMs(minutes === undefined ? day : `${day} ${minutes}${seconds}${zone === 'Z' ? '' : zone}`)
  }
  const number = Number(raw)
  return number >= 0 && number < END_OF_DAYS ? Math.round((number - EPOCH_DAY) * DAY_MS) : number * MS
}

const isNumber = (raw: SqliteValue): boolean => typeof raw === 'bigint' || typeof raw === 'number'

function cellOf(raw: SqliteValue): Value {
  if (typeof raw === 'bigint') return Number.isSafeInteger(Number(raw)) ? Number(raw) : raw.toString()
  if (typeof raw === 'number') return Number.isFinite(raw) ? raw : String(raw)
  if (typeof raw === 'string') return raw
  return bytesText(String.raw`\x` + Buffer.from(raw).toString('hex'))
}

function formatOf(type: GenericType, value: (raw: SqliteValue) => Value, isDays = false): SqliteFormat {
  return { type, ...(isDays && { isDays }), value, json: (raw) => JSON.stringify(value(raw)) }
}

const plainFormat = (type: GenericType): SqliteFormat => formatOf(type, cellOf)

/** A later chunk may hold a value that is no time. */
const timeOf = (raw: SqliteValue): Value => {
  const instant = instantOf(raw)
  return instant === undefined ? cellOf(raw) : instant
}

const isDay = (raw: SqliteValue): boolean => typeof raw === 'string' && raw.length === 'YYYY-MM-DD'.length

/**
 * Returns the format of a result column from its declared type and its values that are not null: the declared type only
 * holds if all values have it. A column without one is a time if all values are printed like times.
 */
export function formatFor(declared: string | null, values: readonly SqliteValue[]): SqliteFormat {
  const logical = logicalTypeNamedBy(declared ?? '')
  if (logical === 'date' || logical === 'timestamp') {
    if (values.every((raw) => instantOf(raw) !== undefined)) return formatOf(TEMPORAL, timeOf, logical === 'date')
    return plainFormat(STRING)
  }
  if (logical === 'integer' || logical === 'double') return plainFormat(values.every(isNumber) ? NUMERIC : STRING)
  if (logical !== undefined || values.length === 0) return plainFormat(STRING)
  if (values.every(isNumber)) return plainFormat(NUMERIC)
  const isTime = values.every((raw) => typeof raw === 'string' && PRINTED.test(raw))
  return isTime ? formatOf(TEMPORAL, timeOf, values.every(isDay)) : plainFormat(STRING)
}
