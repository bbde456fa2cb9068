import type { DatasetColumn } from '#core/entity/dataset.ts'
import { genericOf, type LogicalType, logicalTypeNamed, readLogicalType } from '#core/table/logical-type.ts'
import { isNonFinite } from '#core/table/exact-number.ts'
import { BOOLEAN, NUMERIC, STRING, TEMPORAL, type Value } from '#core/table/table.ts'
import type { Moment, Param } from '#server/engines/sql.ts'

/** The text that stands for null among the values of a filter. */
export const NULL = '<NULL>'
const EMPTY = '<empty string>'
/** Every decimal number of so many digits is a double that prints them. */
const SURE_DIGITS = 15

/** What the values of a filter are compared with. */
export type ValueKind = 'number' | 'boolean' | 'moment' | 'text' | 'any'

/** The logical type of a column: as the engine described it, else by the name of its type; undefined without either. */
export function logicalTypeOf(column: DatasetColumn | undefined): LogicalType | undefined {
  if (!column?.type) return undefined
  return readLogicalType(column.logical_type) ?? logicalTypeNamed(column.type)
}

const KINDS = { [NUMERIC]: 'number', [STRING]: 'text', [TEMPORAL]: 'moment', [BOOLEAN]: 'boolean' } as const

/** What values of a filter on this column are compared with. */
export function kindOf(column: DatasetColumn | undefined): ValueKind {
  const type = logicalTypeOf(column)
  if (type === undefined || (type === 'other' && /^INTERVAL\b/i.test(column?.type ?? ''))) return 'any'
  return KINDS[genericOf(type)]
}

/**
 * A filter value as the column compares it. Tabs and newlines around texts go; `<NULL>` and `<empty string>` mean what
 * they say; numbers on temporal columns are epoch milliseconds. Null too for a text that is no number on a numeric
 * column, which `isReadable` rejects before.
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

/** Whether a column of this kind can be compared with the value: with a text that is no number, a number cannot. */
export function isReadable(value: Value | undefined, kind: ValueKind): boolean {
  if (kind !== 'number' || typeof value !== 'string') return true
  const plain = value.replace(/^[\t\n]+|[\t\n]+$/g, '')
  return plain === NULL || toNumber(plain) !== null
}

/** Digits that a double would lose stay text, so that the engine reads all of them. */
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

/** Whether a double prints the digits of this decimal number. */
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

function toMoment(value: string | number | boolean): Moment | Param {
  if (typeof value === 'number') return { epochMs: value }
  return typeof value === 'string' && /^-?\d{5,}$/.test(value) ? { epochMs: Number(value) } : value
}
