import { timeColumnFields } from './fields.ts'
import type { ControlType } from '#controls/control.ts'
import { validationMessages } from '#controls/shared/validation-messages.ts'
import { type Item, itemErrors, readItems } from '#controls/shared/item.ts'
import { t } from '#core/text/t.ts'

/** The columns of a time-series table. */
export const ts_columns: ControlType<readonly Item[]> = {
  type: 'ts_columns',
  parse: (raw) => (raw === undefined ? undefined : readItems(raw, timeColumnFields)),
  check(value, control) {
    const isWrong = (item: Item) => Object.keys(itemErrors(item, timeColumnFields)).length > 0
    return [
      ...validationMessages(value, control),
      ...(Array.isArray(value) && value.some(isWrong) ? [t('A column is not complete')] : []),
    ]
  },
  examples: () => [
    [{ key: 'mean', label: 'Mean', colType: 'avg', timeLag: 2 }],
    [{ key: 'share', label: 'Share', colType: 'contrib' }],
  ],
}
