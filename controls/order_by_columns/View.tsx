import { orderRejection } from './drop.ts'
import { parseOrder, printOrder } from './index.ts'
import { type Order, OrderEditor } from './OrderEditor.tsx'
import type { ControlViewProps } from '#controls/control.ts'
import { insertItemAt, moveItem, type Slot } from '#controls/shared/drag-data.ts'
import { fieldTexts } from '#controls/shared/field.ts'
import { PillList } from '#controls/shared/PillList.tsx'
import { t } from '#core/text/t.ts'

export default function OrderByColumnsView(props: ControlViewProps<readonly string[]>) {
  const { control, value = [], onChange, errors, context } = props
  const orders = value.map(parseOrder).filter((each) => each !== undefined)
  const taken = orders.map(([name]) => name)
  const set = (next: readonly Order[]) => onChange(next.map(([name, ascending]) => printOrder(name, ascending)))
  const slot: Slot = {
    refuses: (part) => orderRejection(part, taken, context),
    take: (part, at) => set(insertItemAt(orders, [part.name, true], at)),
  }
  return (
    <PillList
      field={fieldTexts(control, errors)}
      name={control.name}
      pills={orders.map(([name, ascending]) => ({
        key: name,
        text: `${name} [${ascending ? t('asc') : t('desc')}]`,
        icon: ascending ? 'sort-asc' : 'sort-desc',
      }))}
      addText={t('Add columns to order by')}
      canAdd
      popoverLabel={t('Edit ordering')}
      width={300}
      slot={slot}
      onMove={(from, at) => set(moveItem(orders, from, at))}
      onRemove={(index) => set(orders.toSpliced(index, 1))}
      renderEditor={(index, close) => (
        <OrderEditor
          order={index === undefined ? undefined : orders[index]}
          taken={taken}
          control={control}
          context={context}
          onSave={(next) => set(index === undefined ? [...orders, next] : orders.with(index, next))}
          onClose={close}
        />
      )}
    />
  )
}
