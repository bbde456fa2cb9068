import type { FieldDef } from 'pg'

/** Object id of the NUMERIC type. */
export const DECIMAL = 1700
/** Replaces it if the numbers come from a table, or are declared with more digits than a double holds. */
export const EXACT_DECIMAL = -1700
const SURE_DIGITS = 15
const MODIFIER_HEAD = 4
const PRECISION_SHIFT = 16

type Field = Pick<FieldDef, 'dataTypeID' | 'dataTypeModifier' | 'tableID'>

/** Returns the type of a result column: its object id, or `EXACT_DECIMAL`. */
export function typeOf({ dataTypeID: id, dataTypeModifier: modifier, tableID }: Field): number {
  if (id !== DECIMAL) return id
  const isLong = modifier < 0 ? tableID !== 0 : (modifier - MODIFIER_HEAD) >> PRECISION_SHIFT > SURE_DIGITS
  return isLong ? EXACT_DECIMAL : id
}
