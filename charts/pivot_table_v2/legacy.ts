import type { FormData } from '#core/form/form-data.ts'
import type { Table, Value } from '#core/table/table.ts'
import type { Grid, Path } from '#core/pivot/grid.ts'
import { type PivotTotals, pivotTotals } from '#core/pivot/exact-pivot.ts'
import type { PivotForm } from '#core/pivot/form.ts'
import { pivotView } from '#core/pivot/pivot-view.ts'
import { rankedBaseQuery } from '#core/legacy/ranked-query.ts'
import { aggregateOf } from './legacy-aggregates.ts'
import { columnLabels, type LegacyShape, metricLabels } from '#core/legacy/legacy-shape.ts'

const ALL = 'All'
const CLASSES = 'dataframe table table-striped table-bordered table-condensed table-hover'

/** A pivot table as HTML, with its column headers. */
const pivotTable: LegacyShape = {
  types: ['pivot_table'],
  query: rankedBaseQuery,
  totals: (query, form) => pivotTotals(query, pivotForm(form)),
  data({ table, totals }, form) {
    const pivot = pivotForm(form)
    const dimensions = [...columnLabels(form, 'groupby'), ...columnLabels(form, 'columns')]
    const known = totals && { table: totals, dimensions }
    const grid = pivot.rowTotals ? withMargins(table, pivot, known) : pivotView(table, pivot, known)
    const names = form['transpose_pivot'] ? pivot.columns : pivot.rows
    return { columns: grid.columns.map((path) => (path.length === 1 ? path[0] : path)), html: html(grid, names) }
  },
}

function pivotForm(form: FormData): PivotForm {
  return {
    rows: columnLabels(form, 'groupby'),
    columns: columnLabels(form, 'columns'),
    metrics: metricLabels(form, 'metrics', 'metric'),
    aggregate: aggregateOf(form['pandas_aggfunc']),
    transpose: form['transpose_pivot'] === true,
    combineMetrics: form['combine_metric'] === true,
    rowTotals: form['pivot_margins'] === true,
    columnTotals: form['pivot_margins'] === true,
    metricsOnRows: false,
  }
}

/**
 * Returns the grid with one more row, and one more column per metric. They cover the rows of the dataset if cells are
 * summed, and otherwise aggregate the same cells.
 */
function withMargins(table: Table, form: PivotForm, totals: PivotTotals | undefined): Grid {
  const plain = { ...form, rowTotals: false, columnTotals: false }
  const turned = form.transpose ? { ...plain, rows: form.columns, columns: form.rows, transpose: false } : plain
  const inner = pivotView(table, turned, totals)
  const right = turned.columns.length > 0 ? pivotView(table, { ...turned, columns: [] }, totals) : undefined
  const below = pivotView(table, { ...turned, rows: [] }, totals)
  const corner = pivotView(table, { ...turned, rows: [], columns: [] }, totals)
  const line = (grid: Grid, path: Path): readonly Value[] => {
    const key = JSON.stringify(path)
    return grid.cells[grid.columns.findIndex((each) => JSON.stringify(each) === key)] ?? []
  }
  const margins = (right?.columns ?? []).map((path) => ({
    path: turned.combineMetrics
      ? [...pathOfLevels(turned.columns), ...path]
      : [...path, ...pathOfLevels(turned.columns)],
    cells: [...line(right as Grid, path), line(corner, path)[0] ?? null],
  }))
  const own = inner.columns.map((path) => ({ path, cells: [...line(inner, path), line(below, path)[0] ?? null] }))
  const all = [...own, ...margins]
  return {
    columns: all.map(({ path }) => path),
    rows: [...inner.rows, pathOfLevels(turned.rows)],
    cells: all.map(({ cells }) => cells),
  }
}

function pathOfLevels(levels: readonly string[]): Path {
  return levels.map((_, level) => (level === 0 ? ALL : ''))
}

function html({ columns, rows, cells }: Grid, names: readonly string[]): string {
  const depth = columns[0]?.length ?? 0
  const margin = '<th></th>'.repeat(names.length)
  const heads = Array.from({ length: depth }, (_, level) => {
    return `<tr>${margin}${columns.map((path) => `<th>${escapeValue(path[level] ?? null)}</th>`).join('')}</tr>`
  })
  const named = `<tr>${names.map((name) => `<th>${escapeValue(name)}</th>`).join('')}${'<th></th>'.repeat(columns.length)}</tr>`
  const body = rows.map((path, row) => {
    const values = cells.map((column) => `<td>${escapeValue(column[row] ?? null)}</td>`).join('')
    return `<tr>${path.map((each) => `<th>${escapeValue(each)}</th>`).join('')}${values}</tr>`
  })
  return `<table class="${CLASSES}"><thead>${heads.join('')}${named}</thead><tbody>${body.join('')}</tbody></table>`
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeValue(value: Value): string {
  return String(value ?? '').replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)
}

/** The legacy response shapes of the older chart type. */
export const legacy = [pivotTable]
