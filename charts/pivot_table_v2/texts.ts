import type { PivotCells } from './lines.ts'
import { toNumber } from '#charts/shared/cell.ts'
import { formatNumeric, isWrittenWhole } from '#core/format/digits.ts'
import { numberFormatter } from '#core/format/number.ts'
import { isDigits } from '#core/table/exact-number.ts'
import type { Value } from '#core/table/table.ts'

/** A value as people read it. What is missing is blank; lists and integers too large to be exact stay their text. */
function valueText(value: Value | undefined, format: string | null): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return numberFormatter(format)(value)
  return isDigits(value) && format !== null && isWrittenWhole(format) ? formatNumeric(format, value) : String(value)
}

/** The text of a cell. */
export function cellText({ cells, columns, rows }: PivotCells, row: number, column: number): string {
  return valueText(cells[column]?.[row], columns[column]?.format ?? rows[row]?.format ?? null)
}

/** Whether a cell is read from its end, as numbers are. */
export function isNumber(value: Value | undefined): boolean {
  return value === null || value === undefined || toNumber(value) !== null
}
