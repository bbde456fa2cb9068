import type { ControlType } from '#controls/control.ts'
import { validationMessages } from '#controls/shared/validation-messages.ts'
import { asColumn, listOf, uniqueBy } from '#core/form/query-fields.ts'
import { columnLabel, type QueryColumn } from '#core/query/query-object.ts'

/** One column, or with `multi` a list without duplicate labels. */
export const column: ControlType<QueryColumn | readonly QueryColumn[] | null> = {
  type: 'column',
  parse(raw, control) {
    if (raw === undefined) return undefined
    const columns = listOf<unknown>(raw)
      .map(asColumn)
      .filter((each) => each !== undefined)
    return control.multi ? uniqueBy(columns, columnLabel) : (columns[0] ?? null)
  },
  check: (value, control) => validationMessages(value, control),
  examples(control, { dataset }) {
    const names = dataset.columns.filter((each) => control.columnFilter?.(each) ?? true).map((each) => each.column_name)
    return control.multi ? names.map((name) => [name]) : names
  },
}
