import type { ControlType } from '#controls/control.ts'
import { validationMessages } from '#controls/shared/validation-messages.ts'
import { exampleItem, type Item, itemErrors, readItems } from '#controls/shared/item.ts'
import { t } from '#core/text/t.ts'

/** A list of items with the fields of the control and a unique `key` each. */
export const collection: ControlType<readonly Item[]> = {
  type: 'collection',
  parse: (raw, control) => (raw === undefined ? undefined : readItems(raw, control.fields ?? [])),
  check(value, control) {
    const isWrong = (item: Item) => Object.keys(itemErrors(item, control.fields ?? [])).length > 0
    return [
      ...validationMessages(value, control),
      ...(Array.isArray(value) && value.some(isWrong) ? [t('An item is not complete')] : []),
    ]
  },
  examples: ({ fields = [] }, context) => [[{ key: 'item_1', ...exampleItem(fields, context) }]],
}

/** Returns the name of an item: its first text, or else its position in the list. */
export function itemText(item: Item, index: number): string {
  const { key: _, ...rest } = item
  const text = Object.values(rest).find((value) => typeof value === 'string' && value !== '')
  return typeof text === 'string' ? text : t('Item %s', index + 1)
}
