import { TEMPORAL, type Column, type Value } from '#core/table/table.ts'
import { writtenMoment } from '#core/time/moment-text.ts'

/** How a null dimension value is written. */
export const NULL_TEXT = '<NULL>'

/** How an empty text is written: as nothing it could neither be read nor pressed. */
export const EMPTY_TEXT = '<empty string>'

/** A value as it is named wherever it stands: on axes, in legends, tables and chips. */
export function valueText(value: Value | undefined): string {
  if (value === null || value === undefined) return NULL_TEXT
  return value === '' ? EMPTY_TEXT : String(value)
}

/** The number in a cell, large integers sent as text included (nearest double); null when there is none. */
export function toNumber(value: Value | undefined): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string' || value.trim() === '') return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

/** Epoch milliseconds of a temporal cell; ISO text is read as UTC. */
export function toInstant(value: Value | undefined): number | null {
  if (typeof value !== 'string') return toNumber(value)
  const digits = toNumber(value)
  if (digits !== null) return digits
  const parsed = Date.parse(/[zZ]|[+-]\d\d:?\d\d$/.test(value) || !value.includes('T') ? value : `${value}Z`)
  return Number.isNaN(parsed) ? null : parsed
}

/** A dimension value as people read it. */
export function dimensionText(value: Value | undefined, type: Column['type']): string {
  if (type !== TEMPORAL || value === null || value === undefined) return valueText(value)
  const instant = toInstant(value)
  return (instant === null ? undefined : writtenMoment(instant)) ?? String(value)
}
