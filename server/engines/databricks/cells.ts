import { genericOf, type LogicalType } from '#core/table/logical-type.ts'
import { BOOLEAN, NUMERIC, STRING, TEMPORAL, type Value } from '#core/table/table.ts'
import type { TableColumn } from '../engine.ts'
import { bytesText } from '../shared/bytes-text.ts'
import { epochMs } from '../shared/epoch-ms.ts'
import type { CellFormat } from '../shared/results.ts'
import { decimalFormat, digitsFormat, integerFormat, MIN_EXACT_DECIMAL } from '../shared/text-formats.ts'

type DatabricksFormat = CellFormat<DatabricksValue>

/** A value as read by the driver: integers of 64 bits are bigints, decimals and times are texts. */
export type DatabricksValue = string | number | boolean | object

/** A column of a result: its type as in SQL, such as `DECIMAL(10,2)`. */
export interface DatabricksColumn {
  readonly name: string
  readonly type: string
}

const MIN_REAL_DIGITS = 6
const MAX_REAL_DIGITS = 9

/** The names of types by their number in the protocol of the driver. */
const NAMES = [
  'BOOLEAN',
  'TINYINT',
  'SMALLINT',
  'INT',
  'BIGINT',
  'FLOAT',
  'DOUBLE',
  'STRING',
  'TIMESTAMP',
  'BINARY',
  'ARRAY',
  'MAP',
  'STRUCT',
  'UNION',
  'USER_DEFINED',
  'DECIMAL',
  'VOID',
  'DATE',
  'VARCHAR',
  'CHAR',
  'INTERVAL YEAR TO MONTH',
  'INTERVAL DAY TO SECOND',
]

/** Returns the name of a type by its number in the protocol. */
export function typeNamed(number: number | undefined): string {
  return NAMES[number ?? -1] ?? 'STRING'
}

const LOGICAL: Readonly<Record<string, LogicalType>> = {
  BOOLEAN: 'boolean',
  TINYINT: 'integer',
  SMALLINT: 'integer',
  INT: 'integer',
  INTEGER: 'integer',
  BIGINT: 'integer',
  FLOAT: 'real',
  DOUBLE: 'double',
  DECIMAL: 'decimal',
  DATE: 'date',
  TIMESTAMP: 'timestamp',
  TIMESTAMP_NTZ: 'timestamp',
  STRING: 'text',
  VARCHAR: 'text',
  CHAR: 'text',
  VOID: 'text',
  BINARY: 'bytes',
  ARRAY: 'opaque',
  MAP: 'opaque',
  STRUCT: 'opaque',
  VARIANT: 'opaque',
}

function logicalOf(type: string): LogicalType {
  const [name = ''] = type.toUpperCase().split(/[(<]/)
  return LOGICAL[name.trim()] ?? 'other'
}

/** Returns the description of a column. */
export function databricksColumn({ name, type }: DatabricksColumn): TableColumn {
  const logical = logicalOf(type)
  return { name, type, logical, generic: genericOf(logical), nullable: true }
}

const format = (type: DatabricksFormat['type'], value: (raw: DatabricksValue) => Value): DatabricksFormat => ({
  type,
  value,
  json: (raw) => JSON.stringify(value(raw)),
})

/** Returns nested values as JSON, and bytes as text. */
function rawText(raw: DatabricksValue): string {
  if (Buffer.isBuffer(raw)) return bytesText(String.raw`\x` + raw.toString('hex'))
  return typeof raw === 'object' ? JSON.stringify(raw) : String(raw)
}

const ofText = (given: CellFormat<string>): DatabricksFormat => format(given.type, (raw) => given.value(rawText(raw)))

/** Returns a number, or the text of one that JSON does not have. */
function doubleOf(raw: DatabricksValue): Value {
  const number = Number(raw)
  return Number.isFinite(number) ? number : String(number)
}

/** Returns the shortest number that is stored as the same FLOAT. */
function shortReal(raw: DatabricksValue): Value {
  const exact = Number(raw)
  for (let digits = MIN_REAL_DIGITS; digits < MAX_REAL_DIGITS; digits++) {
    const short = Number(exact.toPrecision(digits))
    if (Math.fround(short) === exact) return short
  }
  return doubleOf(raw)
}

/** Dates arrive as times, timestamps as texts. */
function momentOf(raw: DatabricksValue): number | null {
  if (raw instanceof Date || typeof raw === 'number') return Number(raw)
  return epochMs(rawText(raw).replace('T', ' '))
}

const timestamp = format(TEMPORAL, momentOf)
const decimal = ofText(decimalFormat(MIN_EXACT_DECIMAL))
const digits = ofText(digitsFormat)
const text = format(STRING, rawText)

const formats: Readonly<Partial<Record<LogicalType, DatabricksFormat>>> = {
  boolean: format(BOOLEAN, (raw) => raw === true),
  integer: ofText(integerFormat),
  real: format(NUMERIC, shortReal),
  double: format(NUMERIC, doubleOf),
  timestamp,
  date: { ...timestamp, isDays: true },
}

/** Returns the format of a result column. */
export function databricksFormat({ type }: DatabricksColumn, allDigits: boolean): DatabricksFormat {
  const logical = logicalOf(type)
  if (logical === 'decimal') return allDigits ? digits : decimal
  return formats[logical] ?? text
}
