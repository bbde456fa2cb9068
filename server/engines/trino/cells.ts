import { genericOf, type LogicalType } from '#core/table/logical-type.ts'
import { firstInstant } from '#core/time/instants.ts'
import { BOOLEAN, NUMERIC, STRING, TEMPORAL, type Value } from '#core/table/table.ts'
import { bytesText } from '../shared/bytes-text.ts'
import { epochMs } from '../shared/epoch-ms.ts'
import type { CellFormat } from '../shared/results.ts'
import { decimalFormat, digitsFormat, integerFormat, MIN_EXACT_DECIMAL } from '../shared/text-formats.ts'
import type { TrinoColumn, TrinoType, TrinoValue } from './client.ts'

export type TrinoFormat = CellFormat<TrinoValue>

const LOGICAL: Readonly<Record<string, LogicalType>> = {
  boolean: 'boolean',
  tinyint: 'integer',
  smallint: 'integer',
  integer: 'integer',
  bigint: 'integer',
  real: 'real',
  double: 'double',
  decimal: 'decimal',
  date: 'date',
  timestamp: 'timestamp',
  'timestamp with time zone': 'timestamp',
  varchar: 'text',
  char: 'text',
  unknown: 'text',
  varbinary: 'bytes',
  array: 'opaque',
  map: 'opaque',
  row: 'opaque',
  json: 'opaque',
}

/** Returns the logical type of a type of the server, such as `timestamp(6) with time zone`. */
function logicalTypeNamedBy(type: string): LogicalType {
  const name = type.toLowerCase()
  const [base = ''] = name.split('(')
  return LOGICAL[name.replace(/\(\d+\)/, '')] ?? LOGICAL[base.trim()] ?? 'other'
}

const format = (type: TrinoFormat['type'], value: (raw: TrinoValue) => Value): TrinoFormat => ({
  type,
  value,
  json: (raw) => JSON.stringify(value(raw)),
})

/** Only nested values are objects. */
const rawText = (raw: TrinoValue): string => (typeof raw === 'object' ? JSON.stringify(raw) : String(raw))

const text = format(STRING, rawText)
const paddedTextFormat = format(STRING, (raw) => rawText(raw).trimEnd())
const boolean = format(BOOLEAN, (raw) => raw === true)
/** Numbers that a double holds arrive as numbers; others as their digits, `NaN` or `Infinity`. */
const double = format(NUMERIC, (raw) => (typeof raw === 'number' ? raw : rawText(raw)))
const integer = format(NUMERIC, (raw) => (typeof raw === 'number' ? raw : integerFormat.value(rawText(raw))))
const timestamp = format(TEMPORAL, (raw) => epochMsOf(rawText(raw)))
const date: TrinoFormat = { ...timestamp, isDays: true }
const bytes = format(STRING, (raw) => bytesText(String.raw`\x` + Buffer.from(rawText(raw), 'base64').toString('hex')))
const ofText = (given: CellFormat<string>): TrinoFormat => format(given.type, (raw) => given.value(rawText(raw)))
const decimal = ofText(decimalFormat(MIN_EXACT_DECIMAL))
const digits = ofText(digitsFormat)

const formats: Readonly<Partial<Record<LogicalType, TrinoFormat>>> = {
  boolean,
  integer,
  real: double,
  double,
  timestamp,
  date,
  bytes,
}

/** Returns the format of a result column. */
export function cellFormat({ type, typeSignature }: TrinoColumn, allDigits = false): TrinoFormat {
  const logical = logicalTypeNamedBy(type)
  if (logical === 'decimal') return allDigits ? digits : decimal
  if (logical === 'opaque' && typeSignature.rawType !== 'json')
    return format(STRING, (raw) => nestedText(raw, typeSignature))
  if (typeSignature.rawType === 'char') return paddedTextFormat
  return formats[logical] ?? text
}

/**
 * Returns the epoch milliseconds of a date or timestamp; null for years outside the range of Date. The server prints
 * the local time of a named zone: of two instants with the same local time, it is the first.
 */
function epochMsOf(written: string): number | null {
  const [day = '', time = '', zone = ''] = written.split(' ')
  const isBefore = day.startsWith('-')
  const [year = '', ...rest] = day.replace(/^[+-]/, '').split('-')
  const local = `${[isBefore ? String(Number(year) + 1).padStart(4, '0') : year, ...rest].join('-')} ${time}`
  const isOffset = /^[+-]/.test(zone)
  const instant = epochMs(`${local.trimEnd()}${isOffset ? zone : ''}${isBefore ? ' BC' : ''}`)
  if (instant === null || zone === '' || isOffset || zone === 'UTC' || zone === 'Z') return instant
  return firstInstant(instant, zone)
}

/** Returns a table column by its name and type. */
export function columnOf(name: string, type: string) {
  const logical = logicalTypeNamedBy(type)
  return { name, type: type.toUpperCase(), logical, generic: genericOf(logical), nullable: true }
}

/** Returns a nested value as `json_format` prints it. */
function nestedText(raw: unknown, type: TrinoType): string {
  if (raw === null || raw === undefined) return 'null'
  const types = type.arguments.map(typeIn)
  if (type.rawType === 'array') {
    const [item] = types
    return `[${(raw as readonly unknown[]).map((each) => nestedText(each, item ?? TEXT)).join(',')}]`
  }
  if (type.rawType === 'map') {
    const entries = Object.entries(raw).toSorted(([one], [other]) => (one < other ? -1 : 1))
    return `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${nestedText(value, types[1] ?? TEXT)}`).join(',')}}`
  }
  if (type.rawType === 'row') {
    const names = type.arguments.map(fieldNameIn)
    const values = (raw as readonly unknown[]).map(
      (each, index) => `${JSON.stringify(names[index] ?? '')}:${nestedText(each, types[index] ?? TEXT)}`,
    )
    return `{${values.join(',')}}`
  }
  return simpleText(raw, logicalTypeNamedBy(type.rawType), type)
}

function simpleText(raw: unknown, logical: LogicalType, { rawType }: TrinoType): string {
  // JSON within JSON is printed as it is.
  if (rawType === 'json') return String(raw)
  const isNumber = logical === 'integer' || logical === 'decimal' || logical === 'double' || logical === 'real'
  if (isNumber && Number.isFinite(Number(raw))) return String(raw)
  return JSON.stringify(raw)
}

const TEXT: TrinoType = { rawType: 'varchar', arguments: [] }

type TypeArgument = TrinoType['arguments'][number]

/** Types of fields have a name: `{ fieldName: { name }, typeSignature }`. */
function typeIn({ value }: TypeArgument): TrinoType {
  if (typeof value !== 'object' || value === null) return TEXT
  if ('typeSignature' in value) return value.typeSignature as TrinoType
  return 'rawType' in value ? (value as TrinoType) : TEXT
}

function fieldNameIn({ value }: TypeArgument): string {
  const field = (value as { readonly fieldName?: { readonly name?: string } | null } | null)?.fieldName
  return field?.name ?? ''
}
