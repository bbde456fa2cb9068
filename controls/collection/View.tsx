import { itemText } from './index.ts'
import type { ControlViewProps } from '#controls/control.ts'
import { fieldTexts } from '#controls/shared/field.ts'
import type { Item } from '#controls/shared/item.ts'
import { ItemList } from '#controls/shared/ItemList.tsx'
import { t } from '#core/text/t.ts'

export default function CollectionView(props: ControlViewProps<readonly Item[]>) {
  const { control, value = [], onChange, errors, context } = props
  return (
    <ItemList
      name={control.name}
      field={fieldTexts(control, errors)}
      items={value}
      fields={control.fields ?? []}
      context={context}
      icon="list"
      addText={t('Add an item')}
      popoverLabel={t('Edit item')}
      textOf={(item) => itemText(item, value.indexOf(item))}
      onChange={onChange}
    />
  )
}
