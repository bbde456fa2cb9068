import { type Column, column, type Table, TEMPORAL } from '#core/table/table.ts'
import type { PivotForm } from './form.ts'
import type { Path } from './grid.ts'

/** Returns the timestamp formatter of a column. */
export type TimestampFormatters = (column: Column) => (epochMs: number) => string

/** Formats the labels of both sides of a pivot table. */
export interface HeaderFormatter {
  column(path: Path): Path
  row(path: Path): Path
}

/** The dimension of each level, outermost first; null for the metrics. */
type Levels = readonly (string | null)[]

function levelsOf(form: PivotForm): { readonly columns: Levels; readonly rows: Levels } {
  const { rows, columns } = form.transpose ? { rows: form.columns, columns: form.rows } : form
  const withMetrics = (names: readonly string[]): Levels => (form.combineMetrics ? [...names, null] : [null, ...names])
  return form.metricsOnRows ? { columns, rows: withMetrics(rows) } : { columns: withMetrics(columns), rows }
}

/** Returns a printer that formats timestamps in labels like those of their columns. Other values are unchanged. */
export function headerFormatter(
  table: Table,
  form: PivotForm,
  timestampFormatOf: TimestampFormatters,
): HeaderFormatter {
  const printers = new Map(
    [...form.rows, ...form.columns].flatMap((name) => {
      const found = column(table, name)
      return found?.type === TEMPORAL ? [[name, timestampFormatOf(found)] as const] : []
    }),
  )
  const printed = (levels: Levels) => (path: Path) =>
    path.map((value, level) => {
      const print = printers.get(levels[level] ?? '')
      return print && typeof value === 'number' ? print(value) : value
    })
  const { columns, rows } = levelsOf(form)
  return { column: printed(columns), row: printed(rows) }
}
