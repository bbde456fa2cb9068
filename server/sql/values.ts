import type { DatasetColumn } from '#core/entity/dataset.ts'
import type { Value } from '#core/table/table.ts'
import type { Moment, Param } from './sql.ts'

/** The text that stands for null among the values of a filter. */
export const NULL = '<NULL>'
const EMPTY = '<empty string>'
const NUMERIC = /(?<!PO)INT|FLOAT|DOUBLE|REAL|NUMERIC|DECIMAL|MONEY|\bLONG\b/i
const TEMPORAL = /DATE|TIMESTAMP/i

/** What the values of a filter are compared with. */
export type ValueKind = 'number' | 'boolean' | 'moment' | 'text' | 'any'

export function kindOf(column: DatasetColumn | undefined): ValueKind {
  const type = column?.type
  if (!type) return 'any'
  if (/BOOL/i.test(type)) return 'boolean'
  if (TEMPORAL.test(type)) return 'moment'
  if (/INTERVAL/i.test(type)) return 'any'
  return NUMERIC.test(type) ? 'number' : 'text'
}

/**
 * A filter value as the column compares it. Tabs and newlines around texts go; `<NULL>` and `<empty string>` mean what
 * they say; texts that are no number become null on numeric columns; numbers on temporal columns are epoch
 * milliseconds.
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

/** Digits beyond 2^53 stay text, so that the engine reads all of them. */
function toNumber(value: string | number | boolean): Param {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value === 'boolean') return Number(value)
  const text = value.trim()
  if (text === '') return null
  if (/^[+-]?\d+$/.test(text) && !Number.isSafeInteger(Number(text))) return text
  const number = Number(text)
  return Number.isFinite(number) ? number : null
}

function toBoolean(value: string | number | boolean): boolean {
  if (typeof value === 'boolean') return value
  return typeof value === 'number' ? value !== 0 : value.toLowerCase() === 'true'
}

function toMoment(value: string | number | boolean): Moment | Param {
  if (typeof value === 'number') return { epochMs: value }
  return typeof value === 'string' && /^-?\d{5,}$/.test(value) ? { epochMs: Number(value) } : value
}
