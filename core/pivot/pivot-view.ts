import { ownValue } from '#core/rest/json.ts'
import { haveMixedCurrencies } from '#core/format/currency.ts'
import { requireWithin } from '#core/rest/bounds.ts'
import { column, type Table, type Value } from '#core/table/table.ts'
import { pivotAggregate } from './aggregates.ts'
import { exactPivot, type ExactTotal, totalsLookup, pathText, type PivotTotals } from './exact-pivot.ts'
import type { PivotForm } from './form.ts'
import { type Grid, type LineGrid, type Path, transposeGrid } from './grid.ts'
import { columnLines, rowLines } from './lines.ts'
import { computePivot } from './compute-pivot.ts'
import { isByValue, type LineOrder, orderedPaths } from './line-order.ts'

/** Returns the table as shown by a client-side pivot table, with the result of `pivotTotals` if there is one. */
export function pivotView(table: Table, form: PivotForm, totals?: PivotTotals): Grid {
  const { columns, rows, cells } = pivotLines(table, form, totals)
  return { columns: columns.map(({ path }) => path), rows: rows.map(({ path }) => path), cells }
}

/** Returns the same grid with the types of its lines. */
export function pivotLines(table: Table, form: PivotForm, totals?: PivotTotals): LineGrid {
  const turned = form.transpose ? { ...form, rows: form.columns, columns: form.rows } : form
  if (!turned.metricsOnRows) return withoutMixedTotals(pivotTable(table, turned, totals), form)
  // Metrics are in rows: the table is computed transposed and transposed back.
  return transposeGrid(withoutMixedTotals(pivotTable(table, onItsSide(turned), totals), form))
}

/** Clears the cells of lines over metrics of different currencies, unless they count values. */
function withoutMixedTotals(grid: LineGrid, { formats = {}, aggregate }: PivotForm): LineGrid {
  if (aggregate.startsWith('Count') || aggregate.startsWith('List')) return grid
  const isMixed = ({ metrics }: LineGrid['columns'][number]) =>
    haveMixedCurrencies(metrics.map((metric) => ownValue(formats, metric)))
  const cells = grid.cells.map((line, at) => {
    const shown = grid.columns[at]
    return shown && isMixed(shown) ? line.map(() => null) : line
  })
  return { ...grid, cells }
}

function onItsSide(form: PivotForm): PivotForm {
  return {
    ...form,
    rows: form.columns,
    columns: form.rows,
    rowTotals: form.columnTotals,
    columnTotals: form.rowTotals,
    rowOrder: form.columnOrder,
    columnOrder: form.rowOrder,
    rowsFirst: form.columnsFirst,
    columnsFirst: form.rowsFirst,
  }
}

function pivotTable(table: Table, form: PivotForm, totals: PivotTotals | undefined): LineGrid {
  const rowPaths = pathsOf(table, form.rows)
  const columnPaths = pathsOf(table, form.columns)
  const known = totals && totalsLookup(table, totals, form)
  const weight = (paths: readonly Path[], order: LineOrder, of: (start: Path) => Value) =>
    known || !isByValue(order) ? of : weightOf(table, paths, form)
  const { rowOrder = 'key_a_to_z', columnOrder = 'key_a_to_z' } = form
  const ofRow = (start: Path) => known?.(form.metrics, pathText(start), pathText([])) ?? null
  const ofColumn = (start: Path) => known?.(form.metrics, pathText([]), pathText(start)) ?? null
  const rows = rowLines(orderedPaths(rowPaths, rowOrder, weight(rowPaths, rowOrder, ofRow)), form)
  const columns = columnLines(orderedPaths(columnPaths, columnOrder, weight(columnPaths, columnOrder, ofColumn)), form)
  requireWithin('post-cells', rows.length * columns.length)
  return known && !exceedsTotal(table, known, form)
    ? exactPivot({ known, rows, columns }, form)
    : computePivot({ table, rowPaths, columnPaths, rows, columns }, form)
}

/** The relative error of sums of floating-point numbers. */
const ROUNDING = 1e-9

/**
 * Returns whether fractions refer to a total below the sum of its cells, such as that of means or of distinct counts.
 * They would add up to more than 100%.
 */
function exceedsTotal(table: Table, known: ExactTotal, { aggregate, metrics }: PivotForm): boolean {
  if (pivotAggregate(aggregate).fraction === null) return false
  const total = Math.abs(Number(known(metrics, pathText([]), pathText([])) ?? 0))
  const cells = metrics.flatMap((name) => column(table, name)?.values ?? [])
  const sum = Math.abs(cells.reduce<number>((part, value) => part + Number(value ?? 0), 0))
  return sum > total * (1 + ROUNDING)
}

function pathsOf(table: Table, names: readonly string[]): readonly Path[] {
  const columns = names.map((name) => column(table, name))
  return Array.from({ length: table.rowCount }, (_, row) => columns.map((each) => each?.values[row] ?? null))
}

/** Returns the aggregate of all cells with a path prefix, used if no totals were queried. */
function weightOf(table: Table, paths: readonly Path[], { metrics, aggregate }: PivotForm): (start: Path) => Value {
  const { of } = pivotAggregate(aggregate)
  const cells = metrics.map((name) => column(table, name)?.values ?? [])
  const groups = new Map<string, Value[]>()
  for (const [row, path] of paths.entries()) {
    for (const level of path.keys()) {
      const start = JSON.stringify(path.slice(0, level + 1))
      const group = groups.get(start) ?? []
      group.push(...cells.map((values) => values[row] ?? null))
      groups.set(start, group)
    }
  }
  return (start) => of(groups.get(JSON.stringify(start)) ?? [])
}
