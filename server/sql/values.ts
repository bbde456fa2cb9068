import type { DatasetColumn } from '#core/entity/dataset.ts'
import { genericOf, type LogicalType, logicalTypeNamed, readLogicalType } from '#core/table/logical-type.ts'
import { isNonFinite } from '#core/table/exact-number.ts'
import { BOOLEAN, NUMERIC, STRING, TEMPORAL, type Value } from '#core/table/table.ts'
import type { SqlInstant, Param } from '#server/engines/sql.ts'

/** The text that means null among the values of a filter. */
export const NULL = '<NULL>'
const EMPTY = '<empty string>'
/** Every decimal number with up to this many digits survives the round trip through a double. */
const SURE_DIGITS = 15

/** The type that the values of a filter are compared as. */
export type ValueKind = 'number' | 'boolean' | 'moment' | 'text' | 'any'

/**
 * Returns the logical type of a column: as described by the engine, else by the name of its type; undefined without
 * either.
 */
export function logicalTypeOf(column: DatasetColumn | undefined): LogicalType | undefined {
  if (!column?.type) return undefined
  return readLogicalType(column.logical_type) ?? logicalTypeNamed(column.type)
}

const KINDS = { [NUMERIC]: 'number', [STRING]: 'text', [TEMPORAL]: 'moment', [BOOLEAN]: 'boolean' } as const

/** Returns the type that values of a filter on this column are compared as. */
export function kindOf(column: DatasetColumn | undefined): ValueKind {
  const type = logicalTypeOf(column)
  if (type === undefined || (type === 'other' && /^INTERVAL\b/i.test(column?.type ?? ''))) return 'any'
  return KINDS[genericOf(type)]
}

/**
 * Returns a filter value as the column compares it. Tabs and newlines around texts are removed; `<NULL>` means null and
 * `<empty string>` an empty text; numbers on temporal columns are epoch milliseconds. Also returns null for text that
 * is not a number on a numeric column; `isReadable` rejects it before.
 */
export function toParam(value: Value | undefined, kind: ValueKind, pattern = false): Param {
  if (value === null || value === undefined) return null
  const plain = typeof value === 'string' ? value.replace(/^[\t\n]+|[\t\n]+$/g, '') : value
  if (pattern) return String(plain)
  if (kind === 'number') return toNumber(plain)
  if (plain === NULL) return null
  if (plain === EMPTY) return ''
  if (kind === 'boolean') return toBoolean(plain)
  if (kind === 'moment') return toMoment(plain)
  if (kind === 'text' && typeof plain === 'number') return String(plain)
  return plain
}

/**
 * Returns the parameters that a value is equal to: that of `toParam` and, for a text within tabs or newlines, the text
 * itself. Superset removes them, but a displayed text with a line break at its end must find its row.
 */
export function matchingParams(value: Value | undefined, kind: ValueKind): readonly Param[] {
  const param = toParam(value, kind)
  return kind === 'text' && typeof value === 'string' && /^[\t\n]|[\t\n]$/.test(value) ? [param, value] : [param]
}

/**
 * True if a column of this type can be compared with the value: numbers cannot be compared with text that is not a
 * number.
 */
export function isReadable(value: Value | undefined, kind: ValueKind): boolean {
  if (kind !== 'number' || typeof value !== 'string') return true
  const plain = value.replace(/^[\t\n]+|[\t\n]+$/g, '')
  return plain === NULL || toNumber(plain) !== null
}

/** A number that a double cannot hold exactly stays text, so that the engine reads all its digits. */
function toNumber(value: string | number | boolean): Param {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value === 'boolean') return Number(value)
  const text = value.trim()
  if (text === '') return null
  if (isNonFinite(text)) return text
  const number = Number(text)
  if (/^[+-]?(\d+\.?\d*|\.\d+)$/.test(text) && !isExact(text, number)) return text
  return Number.isFinite(number) ? number : null
}

/** True if a double prints the digits of this decimal number. */
function isExact(text: string, number: number): boolean {
  if (/^[+-]?\d+$/.test(text)) return Number.isSafeInteger(number)
  if (text.replace(/\D/g, '').length <= SURE_DIGITS) return true
  const bare = (digits: string): string =>
    digits
      .replace(/^\+/, '')
      .replace(/^(-?)0+(?=\d)/, '$1')
      .replace(/\.?0*$/, '')
  return bare(text) === String(number)
}

function toBoolean(value: string | number | boolean): boolean {
  if (typeof value === 'boolean') return value
  return typeof value === 'number' ? value !== 0 : value.toLowerCase() === 'true'
}

function toMoment(value: string | number | boolean): SqlInstant | Param {
  if (typeof value === 'number') return { epochMs: value }
  return typeof value === 'string' && /^-?\d{5,}$/.test(value) ? { epochMs: Number(value) } : value
}
