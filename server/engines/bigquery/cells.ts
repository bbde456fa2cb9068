import { genericOf, type LogicalType } from '#core/table/logical-type.ts'
import { BOOLEAN, NUMERIC, STRING, TEMPORAL, type Value } from '#core/table/table.ts'
import type { TableColumn } from '../engine.ts'
import { bytesText } from '../shared/bytes-text.ts'
import { epochMs } from '../shared/epoch-ms.ts'
import type { CellFormat } from '../shared/results.ts'
import { decimalFormat, digitsFormat, integerFormat, MIN_EXACT_DECIMAL } from '../shared/text-formats.ts'
import type { BigQueryField, BigQueryRecord, BigQueryValue } from './client.ts'

type BigQueryFormat = CellFormat<BigQueryValue>

/** The names of types in SQL, by their older names in the REST interface. */
const SQL_NAMES: Readonly<Record<string, string>> = {
  INTEGER: 'INT64',
  FLOAT: 'FLOAT64',
  BOOLEAN: 'BOOL',
  RECORD: 'STRUCT',
}

const LOGICAL: Readonly<Record<string, LogicalType>> = {
  INT64: 'integer',
  FLOAT64: 'double',
  NUMERIC: 'decimal',
  BIGNUMERIC: 'decimal',
  BOOL: 'boolean',
  DATE: 'date',
  DATETIME: 'timestamp',
  TIMESTAMP: 'timestamp',
  STRING: 'text',
  BYTES: 'bytes',
  STRUCT: 'opaque',
  JSON: 'opaque',
  GEOGRAPHY: 'opaque',
}

const isList = ({ mode }: BigQueryField): boolean => mode === 'REPEATED'
const sqlName = ({ type }: BigQueryField): string => SQL_NAMES[type.toUpperCase()] ?? type.toUpperCase()

/** Returns the description of a column. */
export function bigQueryColumn(field: BigQueryField): TableColumn {
  const logical = isList(field) ? 'opaque' : (LOGICAL[sqlName(field)] ?? 'other')
  return {
    name: field.name,
    type: isList(field) ? `ARRAY<${sqlName(field)}>` : sqlName(field),
    logical,
    generic: genericOf(logical),
    nullable: field.mode !== 'REQUIRED',
  }
}

const format = (type: BigQueryFormat['type'], value: (raw: BigQueryValue) => Value): BigQueryFormat => ({
  type,
  value,
  json: (raw) => JSON.stringify(value(raw)),
})

/** Only nested values are no texts. */
const rawText = (raw: BigQueryValue): string => (typeof raw === 'string' ? raw : JSON.stringify(raw))

const ofText = (given: CellFormat<string>): BigQueryFormat => format(given.type, (raw) => given.value(rawText(raw)))

/** Returns a number, or the text of one that JSON does not have. */
function doubleOf(text: string): Value {
  const number = Number(text)
  if (Number.isFinite(number)) return number
  if (/^[+-]?inf/i.test(text)) return text.startsWith('-') ? '-Infinity' : 'Infinity'
  return 'NaN'
}

/** Returns the epoch milliseconds of microseconds. */
function millisOf(micros: string): number {
  const wholeMs = Number(micros)
  return Number.isSafeInteger(wholeMs) ? wholeMs / 1000 : Number(BigInt(micros) / 1000n)
}

const timestamp = format(TEMPORAL, (raw) => millisOf(rawText(raw)))
const datetime = format(TEMPORAL, (raw) => epochMs(rawText(raw).replace('T', ' ')))

const formats: Readonly<Record<string, BigQueryFormat>> = {
  INT64: ofText(integerFormat),
  FLOAT64: format(NUMERIC, (raw) => doubleOf(rawText(raw))),
  BOOL: format(BOOLEAN, (raw) => raw === 'true'),
  DATE: { ...datetime, isDays: true },
  DATETIME: datetime,
  TIMESTAMP: timestamp,
  BYTES: format(STRING, (raw) => bytesText(String.raw`\x` + Buffer.from(rawText(raw), 'base64').toString('hex'))),
}
const text = format(STRING, rawText)
const decimal = ofText(decimalFormat(MIN_EXACT_DECIMAL))
const digits = ofText(digitsFormat)

/** Returns the format of a result column. */
export function bigQueryFormat(field: BigQueryField, allDigits: boolean): BigQueryFormat {
  if (isList(field) || sqlName(field) === 'STRUCT') return format(STRING, (raw) => nestedText(raw, field))
  if (LOGICAL[sqlName(field)] === 'decimal') return allDigits ? digits : decimal
  return formats[sqlName(field)] ?? text
}

/** Returns a nested value as `TO_JSON_STRING` prints it. */
function nestedText(raw: BigQueryValue | null, field: BigQueryField): string {
  if (raw === null) return 'null'
  if (isList(field) && Array.isArray(raw)) {
    const { mode: _, ...item } = field
    return `[${raw.map(({ v }) => nestedText(v as BigQueryValue | null, item)).join(',')}]`
  }
  if (sqlName(field) === 'STRUCT') {
    const fields = field.fields ?? []
    const values = (raw as BigQueryRecord).f.map(
      ({ v }, index) => `${JSON.stringify(fields[index]?.name ?? '')}:${nestedText(v, fields[index] ?? field)}`,
    )
    return `{${values.join(',')}}`
  }
  return simpleText(rawText(raw), sqlName(field))
}

function simpleText(raw: string, type: string): string {
  const logical = LOGICAL[type]
  if (logical === 'boolean' || type === 'JSON') return raw
  if (logical === 'integer') return Number.isSafeInteger(Number(raw)) ? raw : `"${raw}"`
  if (logical === 'decimal' || logical === 'double') return JSON.stringify(decimalFormat(MIN_EXACT_DECIMAL).value(raw))
  if (type === 'TIMESTAMP') return JSON.stringify(new Date(millisOf(raw)).toISOString().replace(/\.?0*Z$/, 'Z'))
  return JSON.stringify(raw)
}
