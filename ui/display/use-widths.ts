import { useMemo } from 'react'
import { columnWidth, headerWidth, stretched } from './grid-cell.ts'
import type { GridColumn } from './grid-column.ts'
import type { HeaderDrag } from './use-header-drag.tsx'

interface Sized {
  readonly columns: readonly GridColumn[]
  readonly rowCount: number
  readonly text: (row: number, column: number) => string
}

const SAMPLED_ROWS = 300
const HEAD_HEIGHT = 28
const HEAD_LINE = 13

/** Returns the header height: two lines if any title does not fit in one; longer titles are cut. */
export const headerHeight = (columns: readonly GridColumn[], widths: readonly number[]): number =>
  columns.some(({ title, isSortable }, at) => headerWidth(title, isSortable === true) > (widths[at] ?? 0))
    ? HEAD_HEIGHT + HEAD_LINE
    : HEAD_HEIGHT

/** Returns the column widths in px: set or derived from values, and adjusted by the current drag. */
export function useWidths(props: Sized, available: number, drag: HeaderDrag | undefined): readonly number[] {
  const { columns, rowCount, text } = props
  const own = useMemo(
    () =>
      columns.map((column, index) => {
        if (column.width !== undefined) return column.width
        const samples = Array.from({ length: Math.min(rowCount, SAMPLED_ROWS) }, (_, row) => text(row, index))
        return columnWidth(column.title, samples, column.isSortable === true)
      }),
    [columns, rowCount, text],
  )
  const sized = drag?.kind === 'size' ? drag : undefined
  return useMemo(() => {
    const widths = sized ? own.with(sized.column, sized.width) : own
    return stretched(widths, available, (at) => columns[at]?.isFixed === true || at === sized?.column)
  }, [own, available, columns, sized])
}
