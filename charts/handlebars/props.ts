import type { HandlebarsForm } from './controls.ts'
import type { ChartInput } from '#charts/chart.ts'
import { type Table, toRecords, type Value } from '#core/table/table.ts'

type Row = Readonly<Record<string, Value>>

export interface HandlebarsProps {
  readonly template: string
  readonly style: string
  /** The template context: the rows by column label, and the totals if requested. */
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
