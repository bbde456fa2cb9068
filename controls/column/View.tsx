import { ColumnEditor } from './ColumnEditor.tsx'
import { columnRejection } from './drop.ts'
import { column as columnKind } from './index.ts'
import type { ControlViewProps } from '#controls/control.ts'
import { columnOption, columnOptions } from '#controls/shared/column-options.ts'
import { insertItemAt, moveItem, type Slot } from '#controls/shared/drag-data.ts'
import { DropZone } from '#controls/shared/DropZone.tsx'
import { fieldTexts } from '#controls/shared/field.ts'
import { type Pill, PillList } from '#controls/shared/PillList.tsx'
import { listOf } from '#core/form/query-fields.ts'
import { columnLabel, type QueryColumn } from '#core/query/query-object.ts'
import { t } from '#core/text/t.ts'
import { Select } from '#ui/input/Select.tsx'

type SelectedColumns = QueryColumn | readonly QueryColumn[] | null
type Props = ControlViewProps<SelectedColumns>

/** A single column, selected from a list or dropped. */
function OneColumn({ control, value, onChange, errors, context }: Props) {
  const columns = listOf<QueryColumn>(value)
  const adhoc = columns
    .filter((column) => typeof column !== 'string')
    .map((column) => ({ value: columnLabel(column), label: columnLabel(column), icon: 'function' as const }))
  const field = fieldTexts(control, errors)
  const slot: Slot = {
    refuses: (part) => columnRejection(part, columns, control, context),
    take: (part) => onChange(part.name),
  }
  return (
    <DropZone name={control.name} label={field.label} slot={slot}>
      {() => (
        <Select
          {...field}
          options={[...adhoc, ...columnOptions(control, context)]}
          value={columns[0] === undefined ? undefined : columnLabel(columns[0])}
          onChange={(label) => onChange(columns.find((column) => columnLabel(column) === label) ?? label)}
          isClearable={!control.required}
          onClear={() => onChange(null)}
          placeholder={control.counts?.(context) ?? t('Select a column')}
          isSearchable
        />
      )}
    </DropZone>
  )
}

export default function ColumnView(props: Props) {
  const { control, value, onChange, errors, context } = props
  if (!control.multi) return <OneColumn {...props} />
  const columns = listOf<QueryColumn>(value)
  const set = (next: readonly QueryColumn[]) => onChange(columnKind.parse(next, control, context))
  const toPill = (each: QueryColumn): Pill => {
    const name = columnLabel(each)
    const details = context.dataset.columns.find((column) => column.column_name === name)
    if (typeof each !== 'string') return { key: name, text: name, icon: 'function' }
    if (!details) return { key: name, text: name, icon: 'text', error: t('The dataset has no column of this name') }
    const { label, icon } = columnOption(details)
    return { key: name, text: label, icon }
  }
  const slot: Slot = {
    refuses: (part) => columnRejection(part, columns, control, context),
    take: (part, at) => set(insertItemAt(columns, part.name, at)),
  }
  return (
    <PillList
      field={fieldTexts(control, errors)}
      name={control.name}
      pills={columns.map(toPill)}
      addText={t('Add columns')}
      canAdd
      popoverLabel={t('Edit columns')}
      slot={slot}
      onMove={(from, at) => set(moveItem(columns, from, at))}
      onRemove={(index) => set(columns.toSpliced(index, 1))}
      renderEditor={(index, close) => (
        <ColumnEditor
          column={index === undefined ? undefined : columns[index]}
          control={control}
          context={context}
          onSave={(made) => set(index === undefined ? [...columns, ...made] : columns.toSpliced(index, 1, ...made))}
          onClose={close}
        />
      )}
    />
  )
}
