import type { PivotCells } from './lines.ts'
import type { Runs } from './runs.ts'

/** The position of the keyboard focus: a cell, or a label if a coordinate is negative; -1 is the innermost level. */
export interface CellPosition {
  readonly row: number
  readonly column: number
}

/** The label runs of rows and columns. */
export interface LabelRuns {
  readonly rows: readonly Runs[]
  readonly columns: readonly Runs[]
}

type Table = Pick<PivotCells, 'rows' | 'columns'>

/** A label: its level, and its lines from `start` (inclusive) to `end` (exclusive). */
export interface PivotLabelPosition {
  readonly side: 'row' | 'column'
  readonly level: number
  readonly start: number
  readonly end: number
  /** The name of a total covers all levels from its own on. */
  readonly isName: boolean
}

/** Returns the label at a position; undefined for cells. */
export function labelAt(
  { row, column }: CellPosition,
  { rows, columns }: Table,
  sides: LabelRuns,
): PivotLabelPosition | undefined {
  if (row >= 0 && column >= 0) return undefined
  const side = column < 0 ? 'row' : 'column'
  const [line, at, lines, runs] =
    side === 'row' ? [row, column, rows, sides.rows] : [column, row, columns, sides.columns]
  const own = lines[line]?.values.length ?? 0
  const level = at + runs.length
  if (level >= own) return { side, level: own, start: line, end: line + 1, isName: true }
  const run = runs[level]
  return { side, level, start: run?.start[line] ?? line, end: run?.end[line] ?? line + 1, isName: false }
}

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value))

/** Moves along the lines of a side: past all lines of the current label, and from the name of a total to its cells. */
function stepPosition(
  at: number,
  step: number,
  own: PivotLabelPosition | undefined,
  other: PivotLabelPosition | undefined,
): number {
  if (own) return step > 0 ? own.end : own.start - 1
  if (other?.isName) return step > 0 ? 0 : other.level - 1
  return at + step
}

/** Returns the position after a key press; undefined if the key does not move. `page` rows are visible at once. */
export function positionAfterKey(
  { key, isFar }: { readonly key: string; readonly isFar: boolean },
  from: CellPosition,
  table: Table,
  { sides, page }: { readonly sides: LabelRuns; readonly page: number },
): CellPosition | undefined {
  const [lastRow, lastColumn] = [table.rows.length - 1, table.columns.length - 1]
  const label = labelAt(from, table, sides)
  const [ofRows, ofColumns] = label?.side === 'row' ? [label, undefined] : [undefined, label]
  const down = (step: number): CellPosition => {
    const other = ofColumns && { ...ofColumns, level: ofColumns.level - sides.columns.length }
    const least = from.column < 0 ? 0 : -sides.columns.length
    return { ...from, row: clamp(stepPosition(from.row, step, ofRows, other), least, lastRow) }
  }
  const right = (step: number): CellPosition => {
    const other = ofRows && { ...ofRows, level: ofRows.level - sides.rows.length }
    const least = from.row < 0 ? 0 : -sides.rows.length
    return { ...from, column: clamp(stepPosition(from.column, step, ofColumns, other), least, lastColumn) }
  }
  switch (key) {
    case 'ArrowDown':
      return isFar ? { ...from, row: lastRow } : down(1)
    case 'ArrowUp':
      return isFar ? { ...from, row: 0 } : down(-1)
    case 'ArrowRight':
      return isFar ? { ...from, column: lastColumn } : right(1)
    case 'ArrowLeft':
      return isFar ? { ...from, column: 0 } : right(-1)
    case 'PageDown':
      return { ...from, row: clamp(from.row + page, 0, lastRow) }
    case 'PageUp':
      return { ...from, row: clamp(from.row - page, 0, lastRow) }
    case 'Home':
      return { row: isFar ? 0 : from.row, column: 0 }
    case 'End':
      return { row: isFar ? lastRow : from.row, column: lastColumn }
    default:
      return undefined
  }
}
