import type { PivotCells } from './lines.ts'
import { toNumber } from '#charts/shared/cell.ts'
import { numberFormatter } from '#core/format/number.ts'
import type { Value } from '#core/table/table.ts'

const MAX_EXACT = 9007199254740991

/** A value as people read it. What is missing is blank; lists and integers too large to be exact stay their text. */
function valueText(value: Value | undefined, format: string | null): string {
  if (value === null || value === undefined) return ''
  const number = typeof value === 'number' ? value : null
  if (number === null || Math.abs(number) > MAX_EXACT) return String(value)
  return numberFormatter(format)(number)
}

/** The text of a cell. */
export function cellText({ cells, columns, rows }: PivotCells, row: number, column: number): string {
  return valueText(cells[column]?.[row], columns[column]?.format ?? rows[row]?.format ?? null)
}

/** Whether a cell is read from its end, as numbers are. */
export function isNumber(value: Value | undefined): boolean {
  return value === null || value === undefined || toNumber(value) !== null
}
