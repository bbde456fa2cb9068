import type { FormData } from '#core/form/form-data.ts'
import type { Table, Value } from '#core/table/table.ts'
import { cells, columnLabels, metricLabels } from './legacy-shape.ts'

/** A row of links in the legacy format. */
export interface LinkRow {
  readonly source: Value
  readonly target: Value
  readonly value: Value
}

/** Returns the rows of a form whose two dimensions are the endpoints of links. */
export function linkRows(table: Table, form: FormData): readonly LinkRow[] {
  const [from, to] = columnLabels(form, 'groupby')
  const target = cells(table, to)
  const values = cells(table, metricLabels(form, 'metric', 'metrics')[0])
  return cells(table, from).map((source, row) => ({ source, target: target[row] ?? null, value: values[row] ?? null }))
}
