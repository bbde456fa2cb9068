import type { FigureColumn, RowOrder, SparkColumn, TimeTableProps } from './props.ts'

const collator = new Intl.Collator('en', { numeric: true })

/** Returns the sort key of a row in a column: its number, or the last point of its sparkline. */
function keyOf(column: FigureColumn | SparkColumn, row: number): number | null {
  return column.kind === 'figure' ? (column.values[row] ?? null) : (column.points[row]?.at(-1) ?? null)
}

/** Sorts rows by a column; rows without a value come last in both directions, equal ones keep their order. */
export function orderedRows(
  { rows, columns }: Pick<TimeTableProps, 'rows' | 'columns'>,
  order: RowOrder | null,
): readonly number[] {
  const rowIndexes = rows.map((_, row) => row)
  if (order === null) return rowIndexes
  const sign = order.isDescending ? -1 : 1
  if (order.column === 0)
    return rowIndexes.toSorted((a, b) => sign * collator.compare(rows[a]?.name ?? '', rows[b]?.name ?? '') || a - b)
  const column = columns[order.column - 1]
  if (column === undefined) return rowIndexes
  return rowIndexes.toSorted((a, b) => {
    const left = keyOf(column, a)
    const right = keyOf(column, b)
    if (left === null || right === null) return (left === null ? 1 : 0) - (right === null ? 1 : 0) || a - b
    return sign * (left - right) || a - b
  })
}
