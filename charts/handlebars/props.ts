import type { HandlebarsForm } from './controls.ts'
import type { ChartInput } from '#charts/chart.ts'
import { type Table, toRecords, type Value } from '#core/table/table.ts'

type Row = Readonly<Record<string, Value>>

export interface HandlebarsProps {
  readonly template: string
  readonly style: string
  /** What the template speaks of: the rows by the labels of their columns, and the totals where they were asked for. */
  readonly rows: readonly Row[]
  readonly totals: Row | null
}

const rowsOf = (table: Table | undefined): Row[] => (table ? toRecords(table) : [])

export function toProps({ form, tables }: ChartInput<HandlebarsForm>): HandlebarsProps {
  return {
    template: form.handlebarsTemplate,
    style: form.styleTemplate,
    rows: rowsOf(tables[0]),
    totals: rowsOf(tables[1])[0] ?? null,
  }
}
