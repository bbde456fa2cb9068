import type { FieldDef } from 'pg'

/** Object id of the type of decimal numbers. */
export const DECIMAL = 1700
/** Stands for it where the numbers come from a table, or are declared with more digits than a double keeps. */
export const EXACT_DECIMAL = -1700
/** The size from which decimal numbers that a statement computes keep all of their digits. */
export const QUOTIENT = 1e12
const SURE_DIGITS = 15
const MODIFIER_HEAD = 4
const PRECISION_SHIFT = 16

type Field = Pick<FieldDef, 'dataTypeID' | 'dataTypeModifier' | 'tableID'>

/** The type of a column of a result: its object id, or `EXACT_DECIMAL`. */
export function typeOf({ dataTypeID: id, dataTypeModifier: modifier, tableID }: Field): number {
  if (id !== DECIMAL) return id
  const isLong = modifier < 0 ? tableID !== 0 : (modifier - MODIFIER_HEAD) >> PRECISION_SHIFT > SURE_DIGITS
  return isLong ? EXACT_DECIMAL : id
}

/** Whether a double prints the digits of a decimal number with decimals. */
export function isExact(written: string): boolean {
  const trimmed = written.replace(/\.?0+$/, '')
  return trimmed.replace(/\D/g, '').length <= SURE_DIGITS || String(Number(trimmed)) === trimmed
}
