import { type GenericType, NUMERIC, TEMPORAL, type Value } from '#core/table/table.ts'
import type { FrameColumn, Header } from './frame.ts'

/** The separator between the parts of a joined name. */
const SEPARATOR = ', '

/** The text of a missing pivot value. */
export const NULL_TEXT = '<NULL>'

/**
 * Returns a cell as part of a name: timestamps as `2021-01-01 00:00:00`, dates as `2021-01-01`, booleans as `True` and
 * `False`.
 */
export function headerPartText(value: Value, type: GenericType, isDays = false): string {
  if (value === null) return NULL_TEXT
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (type === TEMPORAL && typeof value === 'number')
    return isDays ? timestampAsText(value).slice(0, -9) : timestampAsText(value)
  return String(value)
}

function timestampAsText(epochMs: number): string {
  const text = new Date(epochMs).toISOString().replace('T', ' ')
  return text.endsWith('.000Z') ? text.slice(0, -5) : `${text.slice(0, -1)}000`
}

/**
 * Returns the printer for the pivot values of a column: if a column has fractions, all its numbers have a decimal
 * point.
 */
export function headerPartFormatter(
  values: readonly Value[],
  { type, isDays }: Pick<FrameColumn, 'type' | 'isDays'>,
): (value: Value) => string {
  const fractions = type === NUMERIC && values.some((value) => typeof value === 'number' && !Number.isInteger(value))
  return (value) =>
    fractions && typeof value === 'number' && Number.isInteger(value)
      ? value.toFixed(1)
      : headerPartText(value, type, isDays)
}

/**
 * Joins the parts by comma and space, without null parts; a comma and space within a part is escaped by a backslash.
 */
export function joinHeader(header: Header): string {
  const parts = header.filter((part) => part !== null)
  return parts.map((part) => part.replaceAll(SEPARATOR, `\\${SEPARATOR}`)).join(SEPARATOR)
}

/** Splits a joined name into its parts. */
export function splitLabel(label: string): string[] {
  return label.split(/(?<!\\), /).map(unescapeText)
}

/** Returns the displayed name: separators within parts without their backslash. */
export function labelOf({ header, joined }: Pick<FrameColumn, 'header' | 'joined'>): string {
  return joined ? unescapeText(header[0] ?? '') : (header[0] ?? '')
}

function unescapeText(text: string): string {
  return text.replaceAll(`\\${SEPARATOR}`, SEPARATOR)
}
