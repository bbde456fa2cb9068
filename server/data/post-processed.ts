import { rowsOf } from '#charts/index.ts'
import { formatNumber } from '#core/format/number.ts'
import { asMetric, listOf } from '#core/form/query-fields.ts'
import { GROUPING } from '#core/query/grouping.ts'
import { metricLabel, type QueryContext } from '#core/query/query-object.ts'
import { type Column, type GenericType, NUMERIC, STRING, type Table, type Value } from '#core/table/table.ts'
import type { PivotTotals } from '#core/pivot/exact.ts'
import { pivotForm } from '#core/pivot/form.ts'
import type { Grid, Path } from '#core/pivot/grid.ts'
import { pivotView } from '#core/pivot/view.ts'
import { type Format, type Headings, isFileFormat } from '#server/files/lay-out.ts'
import { type HeadPrinter, headPrinter } from './pivot-heads.ts'

type Form = NonNullable<QueryContext['form_data']>

/** A result as its chart shows it: what is said of it, its cells by column and row label, and the same as a table. */
export interface Shown {
  readonly head: {
    readonly colnames: readonly (string | Path)[]
    readonly indexnames: readonly (number | Path)[]
    readonly coltypes: readonly GenericType[]
    readonly rowcount: number
  }
  readonly data: Readonly<Record<string, Readonly<Record<string, Value>>>>
  readonly table: Table
}

/** What a result is shown with. */
export interface ShowOptions {
  /** The answer to `pivotTotals`, where there is such a question. */
  readonly totals?: PivotTotals | undefined
  /** The names people read, by label. */
  readonly names: Headings['names']
  readonly format: Format
}

/**
 * A result as a table or a pivot table of the browser shows it, by the names people read; undefined for charts that show
 * it otherwise. Labels of several levels are joined by a blank. Asked for by itself the answer to `pivotTotals` stays as
 * it is.
 */
export function postProcessed(table: Table, form: Form, { totals, names, format }: ShowOptions): Shown | undefined {
  const nameOf = shownNames(table, names)
  if (rowsOf(String(form['viz_type'])) === 'table') return shownTable(renamed(formatted(table, form), nameOf))
  if (!isPivot(form) || isOfTotals(table)) return undefined
  const asked = pivotForm(
    form,
    table.columns.map(({ name }) => name),
  )
  const named = {
    ...asked,
    rows: asked.rows.map(nameOf),
    columns: asked.columns.map(nameOf),
    metrics: asked.metrics.map(nameOf),
  }
  const shown = renamed(table, nameOf)
  const summed = totals && { table: renamed(totals.table, nameOf), dimensions: totals.dimensions.map(nameOf) }
  return shownGrid(pivotView(shown, named, summed), headPrinter(shown, named, isFileFormat(format)))
}

/** The d3 formats of headings by the names people read. */
export function byShownName({ names, formats }: Headings): Headings['formats'] {
  return Object.fromEntries(Object.entries(formats).map(([label, format]) => [names[label] ?? label, format]))
}

/** What each column is shown as: no two alike, so that one whose name another column has keeps its label. */
function shownNames({ columns }: Table, names: Headings['names']): (label: string) => string {
  const known = new Map<string, string>()
  const taken = new Set(columns.map(({ name }) => name))
  for (const { name } of columns) {
    const verbose = Object.hasOwn(names, name) ? names[name] : undefined
    if (verbose === undefined || taken.has(verbose)) continue
    taken.add(verbose)
    known.set(name, verbose)
  }
  return (label) => known.get(label) ?? label
}

function renamed(table: Table, nameOf: (label: string) => string): Table {
  return { ...table, columns: table.columns.map((column) => ({ ...column, name: nameOf(column.name) })) }
}

function isOfTotals({ columns }: Table): boolean {
  return columns.some(({ name }) => name === GROUPING)
}

/** Whether a chart shows its answer as a pivot table. */
export function isPivot({ viz_type }: Form): boolean {
  return rowsOf(String(viz_type)) === 'pivot'
}

/** Columns in the number formats of the form; percent metrics as percentages. What is no number stays. */
function formatted(table: Table, form: Form): Table {
  const configs = (form['column_config'] ?? {}) as Record<string, { d3NumberFormat?: unknown } | undefined>
  const percents = listOf<unknown>(form['percent_metrics']).flatMap((metric) => {
    const known = asMetric(metric)
    return known ? [`%${metricLabel(known)}`] : []
  })
  return {
    ...table,
    columns: table.columns.map((column): Column => {
      const own = configs[column.name]?.d3NumberFormat
      const format = typeof own === 'string' && own ? own : percents.includes(column.name) ? '.3%' : undefined
      if (!format) return column
      const values = column.values.map((value) => (typeof value === 'number' ? formatNumber(format, value) : value))
      return { ...column, type: STRING, values }
    }),
  }
}

function shownTable(table: Table): Shown {
  const rows = Array.from({ length: table.rowCount }, (_, row) => row)
  return {
    head: {
      colnames: table.columns.map(({ name }) => name),
      indexnames: rows,
      coltypes: table.columns.map(({ type }) => type),
      rowcount: table.rowCount,
    },
    data: Object.fromEntries(
      table.columns.map(({ name, values }) => [
        name,
        Object.fromEntries(rows.map((row) => [row, values[row] ?? null])),
      ]),
    ),
    table,
  }
}

function shownGrid({ columns, rows, cells }: Grid, print: HeadPrinter): Shown {
  const names = columns.map((path) => joined(print.column(path)))
  const lines = rows.map((path) => print.row(path))
  const labels = lines.map(joined)
  const types = cells.map(typeOf)
  const depth = rows[0]?.length ?? 0
  const index = Array.from({ length: depth }, (_, level): Column => {
    return { name: '', type: STRING, values: lines.map((path) => path[level] ?? null) }
  })
  return {
    head: { colnames: columns, indexnames: rows, coltypes: types, rowcount: rows.length },
    data: Object.fromEntries(
      names.map((name, column) => [
        name,
        Object.fromEntries(labels.map((label, row) => [label, cells[column]?.[row] ?? null])),
      ]),
    ),
    table: {
      columns: [...index, ...names.map((name, at) => ({ name, type: types[at] ?? STRING, values: cells[at] ?? [] }))],
      rowCount: rows.length,
    },
  }
}

function joined(path: Path): string {
  return path.map(String).join(' ').trim()
}

function typeOf(values: readonly Value[]): GenericType {
  return values.every((value) => value === null || typeof value === 'number') ? NUMERIC : STRING
}
