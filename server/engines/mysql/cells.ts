import type { LogicalType } from '#core/table/logical-type.ts'
import { STRING, type Value } from '#core/table/table.ts'
import { bytesText } from '../shared/bytes-text.ts'
import type { CellFormat } from '../shared/results.ts'
import {
  decimalFormat,
  digitsFormat,
  integerFormat,
  timestampFormat,
  MIN_EXACT_DECIMAL,
  floatFormat,
  textFormat,
} from '../shared/text-formats.ts'
import type { MysqlField, MysqlValue } from './driver.ts'

export type MysqlFormat = CellFormat<MysqlValue>

/** Type numbers of the protocol. */
const FLOAT = 4
const DOUBLE = 5
const BIT = 16
const JSON_TYPE = 245
const GEOMETRY = 255
const DECIMALS = new Set([0, 246])
const INTEGERS = new Set([1, 2, 3, 8, 9, 13])
const TIMESTAMPS = new Set([7, 12])
const DATES = new Set([10, 14])
const TEXTS = new Set([15, 249, 250, 251, 252, 253, 254])

/** The character set of bytes. */
const BINARY = 63
/** Decimals of a FLOAT that are shown are those that tell it from its neighbours. */
const MIN_FLOAT_DIGITS = 6
const MAX_FLOAT_DIGITS = 9

const ofText = (format: CellFormat<string>): MysqlFormat => ({
  ...format,
  value: (raw) => format.value(String(raw)),
  json: (raw) => format.json(String(raw)),
})

/** Returns the shortest number that is stored as the same FLOAT. */
function shortFloat(raw: MysqlValue): number {
  const exact = Number(raw)
  for (let digits = MIN_FLOAT_DIGITS; digits < MAX_FLOAT_DIGITS; digits++) {
    const short = Number(exact.toPrecision(digits))
    if (Math.fround(short) === exact) return short
  }
  return exact
}

const text = ofText(textFormat)
const integer = ofText(integerFormat)
const double = ofText(floatFormat)
const float: MysqlFormat = {
  ...double,
  value: shortFloat,
  json: (raw) => JSON.stringify(shortFloat(raw)),
}

/** `0000-00-00` and dates without a month or day are no dates. */
function momentOf(raw: MysqlValue): Value {
  const written = String(raw)
  return /^\d{4}-(00|\d\d-00)/.test(written) ? null : timestampFormat.value(written)
}

const instant: MysqlFormat = { ...timestampFormat, value: momentOf, json: (raw) => String(momentOf(raw)) }

function shownBytes(raw: MysqlValue): string {
  return bytesText(String.raw`\x` + Buffer.from(raw as Buffer | string).toString('hex'))
}

const bytes: MysqlFormat = { type: STRING, value: shownBytes, json: (raw) => JSON.stringify(shownBytes(raw)) }

function bitsOf(raw: MysqlValue): Value {
  const hex = Buffer.from(raw as Buffer | string).toString('hex')
  return integerFormat.value(BigInt(`0x${hex || '0'}`).toString())
}

const bitFormat: MysqlFormat = { ...integer, value: bitsOf, json: (raw) => JSON.stringify(bitsOf(raw)) }

function geometryText(raw: MysqlValue): string {
  return typeof raw === 'object' ? JSON.stringify(raw) : String(raw)
}

const geometry: MysqlFormat = { type: STRING, value: geometryText, json: (raw) => JSON.stringify(geometryText(raw)) }

/** Returns the logical type of a result column. A BOOLEAN is a TINYINT, which may hold any small number. */
export function fieldTypeOf({ columnType, characterSet }: MysqlField): LogicalType {
  if (INTEGERS.has(columnType) || columnType === BIT) return 'integer'
  if (DECIMALS.has(columnType)) return 'decimal'
  if (columnType === FLOAT) return 'real'
  if (columnType === DOUBLE) return 'double'
  if (TIMESTAMPS.has(columnType)) return 'timestamp'
  if (DATES.has(columnType)) return 'date'
  if (columnType === JSON_TYPE || columnType === GEOMETRY) return 'opaque'
  if (TEXTS.has(columnType)) return characterSet === BINARY ? 'bytes' : 'text'
  return 'other'
}

const formats: Readonly<Partial<Record<LogicalType, MysqlFormat>>> = {
  integer,
  real: float,
  double,
  timestamp: instant,
  date: { ...instant, isDays: true },
  bytes,
}

/** Quotients have as many decimals as the session says, most of them zeros. */
const withoutZeros = (raw: MysqlValue): string => String(raw).replace(/\.0+$|(\.\d*[1-9])0+$/, '$1')
const quotient = decimalFormat(MIN_EXACT_DECIMAL)
const quotientFormat: MysqlFormat = {
  ...quotient,
  value: (raw) => quotient.value(withoutZeros(raw)),
  json: (raw) => quotient.json(withoutZeros(raw)),
}
const integerDecimalFormat = ofText(decimalFormat(0))
const digits = ofText(digitsFormat)

/** Returns the format of a result column. Only numbers of a table keep digits that a double would lose. */
export function fieldFormat(field: MysqlField, allDigits = false): MysqlFormat {
  const logical = fieldTypeOf(field)
  if (field.columnType === BIT) return bitFormat
  if (field.columnType === GEOMETRY) return geometry
  if (logical !== 'decimal') return formats[logical] ?? text
  if (allDigits) return digits
  return field.orgTable === '' ? quotientFormat : integerDecimalFormat
}

const NAMES: Readonly<Record<LogicalType, string>> = {
  boolean: 'TINYINT',
  integer: 'BIGINT',
  unsigned128: 'BIGINT',
  decimal: 'DECIMAL',
  real: 'FLOAT',
  double: 'DOUBLE',
  date: 'DATE',
  timestamp: 'DATETIME',
  text: 'VARCHAR',
  bytes: 'BLOB',
  list: 'JSON',
  nested: 'JSON',
  opaque: 'JSON',
  other: 'TIME',
}

/** Returns the name of the type of a result column. */
export function typeNameOf(field: MysqlField): string {
  return field.columnType === GEOMETRY ? 'GEOMETRY' : NAMES[fieldTypeOf(field)]
}

/** Returns the logical type of a table column by its type in `information_schema`. */
export function logicalTypeNamedBy(type: string): LogicalType {
  const name = type.toLowerCase()
  if (/^(tiny|small|medium|big|large)?int|^(bit|year|bool|boolean)\b/.test(name)) return 'integer'
  if (name.startsWith('decimal')) return 'decimal'
  if (name.startsWith('float')) return 'real'
  if (name.startsWith('double')) return 'double'
  if (/^date(v2)?$/.test(name)) return 'date'
  if (/^(datetime|timestamp)/.test(name)) return 'timestamp'
  if (/^(var)?binary|blob$/.test(name)) return 'bytes'
  if (/^(json|geometry|point|linestring|polygon|multi|geom|array|map|struct|variant|bitmap|hll|percentile)/.test(name))
    return 'opaque'
  return /^(time|inet)/.test(name) || name === 'uuid' ? 'other' : 'text'
}
