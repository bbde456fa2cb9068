import { column, type Table, type Value } from '#core/table/table.ts'
import { pivotAggregate, type Denominator } from './aggregates.ts'
import type { PivotForm } from './form.ts'
import { type Line, type LineGrid, type Path, transposeGrid } from './grid.ts'
import { totalColumnBuilder, hasTotalRows, namesOf, totalRow } from './lines.ts'
import { type LineNames, withLines } from './totals.ts'

/** The input of a pivot table: the result, the paths of its rows, and the ordered lines of both sides. */
export interface PivotResponse {
  readonly table: Table
  readonly rowPaths: readonly Path[]
  readonly columnPaths: readonly Path[]
  readonly rows: readonly Line[]
  readonly columns: readonly Line[]
}

/**
 * Returns a pivot table whose cells and totals are computed from the result alone. Columns without any value are
 * omitted.
 */
export function computePivot(layout: PivotResponse, form: PivotForm): LineGrid {
  const { of, fraction } = pivotAggregate(form.aggregate)
  const groups = groupsOf(layout, form)
  const rowTexts = layout.rows.map(({ key }) => JSON.stringify(key))
  const filled = layout.columns
    .map((line) => {
      const groupsOfColumn = groups.get(textOf(line.metrics[0], line.key))
      const cells = rowTexts.map((row) => {
        const values = groupsOfColumn?.get(row)
        return values ? of(values) : null
      })
      return { line, cells }
    })
    .filter(({ cells }) => cells.some((cell) => cell !== null))
  const grid: LineGrid = {
    columns: filled.map(({ line }) => line),
    rows: layout.rows,
    cells: filled.map(({ cells }) => cells),
  }
  const shares = fraction ? asFractions(grid, fraction, form.metricsOnRows) : grid
  const names = namesOf(form)
  const wide = form.rowTotals
    ? withTotals(shares, { names: names.columns, over: totalColumnBuilder(form), of })
    : shares
  if (!hasTotalRows(form)) return wide
  return transposeGrid(withTotals(transposeGrid(wide), { names: names.rows, over: totalRow, of }))
}

interface Totals {
  readonly names: LineNames
  readonly over: (members: readonly Line[], path: Path, shared: number) => Line
  readonly of: (values: readonly Value[]) => Value
}

/** Adds a column for the total and one for each group of columns, computed from their cells. */
function withTotals(grid: LineGrid, { names, over, of }: Totals): LineGrid {
  const columns = grid.columns.map((line, index) => ({ path: line.path, line, cells: grid.cells[index] ?? [] }))
  const all = withLines(columns, names, (members, path, shared) => {
    const line = over(
      members.map((member) => member.line),
      path,
      shared,
    )
    return { path, line, cells: grid.rows.map((_, row) => of(members.map(({ cells }) => cells[row] ?? null))) }
  })
  return { ...grid, columns: all.map(({ line }) => line), cells: all.map(({ cells }) => cells) }
}

function textOf(metric: string | undefined, key: Path): string {
  return JSON.stringify([metric, key])
}

/** Groups the values of the result by metric and column, then by row. */
function groupsOf({ table, rowPaths, columnPaths }: PivotResponse, { metrics }: PivotForm) {
  const groups = new Map<string, Map<string, Value[]>>()
  const rowTexts = rowPaths.map((path) => JSON.stringify(path))
  for (const metric of metrics) {
    for (const [row, value] of (column(table, metric)?.values ?? []).entries()) {
      const name = textOf(metric, columnPaths[row] ?? [])
      const group = groups.get(name) ?? new Map<string, Value[]>()
      groups.set(name, group)
      const values = group.get(rowTexts[row] ?? '')
      if (values) values.push(value)
      else group.set(rowTexts[row] ?? '', [value])
    }
  }
  return groups
}

function asFractions(grid: LineGrid, whole: Denominator, turned: boolean): LineGrid {
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
