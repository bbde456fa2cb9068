import { partText } from '#core/post/header-text.ts'
import { column, type Table, TEMPORAL, type Value } from '#core/table/table.ts'
import type { PivotForm } from '#core/pivot/form.ts'
import type { Path } from '#core/pivot/grid.ts'
import { timePrinter } from '#server/files/csv.ts'

/** Prints the labels of both sides of a pivot table. */
export interface HeadPrinter {
  column(path: Path): Path
  row(path: Path): Path
}

/** Each level's dimension, outermost first; null where metrics stand. */
type Levels = readonly (string | null)[]

function levelsOf(form: PivotForm): { readonly columns: Levels; readonly rows: Levels } {
  const { rows, columns } = form.transpose ? { rows: form.columns, columns: form.rows } : form
  const withMetrics = (names: readonly string[]): Levels => (form.combineMetrics ? [...names, null] : [null, ...names])
  return form.metricsOnRows ? { columns, rows: withMetrics(rows) } : { columns: withMetrics(columns), rows }
}

/**
 * Prints the moments among the labels: in a file as its cells are printed, in keys with their time unless the engine says
 * that they are days. What is no moment stays.
 */
export function headPrinter(table: Table, form: PivotForm, forFile: boolean): HeadPrinter {
  const printers = new Map(
    [...form.rows, ...form.columns].flatMap((name) => {
      const found = column(table, name)
      if (found?.type !== TEMPORAL) return []
      const asKey = (value: Value): string => partText(value, TEMPORAL, found.isDays)
      return [[name, forFile ? timePrinter(found.values) : asKey] as const]
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
