import { moveItem } from './drag-data.ts'
import type { FieldTexts } from './field.ts'
import { type Item, itemErrors, readItems } from './item.ts'
import { ItemEditor } from './ItemEditor.tsx'
import { PillList } from './PillList.tsx'
import { freshName } from '#controls/shared/field.ts'
import type { ControlContext, ItemField } from '#controls/control.ts'
import { t } from '#core/text/t.ts'
import type { IconName } from '#ui/base/icon-paths.ts'

export interface ItemListProps {
  /** The form data key of the control: items can be dragged within a list with the same name. */
  readonly name: string
  readonly field: FieldTexts
  readonly items: readonly Item[]
  readonly fields: readonly ItemField[]
  readonly context: ControlContext
  readonly icon: IconName
  readonly addText: string
  readonly popoverLabel: string
  readonly textOf: (item: Item) => string
  readonly onChange: (items: readonly Item[]) => void
}

/** A list of items, each edited in a popover with its fields; items can be reordered by mouse and keyboard. */
export function ItemList(props: ItemListProps) {
  const { name, field, items, fields, context, icon, addText, popoverLabel, textOf, onChange } = props
  const keys = items.map((item) => String(item['key']))
  return (
    <PillList
      name={name}
      field={field}
      pills={items.map((item) => ({
        key: String(item['key']),
        text: textOf(item),
        icon,
        error: Object.keys(itemErrors(item, fields)).length > 0 ? t('Not complete') : undefined,
      }))}
      addText={addText}
      canAdd
      popoverLabel={popoverLabel}
      title={popoverLabel}
      onRemove={(index) => onChange(items.toSpliced(index, 1))}
      onMove={(from, at) => onChange(moveItem(items, from, at))}
      renderEditor={(index, close) => (
        <ItemEditor
          item={items[index ?? -1] ?? { key: freshName('item', keys) }}
          fields={fields}
          context={context}
          onSave={(next) =>
            onChange(readItems(index === undefined ? [...items, next] : items.with(index, next), fields))
          }
          onClose={close}
        />
      )}
    />
  )
}
