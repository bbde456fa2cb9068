import type { Line } from '#core/pivot/grid.ts'
import type { Value } from '#core/table/table.ts'

/** One level of the labels of rows or columns, outermost first. */
export interface PivotLevel {
  /** The label of its dimension in the result, which cross-filters use; null for metrics. */
  readonly name: string | null
  readonly title: string
}

/** A row or a column. */
export interface PivotLine {
  readonly kind: Line['kind']
  /** The displayed labels, one per level of the line; for a total, the last one is its name. */
  readonly labels: readonly string[]
  /** The values of the labels, without the name of a total. */
  readonly values: readonly Value[]
  /** The number format of its cells; null on the side without metrics. */
  readonly format: string | null
  /** The metric of its cells; null if there are several or none. */
  readonly metric: string | null
}

/** `cells[c][r]` is the value in column `c` and row `r`. A side with only a grand total has no levels. */
export interface PivotCells {
  readonly columns: readonly PivotLine[]
  readonly rows: readonly PivotLine[]
  readonly columnLevels: readonly PivotLevel[]
  readonly rowLevels: readonly PivotLevel[]
  readonly cells: readonly (readonly Value[])[]
}

/** Returns the metric of a cell; null for totals and subtotals. */
export function metricAt(column: PivotLine | undefined, row: PivotLine | undefined): string | null {
  return column?.kind === 'value' && row?.kind === 'value' ? (column.metric ?? row.metric) : null
}
