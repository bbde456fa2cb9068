import { useMemo } from 'react'
import { columnWidth, headerWidth, stretchWidths } from './grid-cell.ts'
import type { GridColumn } from './grid-column.ts'
import type { HeaderDrag } from './use-header-drag.tsx'

interface SizedColumns {
  readonly columns: readonly GridColumn[]
  readonly rowCount: number
  readonly text: (row: number, column: number) => string
}

const SAMPLED_ROWS = 300
const HEAD_HEIGHT = 28
const HEAD_LINE = 13

/** The most lines of a title; `VirtualTable.module.css` cuts longer ones. */
const MAX_TITLE_LINES = 3

/** Returns the lines of a title whose words wrap in a column of this width in px. */
function titleLines({ title, isSortable }: GridColumn, width: number): number {
  const isWider = (text: string) => headerWidth(text, isSortable === true) > width
  let lines = 1
  let line = ''
  for (const word of title.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && isWider(longer)) lines += 1
    line = line !== '' && isWider(longer) ? word : longer
  }
  // One long word is cut within two lines.
  return Math.min(MAX_TITLE_LINES, isWider(title) ? Math.max(2, lines) : 1)
}

/** Returns the header height for the title with the most lines. */
export const headerHeight = (columns: readonly GridColumn[], widths: readonly number[]): number =>
  HEAD_HEIGHT + HEAD_LINE * (Math.max(1, ...columns.map((column, at) => titleLines(column, widths[at] ?? 0))) - 1)

/** Returns the column widths in px: set or derived from values, and adjusted by the current drag. */
export function useWidths(props: SizedColumns, available: number, drag: HeaderDrag | undefined): readonly number[] {
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
    return stretchWidths(widths, available, (at) => columns[at]?.isFixed === true || at === sized?.column)
  }, [own, available, columns, sized])
}
