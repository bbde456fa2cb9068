import { genericOf, type LogicalType } from '#core/table/logical-type.ts'
import { BOOLEAN, NUMERIC, STRING, TEMPORAL, type Value } from '#core/table/table.ts'
import type { TableColumn } from '../engine.ts'
import { bytesText } from '../shared/bytes-text.ts'
import type { CellFormat } from '../shared/results.ts'
import { decimalFormat, digitsFormat, integerFormat, MIN_EXACT_DECIMAL, textFormat } from '../shared/text-formats.ts'
import type { MssqlValue } from './driver.ts'

export type MssqlFormat = CellFormat<MssqlValue>

/** Digits of a decimal number that a double holds. */
const DOUBLE_DIGITS = 15
/** Decimals with this precision are results of a sum or a quotient. */
const COMPUTED_PRECISION = 38
const MONEY_DECIMALS = 4
const MICROS = 1e6
const MIN_REAL_DIGITS = 6
const MAX_REAL_DIGITS = 9

const LOGICAL: readonly (readonly [RegExp, LogicalType])[] = [
  [/^(?:tiny|small|big)?int$/, 'integer'],
  [/^(?:decimal|numeric|money|smallmoney)$/, 'decimal'],
  [/^real$/, 'real'],
  [/^float$/, 'double'],
  [/^bit$/, 'boolean'],
  [/^date$/, 'date'],
  [/^(?:small)?datetime(?:2|offset)?$/, 'timestamp'],
  [/^(?:n?(?:var)?char|sysname)$/, 'text'],
  [/^(?:(?:var)?binary|timestamp|rowversion)$/, 'bytes'],
  [/^(?:uniqueidentifier|time|hierarchyid)$/, 'other'],
]

/** A type as the server writes it, such as `decimal(10,2)`, in parts. */
interface TypeParts {
  readonly name: string
  readonly sizes: readonly number[]
}

function typeParts(type: string): TypeParts {
  const [, name = type, sizes = ''] = /^([^(]+)(?:\(([^)]*)\))?$/.exec(type.toLowerCase()) ?? []
  return { name, sizes: sizes.split(',').map(Number) }
}

/** Returns the logical type of a type of the server. XML, documents, shapes and texts without equality are opaque. */
function mssqlTypeOf(type: string): LogicalType {
  const { name } = typeParts(type)
  return LOGICAL.find(([pattern]) => pattern.test(name))?.[1] ?? 'opaque'
}

/** Returns the description of a column. */
export function mssqlColumn(name: string, type: string, nullable: boolean): TableColumn {
  const logical = mssqlTypeOf(type)
  return { name, type, logical, generic: genericOf(logical), nullable }
}

/** True if the driver would read values of a type as doubles that lose digits. */
export function losesDigits(type: string): boolean {
  const { name, sizes } = typeParts(type)
  return (name === 'decimal' || name === 'numeric') && (sizes[0] ?? COMPUTED_PRECISION) > DOUBLE_DIGITS
}

const ofValue = (type: MssqlFormat['type'], value: (raw: MssqlValue) => Value): MssqlFormat => ({
  type,
  value,
  json: (raw) => JSON.stringify(value(raw)),
})

const ofText = (format: CellFormat<string>, text: (raw: MssqlValue) => string): MssqlFormat =>
  ofValue(format.type, (raw) => format.value(text(raw)))

/** Returns the shortest number that is stored as the same REAL. */
function shortReal(raw: MssqlValue): number {
  const exact = Number(raw)
  for (let digits = MIN_REAL_DIGITS; digits < MAX_REAL_DIGITS; digits++) {
    const short = Number(exact.toPrecision(digits))
    if (Math.fround(short) === exact) return short
  }
  return exact
}

/** Returns the microseconds below the milliseconds of a time. */
function microsOf(raw: MssqlValue): number {
  const { nanosecondsDelta: seconds = 0 } = raw as { readonly nanosecondsDelta?: number }
  return Math.floor(Math.round(seconds * MICROS * 10) / 10)
}

function momentOf(raw: MssqlValue): Value {
  const millis = Number(raw)
  const micros = microsOf(raw)
  return micros === 0 ? millis : (millis * 1000 + micros) / 1000
}

/** Returns a time of day as the server casts it to text. */
function timeText(raw: MssqlValue, decimals: number): string {
  const date = raw as Date & { readonly nanosecondsDelta?: number }
  const below = Math.round((date.nanosecondsDelta ?? 0) * 1e7)
  const fraction = `${String(date.getUTCMilliseconds()).padStart(3, '0')}${String(below).padStart(4, '0')}`
  const text = date.toISOString().slice(11, 19)
  return decimals === 0 ? text : `${text}.${fraction.slice(0, decimals)}`
}

function shownText(raw: MssqlValue): string {
  if (Buffer.isBuffer(raw)) return bytesText(String.raw`\x` + raw.toString('hex'))
  return raw instanceof Date ? raw.toISOString() : String(raw)
}

const timestampFormat = ofValue(TEMPORAL, momentOf)
const formats: Readonly<Partial<Record<LogicalType, MssqlFormat>>> = {
  integer: ofText(integerFormat, String),
  real: ofValue(NUMERIC, shortReal),
  double: ofValue(NUMERIC, Number),
  boolean: ofValue(BOOLEAN, (raw) => raw === true),
  timestamp: timestampFormat,
  date: { ...timestampFormat, isDays: true },
  bytes: ofValue(STRING, shownText),
}

/** Returns a decimal number with all its digits; those that the driver reads as doubles have at most 15. */
const digitsOf =
  (decimals: number) =>
  (raw: MssqlValue): string =>
    typeof raw === 'number' ? raw.toFixed(decimals) : String(raw)

/** Returns the format of a result column by its type on the server. */
export function mssqlFormat(type: string, allDigits = false): MssqlFormat {
  const logical = mssqlTypeOf(type)
  const { name, sizes } = typeParts(type)
  if (logical === 'decimal') {
    const decimals = name.endsWith('money') ? MONEY_DECIMALS : (sizes[1] ?? 0)
    const isComputed = sizes[0] === COMPUTED_PRECISION
    return ofText(allDigits ? digitsFormat : decimalFormat(isComputed ? MIN_EXACT_DECIMAL : 0), digitsOf(decimals))
  }
  if (name === 'time') return ofText(textFormat, (raw) => timeText(raw, sizes[0] ?? 7))
  return formats[logical] ?? ofText(textFormat, shownText)
}
