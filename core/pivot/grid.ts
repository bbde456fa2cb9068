import type { Value } from '#core/table/table.ts'

/** A label with its levels, from the outermost in. */
export type Path = readonly Value[]

/** Cells under labels of several levels: `cells[c][r]` is column `c` at row `r`. */
export interface Grid {
  readonly columns: readonly Path[]
  readonly rows: readonly Path[]
  readonly cells: readonly (readonly Value[])[]
}

/** A row or a column of a pivot table. */
export interface Line {
  readonly path: Path
  /** `subtotal` stands for all lines with the same first levels, `total` for all there are beside it. */
  readonly kind: 'value' | 'subtotal' | 'total'
  /** How many first levels of the path are its own; what follows is the name of a total and blanks. */
  readonly own: number
  /** The values of its dimensions, outermost first; fewer in totals. */
  readonly key: Path
  /** The metrics in its cells; empty on the side without metrics. */
  readonly metrics: readonly string[]
}

/** The same with what is known of rows and columns. */
export interface LineGrid {
  readonly columns: readonly Line[]
  readonly rows: readonly Line[]
  readonly cells: Grid['cells']
}

/** Rows become columns. */
export function turnedOver<T>(grid: {
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
