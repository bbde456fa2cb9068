import { type GenericType, NUMERIC, TEMPORAL, type Value } from '#core/table/table.ts'
import type { FrameColumn, Header } from './frame.ts'

/** What stands between the parts of a joined name. */
const SEPARATOR = ', '

/** The text of a missing pivot value. */
export const NULL_TEXT = '<NULL>'

/** A cell as part of a name: moments as `2021-01-01 00:00:00`, days as `2021-01-01`, booleans as `True` and `False`. */
export function partText(value: Value, type: GenericType, isDays = false): string {
  if (value === null) return NULL_TEXT
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (type === TEMPORAL && typeof value === 'number') return isDays ? momentText(value).slice(0, -9) : momentText(value)
  return String(value)
}

function momentText(epochMs: number): string {
  const text = new Date(epochMs).toISOString().replace('T', ' ')
  return text.endsWith('.000Z') ? text.slice(0, -5) : `${text.slice(0, -1)}000`
}

/** What prints the pivot values of a column: numbers of a column with fractions all bear a decimal point. */
export function partPrinter(
  values: readonly Value[],
  { type, isDays }: Pick<FrameColumn, 'type' | 'isDays'>,
): (value: Value) => string {
  const fractions = type === NUMERIC && values.some((value) => typeof value === 'number' && !Number.isInteger(value))
  return (value) =>
    fractions && typeof value === 'number' && Number.isInteger(value) ? value.toFixed(1) : partText(value, type, isDays)
}

/** The parts joined by comma and blank, null ones left out; a comma and blank within a part gets a backslash. */
export function joinHeader(header: Header): string {
  const parts = header.filter((part) => part !== null)
  return parts.map((part) => part.replaceAll(SEPARATOR, `\\${SEPARATOR}`)).join(SEPARATOR)
}

/** The parts of a joined name. */
export function splitLabel(label: string): string[] {
  return label.split(/(?<!\\), /).map(unescaped)
}

/** The name people read: separators within parts without their backslash. */
export function labelOf({ header, joined }: Pick<FrameColumn, 'header' | 'joined'>): string {
  return joined ? unescaped(header[0] ?? '') : (header[0] ?? '')
}

function unescaped(text: string): string {
  return text.replaceAll(`\\${SEPARATOR}`, SEPARATOR)
}
