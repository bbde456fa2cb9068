import { column, type Table, type Value } from '#core/table/table.ts'
import { pivotAggregate } from './pivot-aggregates.ts'
import { exactPivot, type Heading, type PivotTotals } from './pivot-exact.ts'
import type { PivotForm } from './pivot-form.ts'
import type { Grid, Path } from './pivot-grid.ts'
import { withTotals } from './pivot-totals.ts'

/** The table as a pivot table of the browser shows it; with the answer to `pivotTotals` where there is such a question. */
export function pivotView(table: Table, form: PivotForm, totals?: PivotTotals): Grid {
  const turned = form.transpose ? { ...form, rows: form.columns, columns: form.rows } : form
  if (!form.metricsOnRows) return pivoted(table, turned, totals)
  // Metrics stand above columns: the table is made lying on its side and set up again.
  const { rows, columns, rowTotals, columnTotals } = turned
  const side = { ...turned, rows: columns, columns: rows, rowTotals: columnTotals, columnTotals: rowTotals }
  const grid = pivoted(table, side, totals)
  return {
    columns: grid.rows,
    rows: grid.columns,
    cells: grid.rows.map((_, row) => grid.columns.map((_column, index) => grid.cells[index]?.[row] ?? null)),
  }
}

function pivoted(table: Table, form: PivotForm, totals: PivotTotals | undefined): Grid {
  const { of, fraction } = pivotAggregate(form.aggregate)
  const total = `Total (${form.aggregate})`
  const rowPaths = pathsOf(table, form.rows)
  const columnPaths = pathsOf(table, form.columns)
  const rows = distinct(rowPaths)
  const columns = distinct(columnPaths)
  if (totals) return exactPivot({ table, totals, rows, headings: headings(columns, form) }, form)
  const groups = groupsOf(table, form.metrics, rowPaths, columnPaths)
  const headed = headings(columns, form).map(({ metric, path, key }) => ({
    path,
    cells: rows.map((row) => {
      const values = groups.get(JSON.stringify([metric, row, key]))
      return values ? of(values) : null
    }),
  }))
  const filled = headed.filter(({ cells }) => cells.some((cell) => cell !== null))
  const grid: Grid = {
    columns: filled.map(({ path }) => path),
    rows: form.rows.length > 0 ? rows : [[total]],
    cells: filled.map(({ cells }) => cells),
  }
  const shares = fraction ? asFractions(grid, fraction, form.metricsOnRows) : grid
  return withTotals(shares, { of, total, columns: form.rowTotals, rows: form.columnTotals && form.rows.length > 0 })
}

function pathsOf(table: Table, names: readonly string[]): readonly Path[] {
  const columns = names.map((name) => column(table, name))
  return Array.from({ length: table.rowCount }, (_, row) => columns.map((each) => each?.values[row] ?? null))
}

/** Each path once, ascending level by level; null comes last. */
function distinct(paths: readonly Path[]): readonly Path[] {
  const known = new Map(paths.map((path) => [JSON.stringify(path), path]))
  return [...known.values()].toSorted(comparePaths)
}

function comparePaths(a: Path, b: Path): number {
  for (const [level, left] of a.entries()) {
    const order = compareValues(left, b[level] ?? null)
    if (order !== 0) return order
  }
  return 0
}

function compareValues(a: Value, b: Value): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  if (typeof a === 'number' && typeof b === 'number') return a - b
  const [left, right] = [String(a), String(b)]
  return left < right ? -1 : Number(left > right)
}

function groupsOf(
  table: Table,
  metrics: readonly string[],
  rows: readonly Path[],
  columns: readonly Path[],
): ReadonlyMap<string, Value[]> {
  const groups = new Map<string, Value[]>()
  for (const metric of metrics) {
    for (const [row, value] of (column(table, metric)?.values ?? []).entries()) {
      const key = JSON.stringify([metric, rows[row], columns[row]])
      const group = groups.get(key)
      if (group) group.push(value)
      else groups.set(key, [value])
    }
  }
  return groups
}

/** Metrics above their columns, or below them when they are combined. */
function headings(columns: readonly Path[], { metrics, combineMetrics }: PivotForm): readonly Heading[] {
  return combineMetrics
    ? columns.flatMap((key) => metrics.map((metric) => ({ metric, key, path: [...key, metric] })))
    : metrics.flatMap((metric) => columns.map((key) => ({ metric, key, path: [metric, ...key] })))
}

function asFractions(grid: Grid, whole: 'Total' | 'Rows' | 'Columns', turned: boolean): Grid {
  const add = (values: readonly Value[]): number => values.reduce<number>((sum, value) => sum + Number(value ?? 0), 0)
  const all = add(grid.cells.flat())
  const byColumn = grid.cells.map(add)
  const byRow = grid.rows.map((_, row) => add(grid.cells.map((cells) => cells[row] ?? null)))
  const alongColumns = (whole === 'Columns') !== turned
  const of = (index: number, row: number): number =>
    (whole === 'Total' ? all : alongColumns ? byColumn[index] : byRow[row]) ?? 0
  const share = (cell: Value, by: number): Value => (cell === null || by === 0 ? null : Number(cell) / by)
  return { ...grid, cells: grid.cells.map((cells, index) => cells.map((cell, row) => share(cell, of(index, row)))) }
}
