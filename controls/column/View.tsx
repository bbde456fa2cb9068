import type { ControlViewProps } from '#controls/control.ts'
import { columnOptions } from '#controls/shared/column-options.ts'
import { fieldTexts } from '#controls/shared/field.ts'
import { listOf } from '#core/form/query-fields.ts'
import { columnLabel, type QueryColumn } from '#core/query/query-object.ts'
import { t } from '#core/text/t.ts'
import { MultiSelect } from '#ui/input/MultiSelect.tsx'
import { Select } from '#ui/input/Select.tsx'

type Chosen = QueryColumn | readonly QueryColumn[] | null

export default function ColumnView({ control, value, onChange, errors, context }: ControlViewProps<Chosen>) {
  const columns = listOf<QueryColumn>(value)
  const offered = columnOptions(control, context)
  const missing = columns
    .filter((column) => typeof column !== 'string')
    .map((column) => ({ value: columnLabel(column), label: columnLabel(column), icon: 'function' as const }))
  const options = [...missing, ...offered]
  const toColumn = (label: string): QueryColumn => columns.find((column) => columnLabel(column) === label) ?? label
  const field = fieldTexts(control, errors)
  if (control.multi) {
    return (
      <MultiSelect
        {...field}
        options={options}
        value={columns.map(columnLabel)}
        onChange={(labels) => onChange(labels.map(toColumn))}
        placeholder={t('Add columns')}
      />
    )
  }
  return (
    <Select
      {...field}
      options={options}
      value={columns[0] === undefined ? undefined : columnLabel(columns[0])}
      onChange={(label) => onChange(toColumn(label))}
      isClearable={!control.required}
      onClear={() => onChange(null)}
      placeholder={t('Choose a column')}
      isSearchable
    />
  )
}
