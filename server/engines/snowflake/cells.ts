import { genericOf, type LogicalType } from '#core/table/logical-type.ts'
import { BOOLEAN, NUMERIC, STRING, TEMPORAL, type Value } from '#core/table/table.ts'
import type { TableColumn } from '../engine.ts'
import { bytesText } from '../shared/bytes-text.ts'
import type { CellFormat } from '../shared/results.ts'
import { decimalFormat, digitsFormat, integerFormat, MIN_EXACT_DECIMAL } from '../shared/text-formats.ts'
import type { SnowflakeColumn, SnowflakeDate, SnowflakeValue } from './client.ts'

type SnowflakeFormat = CellFormat<SnowflakeValue>

const NANOS = 1e6

/** The names of types in SQL, by those of the driver. */
const SQL_NAMES: Readonly<Record<string, string>> = { FIXED: 'NUMBER', REAL: 'FLOAT' }

const LOGICAL: Readonly<Record<string, LogicalType>> = {
  NUMBER: 'decimal',
  FLOAT: 'double',
  TEXT: 'text',
  BOOLEAN: 'boolean',
  DATE: 'date',
  TIMESTAMP_NTZ: 'timestamp',
  TIMESTAMP_LTZ: 'timestamp',
  TIMESTAMP_TZ: 'timestamp',
  BINARY: 'bytes',
  VARIANT: 'opaque',
  OBJECT: 'opaque',
  ARRAY: 'opaque',
  MAP: 'opaque',
  GEOGRAPHY: 'opaque',
  GEOMETRY: 'opaque',
}

const sqlName = (type: string): string => SQL_NAMES[type.toUpperCase()] ?? type.toUpperCase()

function logicalOf(name: string, scale: number): LogicalType {
  return name === 'NUMBER' && scale === 0 ? 'integer' : (LOGICAL[name] ?? 'other')
}

/** Returns the description of a column. */
export function tableColumn(
  name: string,
  type: string,
  { precision, scale }: { readonly precision: number; readonly scale: number },
  nullable: boolean,
): TableColumn {
  const sql = sqlName(type)
  const logical = logicalOf(sql, scale)
  return {
    name,
    type: sql === 'NUMBER' ? `NUMBER(${precision},${scale})` : sql,
    logical,
    generic: genericOf(logical),
    nullable,
  }
}

/** Returns the description of a column of a result. */
export function snowflakeColumn(column: SnowflakeColumn): TableColumn {
  const size = { precision: column.getPrecision(), scale: column.getScale() }
  return tableColumn(column.getName(), column.getType(), size, column.isNullable())
}

const format = (type: SnowflakeFormat['type'], value: (raw: SnowflakeValue) => Value): SnowflakeFormat => ({
  type,
  value,
  json: (raw) => JSON.stringify(value(raw)),
})

const ofText = (given: CellFormat<string>): SnowflakeFormat => format(given.type, (raw) => given.value(String(raw)))

/** Returns a number, or the text of one that JSON does not have. */
function doubleOf(text: string): Value {
  const number = Number(text)
  if (Number.isFinite(number)) return number
  if (/^[+-]?inf/i.test(text)) return text.startsWith('-') ? '-Infinity' : 'Infinity'
  return 'NaN'
}

/** Returns the epoch milliseconds of a time, to the microsecond. */
function momentOf(raw: SnowflakeValue): number {
  const { seconds, nanos } = partsOf(raw as SnowflakeDate)
  const micros = Math.floor(nanos / 1000)
  const millis = seconds * 1000 + Math.floor(micros / 1000)
  return micros % 1000 === 0 ? millis : (millis * 1000 + (micros % 1000)) / 1000
}

function partsOf(date: SnowflakeDate): { readonly seconds: number; readonly nanos: number } {
  if (typeof date.getEpochSeconds === 'function')
    return { seconds: date.getEpochSeconds(), nanos: date.getNanoSeconds() }
  const millis = Number(date)
  const seconds = Math.floor(millis / 1000)
  return { seconds, nanos: (millis - seconds * 1000) * NANOS }
}

/** Returns a document without the spaces that the server prints. */
function compact(raw: SnowflakeValue): string {
  return String(raw).replace(/"(?:[^"\\]|\\.)*"|\s+/g, (part) => (part.startsWith('"') ? part : ''))
}

function shownText(raw: SnowflakeValue): string {
  return Buffer.isBuffer(raw) ? bytesText(String.raw`\x` + raw.toString('hex')) : String(raw)
}

const timestampFormat = format(TEMPORAL, momentOf)
const decimal = ofText(decimalFormat(MIN_EXACT_DECIMAL))
const digits = ofText(digitsFormat)
const formats: Readonly<Partial<Record<LogicalType, SnowflakeFormat>>> = {
  integer: ofText(integerFormat),
  double: format(NUMERIC, (raw) => doubleOf(String(raw))),
  boolean: format(BOOLEAN, (raw) => raw === true),
  date: { ...timestampFormat, isDays: true },
  timestamp: timestampFormat,
  opaque: format(STRING, compact),
}
const text = format(STRING, shownText)

/** Returns the format of a result column. */
export function snowflakeFormat(column: SnowflakeColumn, allDigits: boolean): SnowflakeFormat {
  const logical = logicalOf(sqlName(column.getType()), column.getScale())
  if (logical === 'decimal') return allDigits ? digits : decimal
  return formats[logical] ?? text
}
