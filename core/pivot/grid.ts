import type { Value } from '#core/table/table.ts'

/** The labels of a line by level, from the outermost to the innermost. */
export type Path = readonly Value[]

/** Cells with labels of several levels: `cells[c][r]` is column `c` at row `r`. */
export interface Grid {
  readonly columns: readonly Path[]
  readonly rows: readonly Path[]
  readonly cells: readonly (readonly Value[])[]
}

/** A row or a column of a pivot table. */
export interface Line {
  readonly path: Path
  /** `subtotal` summarizes all lines with the same path prefix, `total` all lines. */
  readonly kind: 'value' | 'subtotal' | 'total'
  /** The length of the path prefix that holds values; the rest is the name of a total and blanks. */
  readonly own: number
  /** The values of its dimensions, outermost first; fewer in totals. */
  readonly key: Path
  /** The metrics of its cells; empty on the side without metrics. */
  readonly metrics: readonly string[]
}

/** A grid with line details for rows and columns. */
export interface LineGrid {
  readonly columns: readonly Line[]
  readonly rows: readonly Line[]
  readonly cells: Grid['cells']
}

/** Transposes a grid. */
export function transposeGrid<T>(grid: {
  readonly columns: readonly T[]
  readonly rows: readonly T[]
  readonly cells: Grid['cells']
}) {
  const { columns, rows, cells } = grid
  return {
    columns: rows,
    rows: columns,
    cells: rows.map((_, row) => columns.map((_column, index) => cells[index]?.[row] ?? null)),
  }
}
