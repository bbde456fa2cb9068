import { timeColumnFields, timeColumnTypes } from './fields.ts'
import type { ControlViewProps } from '#controls/control.ts'
import { fieldTexts } from '#controls/shared/field.ts'
import type { Item } from '#controls/shared/item.ts'
import { ItemList } from '#controls/shared/ItemList.tsx'
import { t } from '#core/text/t.ts'

function textOf(item: Item): string {
  if (typeof item['label'] === 'string') return item['label']
  return t(timeColumnTypes.find((type) => type.value === item['colType'])?.label ?? 'Column')
}

export default function TsColumnsView(props: ControlViewProps<readonly Item[]>) {
  const { control, value = [], onChange, errors, context } = props
  return (
    <ItemList
      name={control.name}
      field={fieldTexts(control, errors)}
      items={value}
      fields={timeColumnFields}
      context={context}
      icon="columns"
      addText={t('Add a column')}
      popoverLabel={t('Edit time-series column')}
      textOf={textOf}
      onChange={onChange}
    />
  )
}
