import { column, type Table, type Value } from '#core/table/table.ts'
import { pivotAggregate, type ValueAggregator } from './aggregates.ts'
import type { PivotForm } from './form.ts'
import type { Line, LineGrid, Path } from './grid.ts'
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

/** The values of the result by cell of a line grid: `values[column][row]`. */
interface ValueGrid extends Omit<LineGrid, 'cells'> {
  readonly values: readonly (readonly (readonly Value[])[])[]
}

/**
 * Returns a pivot table whose cells and totals are computed from the result alone. A total aggregates the values of its
 * cells, and not their aggregates: the mean of means would be another number. Columns without any value are omitted.
 */
export function computePivot(layout: PivotResponse, form: PivotForm): LineGrid {
  const { of, fraction } = pivotAggregate(form.aggregate)
  const groups = groupsOf(layout, form)
  const rowTexts = layout.rows.map(({ key }) => JSON.stringify(key))
  const filled = layout.columns
    .map((line) => {
      const groupsOfColumn = groups.get(textOf(line.metrics[0], line.key))
      return { line, values: rowTexts.map((row) => groupsOfColumn?.get(row) ?? []) }
    })
    .filter(({ values }) => values.some((each) => each.length > 0 && of(each) !== null))
  const inner: ValueGrid = {
    columns: filled.map(({ line }) => line),
    rows: layout.rows,
    values: filled.map(({ values }) => values),
  }
  const names = namesOf(form)
  const wide = form.rowTotals ? withTotals(inner, names.columns, totalColumnBuilder(form)) : inner
  const tall = hasTotalRows(form) ? transposed(withTotals(transposed(wide), names.rows, totalRow)) : wide
  const whole = fraction && denominators(tall, of, (fraction === 'Columns') !== form.metricsOnRows)
  const cellOf = (values: readonly Value[], at: number, row: number): Value => {
    const cell = values.length === 0 ? null : of(values)
    if (!whole || cell === null) return cell
    const by = fraction === 'Total' ? whole.total : whole.line(at, row)
    return by === 0 ? null : Number(cell) / by
  }
  const cells = tall.values.map((ofColumn, at) => ofColumn.map((values, row) => cellOf(values, at, row)))
  return { columns: tall.columns, rows: tall.rows, cells }
}

function transposed({ columns, rows, values }: ValueGrid): ValueGrid {
  return { columns: rows, rows: columns, values: rows.map((_, row) => values.map((cells) => cells[row] ?? [])) }
}

/** Adds a column for the total and one for each group of columns, with the values of their cells. */
function withTotals(
  grid: ValueGrid,
  names: LineNames,
  lineOf: (members: readonly Line[], path: Path, shared: number) => Line,
): ValueGrid {
  const columns = grid.columns.map((line, index) => ({ path: line.path, line, values: grid.values[index] ?? [] }))
  const all = withLines(columns, names, (members, path, shared) => {
    const lines = members.map(({ line }) => line)
    const values = grid.rows.map((_, row) => members.flatMap((member) => member.values[row] ?? []))
    return { path, line: lineOf(lines, path, shared), values }
  })
  return { ...grid, columns: all.map(({ line }) => line), values: all.map(({ values }) => values) }
}

/** Returns the aggregates that fractions refer to: of all values, and of the values of each column or row. */
function denominators({ columns, rows, values }: ValueGrid, of: ValueAggregator, alongColumns: boolean) {
  const isInner = (line: Line | undefined) => line?.kind === 'value'
  const ofColumn = (at: number) => (values[at] ?? []).filter((_, row) => isInner(rows[row])).flat()
  const innerColumns = values.filter((_, at) => isInner(columns[at]))
  const number = (list: readonly Value[]) => Number(of(list) ?? 0)
  const ofLines = alongColumns
    ? columns.map((_, at) => number(ofColumn(at)))
    : rows.map((_, row) => number(innerColumns.flatMap((cells) => cells[row] ?? [])))
  const all = columns.flatMap((line, at) => (isInner(line) ? ofColumn(at) : []))
  return { total: number(all), line: (at: number, row: number) => ofLines[alongColumns ? at : row] ?? 0 }
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
