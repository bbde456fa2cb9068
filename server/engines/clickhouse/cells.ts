import { genericOf, type LogicalType } from '#core/table/logical-type.ts'
import { BOOLEAN, STRING, type Value } from '#core/table/table.ts'
import type { TableColumn } from '../engine.ts'
import type { CellFormat } from '../shared/results.ts'
import {
  decimalFormat,
  digitsFormat,
  integerFormat,
  MIN_EXACT_DECIMAL,
  textFormat,
  timestampFormat,
  floatFormat,
} from '../shared/text-formats.ts'
import type { ClickHouseValue } from './driver.ts'

export type ClickHouseFormat = CellFormat<ClickHouseValue>

/** Types around a type that change only how it is stored, or whether it may be null. */
const WRAPPER = /^(?:Nullable|LowCardinality)\((.*)\)$/s
const AGGREGATED = /^SimpleAggregateFunction\(\w+, (.*)\)$/s

/** Returns a type without the wrappers that do not change its values. */
function innerType(type: string): string {
  const inner = WRAPPER.exec(type)?.[1] ?? AGGREGATED.exec(type)?.[1]
  return inner === undefined ? type : innerType(inner)
}

const LOGICAL: readonly (readonly [RegExp, LogicalType])[] = [
  [/^U?Int\d+$/, 'integer'],
  [/^Decimal/, 'decimal'],
  [/^(Float32|BFloat16)$/, 'real'],
  [/^Float64$/, 'double'],
  [/^Bool$/, 'boolean'],
  [/^Date(32)?$/, 'date'],
  [/^DateTime/, 'timestamp'],
  [/^(String|FixedString|Enum|Nothing)/, 'text'],
  [/^(UUID|IPv4|IPv6|Time|Interval)/, 'other'],
]

/** Returns the logical type of a type of the server. Arrays, maps, tuples and documents are compared by their JSON. */
function logicalTypeNamedIn(type: string): LogicalType {
  const inner = innerType(type)
  return LOGICAL.find(([pattern]) => pattern.test(inner))?.[1] ?? 'opaque'
}

/** Returns the description of a column. */
export function describedColumn(name: string, type: string): TableColumn {
  const logical = logicalTypeNamedIn(type)
  return { name, type, logical, generic: genericOf(logical), nullable: /^(LowCardinality\()?Nullable\(/.test(type) }
}

/** Returns a value as text. */
export function clickHouseText(raw: ClickHouseValue | null | undefined): string {
  if (raw === null || raw === undefined) return ''
  return typeof raw === 'object' ? JSON.stringify(raw) : String(raw)
}

const ofText = (format: CellFormat<string>): ClickHouseFormat => ({
  ...format,
  value: (raw) => format.value(clickHouseText(raw)),
  json: (raw) => format.json(clickHouseText(raw)),
})

/** Returns a format whose JSON is that of its value. */
const ofValue = (type: ClickHouseFormat['type'], value: (raw: ClickHouseValue) => Value): ClickHouseFormat => ({
  type,
  value,
  json: (raw) => JSON.stringify(value(raw)),
})

const SPECIAL: Readonly<Record<string, string>> = { nan: 'NaN', inf: 'Infinity', '-inf': '-Infinity' }

const float32Format = ofValue(floatFormat.type, (raw) =>
  typeof raw === 'string' ? (SPECIAL[raw] ?? raw) : (raw as number),
)

/** The server prints instants as `2020-01-31T23:59:59.123Z`. */
const instantText = (raw: ClickHouseValue): string => clickHouseText(raw).replace('T', ' ').replace('Z', '')

const timestamp = ofValue(timestampFormat.type, (raw) => timestampFormat.value(instantText(raw)))

const text = ofText(textFormat)

const formats: Readonly<Partial<Record<LogicalType, ClickHouseFormat>>> = {
  integer: ofText(integerFormat),
  real: float32Format,
  double: float32Format,
  boolean: ofValue(BOOLEAN, (raw) => raw === true),
  timestamp,
  date: { ...timestamp, isDays: true },
  opaque: ofValue(STRING, clickHouseText),
}

/** Fixed texts are filled with zero bytes, which the server ignores in comparisons. */
const fixedText = ofValue(STRING, (raw) => clickHouseText(raw).replace(/\0+$/, ''))

const decimal = ofText(decimalFormat(0))
const quotientFormat = ofText(decimalFormat(MIN_EXACT_DECIMAL))
const digits = ofText(digitsFormat)
/** Decimals with more digits than a declared column usually has are results of a division or a sum. */
const COMPUTED = /^Decimal\(76,/

/** Returns the format of a result column. */
export function resultFormat(type: string, allDigits = false): ClickHouseFormat {
  const inner = innerType(type)
  const logical = logicalTypeNamedIn(type)
  if (logical === 'decimal') return allDigits ? digits : COMPUTED.test(inner) ? quotientFormat : decimal
  if (inner.startsWith('FixedString')) return fixedText
  return formats[logical] ?? text
}
