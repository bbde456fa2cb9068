import type { LogicalType } from '#core/table/logical-type.ts'
import { type Column, type GenericType, NUMERIC, STRING, TEMPORAL, type Value } from '#core/table/table.ts'
import { bytesText } from '../shared/bytes-text.ts'
import { epochMs } from '../shared/epoch-ms.ts'

/** A value as read from a file: integers are bigints. */
export type SqliteValue = bigint | number | string | Uint8Array

/** The cells of a result column, and their type. */
export type TypedCells = Pick<Column, 'type' | 'isDays' | 'values'>

const MS = 1000
const DAY_MS = 86_400_000
/** The Julian day of 1970-01-01, and the first number that is no Julian day. */
const EPOCH_DAY = 2_440_587.5
const END_OF_DAYS = 5_373_484.5

const TIME = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d)(:\d\d(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/
/** How our own statements and the functions for times print them. */
const PRINTED = /^\d{4}-\d\d-\d\d(?: \d\d:\d\d:\d\d(?:\.\d+)?)?$/

// SQLite looks for parts of names: `interview_stage` would be an integer, although its values may be texts.
const DECLARED: readonly (readonly [RegExp, LogicalType])[] = [
  [/^DATE$/, 'date'],
  [/^(DATETIME|TIMESTAMP)(TZ|2|64)?\b/, 'timestamp'],
  [/\bU?(TINY|SMALL|MEDIUM|BIG|HUGE|LONG)?INT(EGER)?\d*\b|\bBOOL(EAN)?\b|\b(BIG|SMALL)?SERIAL\b/, 'integer'],
  [/\b(\w*CHAR\d?|CHARACTER|N?CLOB|\w*TEXT|STRING|JSONB?|UUID)\b/, 'text'],
  [/\b\w*(BLOB|BINARY)\b/, 'bytes'],
  [/\b(REAL|FLOAT\d*|DOUBLE|DEC(IMAL)?|NUM(ERIC|BER)?|(SMALL)?MONEY|CURRENCY)\b/, 'double'],
  [/^TIME(TZ)?\b/, 'text'],
]

/**
 * Returns the logical type of a declared type; undefined for a column without one, and for a name that is no type of
 * SQL, whose values may be of any type.
 */
export function logicalTypeNamedBy(type: string): LogicalType | undefined {
  return DECLARED.find(([pattern]) => pattern.test(type.toUpperCase()))?.[1]
}

/** Returns the time of a value in epoch milliseconds, by the rules of `auto`; undefined if it is not a time. */
export function instantOf(raw: SqliteValue): number | null | undefined {
  if (typeof raw === 'object') return undefined
  if (typeof raw === 'string') {
    if (PRINTED.test(raw)) return epochMs(raw)
    const [, day, minutes, seconds = ':00', zone = ''] = TIME.exec(raw) ?? []
    if (day === undefined) return undefined
    return epochMs(minutes === undefined ? day : `${day} ${minutes}${seconds}${zone === 'Z' ? '' : zone}`)
  }
  const number = Number(raw)
  return number >= 0 && number < END_OF_DAYS ? Math.round((number - EPOCH_DAY) * DAY_MS) : number * MS
}

const isNumber = (raw: SqliteValue): boolean => typeof raw === 'bigint' || typeof raw === 'number'

const isDay = (raw: SqliteValue): boolean => typeof raw === 'string' && raw.length === 'YYYY-MM-DD'.length

const isPrintedTime = (raw: SqliteValue): boolean => typeof raw === 'string' && PRINTED.test(raw)

function cellOf(raw: SqliteValue | null): Value {
  if (raw === null || typeof raw === 'string') return raw
  if (typeof raw === 'bigint') return Number.isSafeInteger(Number(raw)) ? Number(raw) : raw.toString()
  if (typeof raw === 'number') return Number.isFinite(raw) ? raw : String(raw)
  return bytesText(String.raw`\x` + Buffer.from(raw).toString('hex'))
}

/** Returns the times of values in epoch milliseconds; undefined if a value is no time. */
function timesOf(raws: readonly (SqliteValue | null)[]): Value[] | undefined {
  const times: Value[] = []
  for (const raw of raws) {
    const time = raw === null ? null : instantOf(raw)
    if (time === undefined) return undefined
    times.push(time)
  }
  return times
}

/**
 * Returns the cells of a result column from its declared type and its values: the declared type only holds if all values
 * have it. A column without one is a time if all values are printed like times.
 */
export function cellsOf(declared: string | null, raws: readonly (SqliteValue | null)[]): TypedCells {
  const logical = logicalTypeNamedBy(declared ?? '')
  const isEvery = (test: (raw: SqliteValue) => boolean): boolean => raws.every((raw) => raw === null || test(raw))
  const plain = (type: GenericType): TypedCells => ({ type, values: raws.map(cellOf) })
  const temporal = (isDays: boolean): TypedCells => {
    const values = timesOf(raws)
    return values ? { type: TEMPORAL, ...(isDays && { isDays }), values } : plain(STRING)
  }
  if (logical === 'date' || logical === 'timestamp') return temporal(logical === 'date')
  if (logical === 'integer' || logical === 'double') return plain(isEvery(isNumber) ? NUMERIC : STRING)
  if (logical !== undefined || raws.every((raw) => raw === null)) return plain(STRING)
  if (isEvery(isNumber)) return plain(NUMERIC)
  return isEvery(isPrintedTime) ? temporal(isEvery(isDay)) : plain(STRING)
}
