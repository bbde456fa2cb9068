import type { Line } from '#core/pivot/grid.ts'
import type { Value } from '#core/table/table.ts'

/** One level of the labels of a side, outermost first. */
export interface PivotLevel {
  /** The label of its dimension in the answer: what cross-filters name. Null for the metrics. */
  readonly name: string | null
  readonly title: string
}

/** A row or a column. */
export interface PivotLine {
  readonly kind: Line['kind']
  /** As people read them, one for each level of its own; the name of a total is the last. */
  readonly labels: readonly string[]
  /** The values behind the labels; the name of a total has none. */
  readonly values: readonly Value[]
  /** The number format of its cells; null on the side without metrics. */
  readonly format: string | null
  /** The one metric of its cells; null where there are several or none. */
  readonly metric: string | null
}

/** `cells[c][r]` is column `c` at row `r`. Levels are empty on a side that has the one line of all. */
export interface PivotCells {
  readonly columns: readonly PivotLine[]
  readonly rows: readonly PivotLine[]
  readonly columnLevels: readonly PivotLevel[]
  readonly rowLevels: readonly PivotLevel[]
  readonly cells: readonly (readonly Value[])[]
}

/** The metric a cell is a value of; null for totals and subtotals. */
export function metricAt(column: PivotLine | undefined, row: PivotLine | undefined): string | null {
  return column?.kind === 'value' && row?.kind === 'value' ? (column.metric ?? row.metric) : null
}
