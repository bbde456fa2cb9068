import { splitFormat, withCurrency } from '#core/format/currency.ts'
import type { SheetInput } from '#charts/chart.ts'
import { columnConfig } from '#controls/shared/column-config.ts'
import { formatCell } from '#core/format/digits.ts'
import { metricLabel } from '#core/query/query-object.ts'
import { withRenamedColumns, type TableSheet, tableSheet } from '#core/table/table-sheet.ts'
import { type Column, STRING, type Table } from '#core/table/table.ts'
import type { TableForm } from './controls.ts'

/**
 * Formats columns with the number formats of the form; percent metrics as percentages. Non-numeric values are
 * unchanged.
 */
function formatColumns(table: Table, form: TableForm, formatOf: SheetInput['formatOf']): Table {
  const percents = form.percent_metrics.map((metric) => `%${metricLabel(metric)}`)
  return {
    ...table,
    columns: table.columns.map((column): Column => {
      const own = columnConfig(form.column_config, column.name).d3NumberFormat
      const { currency } = splitFormat(formatOf(column.name) ?? '')
      const format = own ? withCurrency(own, currency) : percents.includes(column.name) ? '.3%' : undefined
      if (!format) return column
      const values = column.values.map((value) =>
        value === null || typeof value === 'boolean' ? value : formatCell(format, value),
      )
      return { ...column, type: STRING, values }
    }),
  }
}

/** Returns the formatted rows with display names. */
export function toSheet({ table, form, nameOf, formatOf }: SheetInput<TableForm>): TableSheet {
  return tableSheet(withRenamedColumns(formatColumns(table, form, formatOf), nameOf))
}
