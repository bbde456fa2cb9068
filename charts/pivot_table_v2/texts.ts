import type { PivotCells } from './lines.ts'
import { toNumber } from '#charts/shared/cell.ts'
import { formatNumeric, printsAllDigits } from '#core/format/digits.ts'
import { numberFormatter } from '#core/format/number.ts'
import { isDigits } from '#core/table/exact-number.ts'
import type { Value } from '#core/table/table.ts'

/** Formats a value. Missing values are blank; lists and integers beyond the exact range stay text. */
function valueText(value: Value | undefined, format: string | null): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return numberFormatter(format)(value)
  return isDigits(value) && format !== null && printsAllDigits(format) ? formatNumeric(format, value) : String(value)
}

/** Formats a cell. */
export function cellText({ cells, columns, rows }: PivotCells, row: number, column: number): string {
  return valueText(cells[column]?.[row], columns[column]?.format ?? rows[row]?.format ?? null)
}

/** True if a value is aligned right like a number. */
export function isNumber(value: Value | undefined): boolean {
  return value === null || value === undefined || toNumber(value) !== null
}
