import type { ColumnInfo, Control, ControlContext } from '#controls/control.ts'
import { BOOLEAN, NUMERIC, TEMPORAL } from '#core/table/table.ts'

/** A column as an option. */
export interface ColumnOption {
  readonly value: string
  readonly label: string
  readonly icon: 'clock' | 'hash' | 'boolean' | 'function' | 'text'
  readonly detail?: string
}

function iconOf(column: ColumnInfo): ColumnOption['icon'] {
  if (column.expression) return 'function'
  if (column.is_dttm || column.type_generic === TEMPORAL) return 'clock'
  if (column.type_generic === BOOLEAN) return 'boolean'
  return column.type_generic === NUMERIC ? 'hash' : 'text'
}

/** Returns a column as an option; its name is shown after its label if they differ. */
export function columnOption(column: ColumnInfo): ColumnOption {
  const label = column.verbose_name || column.column_name
  return {
    value: column.column_name,
    label,
    icon: iconOf(column),
    ...(label === column.column_name ? {} : { detail: column.column_name }),
  }
}

/** Returns the columns that a control can select, in dataset order. */
export function columnOptions(control: Control, context: ControlContext): ColumnOption[] {
  return context.dataset.columns.filter((column) => control.columnFilter?.(column) ?? true).map(columnOption)
}
