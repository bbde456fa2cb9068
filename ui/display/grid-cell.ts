/** A cell of a grid; row and column count from 0, row -1 is the header. */
export interface GridCell {
  readonly row: number
  readonly column: number
}

/** A block of cells; both ends are inclusive. */
export interface GridRange {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

/** The size of a grid; `page` rows are visible at once. */
export interface GridSize {
  readonly rows: number
  readonly columns: number
  readonly page: number
}

/** Returns the cell after a key press, within the grid; undefined if the key does not move. */
export function movedCell(key: string, isFar: boolean, from: GridCell, extent: GridSize): GridCell | undefined {
  const lastRow = extent.rows - 1
  const lastColumn = extent.columns - 1
  const row = (next: number) => ({ row: Math.max(-1, Math.min(lastRow, next)), column: from.column })
  const column = (next: number) => ({ row: from.row, column: Math.max(0, Math.min(lastColumn, next)) })
  switch (key) {
    case 'ArrowDown':
      return row(isFar ? lastRow : from.row + 1)
    case 'ArrowUp':
      return row(isFar ? 0 : from.row - 1)
    case 'ArrowRight':
      return column(isFar ? lastColumn : from.column + 1)
    case 'ArrowLeft':
      return column(isFar ? 0 : from.column - 1)
    case 'PageDown':
      return row(from.row + extent.page)
    case 'PageUp':
      return row(Math.max(0, from.row - extent.page))
    case 'Home':
      return isFar ? { row: 0, column: 0 } : column(0)
    case 'End':
      return isFar ? { row: lastRow, column: lastColumn } : column(lastColumn)
    default:
      return undefined
  }
}

/** The block between two cells. */
export function rangeOf(a: GridCell, b: GridCell): GridRange {
  return {
    top: Math.max(0, Math.min(a.row, b.row)),
    bottom: Math.max(0, Math.max(a.row, b.row)),
    left: Math.min(a.column, b.column),
    right: Math.max(a.column, b.column),
  }
}

export function containsCell(range: GridRange, row: number, column: number): boolean {
  return row >= range.top && row <= range.bottom && column >= range.left && column <= range.right
}

/** Returns a block as tab-separated text for spreadsheets; values with a tab, line break or quote are quoted. */
export function toTabText(range: GridRange, text: (row: number, column: number) => string): string {
  const lines: string[] = []
  for (let row = range.top; row <= range.bottom; row++) {
    const values: string[] = []
    for (let column = range.left; column <= range.right; column++) {
      const value = text(row, column)
      values.push(/[\t\n\r"]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)
    }
    lines.push(values.join('\t'))
  }
  return lines.join('\n')
}

/** The estimated widths of letters in headers, in px. */
const LETTER = 6.9
const CAPITAL = 8
const WIDE_CAPITAL = 11

/** Returns the estimated width of a header in one line, in px. */
export function headerWidth(title: string, hasSort: boolean): number {
  const wide = title.replace(/[^MW]/g, '').length
  const capitals = title.replace(/[^A-Z]/g, '').length - wide
  const letters = (title.length - capitals - wide) * LETTER + capitals * CAPITAL + wide * WIDE_CAPITAL
  return letters + 20 + (hasSort ? 18 : 0)
}

const MAX_COLUMN_WIDTH = 320

/** Returns the estimated width of a value, in px. Digits have one width each, which is above that of most letters. */
function valueWidth(text: string): number {
  if (text.length * 7 >= MAX_COLUMN_WIDTH) return MAX_COLUMN_WIDTH
  const digits = text.replace(/\D/g, '').length
  return text.length * 7 + digits * 0.8 + 20
}

/** Returns a column width in px from its title and sample values. */
export function columnWidth(title: string, samples: readonly string[], hasSort: boolean): number {
  const longest = samples.reduce((most, each) => Math.max(most, valueWidth(each)), 0)
  const head = headerWidth(title, hasSort)
  return Math.ceil(Math.max(56, Math.min(MAX_COLUMN_WIDTH, Math.max(longest, head))))
}

/**
 * Stretches widths to fill `available` px; the remaining space is distributed proportionally among columns that are not
 * fixed.
 */
export function stretchWidths(
  widths: readonly number[],
  available: number,
  isFixed: (index: number) => boolean = () => false,
): readonly number[] {
  const sum = widths.reduce((total, width) => total + width, 0)
  const last = widths.findLastIndex((_, index) => !isFixed(index))
  if (sum === 0 || sum >= available || last < 0) return widths
  const free = widths.reduce((total, width, index) => total + (isFixed(index) ? 0 : width), 0)
  const factor = (available - (sum - free)) / free
  const wide = widths.map((width, index) => (isFixed(index) ? width : Math.floor(width * factor)))
  const rest = available - wide.reduce((total, width) => total + width, 0)
  return wide.map((width, index) => (index === last ? width + Math.floor(rest) : width))
}
