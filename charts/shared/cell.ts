import { TEMPORAL, type Column, type Value } from '#core/table/table.ts'
import { timestampLiteral } from '#core/time/timestamp-literal.ts'

/** The text of a null dimension value. */
export const NULL_TEXT = '<NULL>'

/** The text of an empty string, which would otherwise be invisible and not clickable. */
export const EMPTY_TEXT = '<empty string>'

/** Formats a value as a name for axes, legends, tables and chips. */
export function valueText(value: Value | undefined): string {
  if (value === null || value === undefined) return NULL_TEXT
  return value === '' ? EMPTY_TEXT : String(value)
}

/** Returns the number in a cell, including large integers sent as text (nearest double); null if there is none. */
export function toNumber(value: Value | undefined): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string' || value.trim() === '') return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

/** Returns the epoch milliseconds of a temporal cell; ISO text is parsed as UTC. */
export function toInstant(value: Value | undefined): number | null {
  if (typeof value !== 'string') return toNumber(value)
  const digits = toNumber(value)
  if (digits !== null) return digits
  const parsed = Date.parse(/[zZ]|[+-]\d\d:?\d\d$/.test(value) || !value.includes('T') ? value : `${value}Z`)
  return Number.isNaN(parsed) ? null : parsed
}

/** Formats a dimension value. */
export function dimensionText(value: Value | undefined, type: Column['type']): string {
  if (type !== TEMPORAL || value === null || value === undefined) return valueText(value)
  const instant = toInstant(value)
  return (instant === null ? undefined : timestampLiteral(instant)) ?? String(value)
}
