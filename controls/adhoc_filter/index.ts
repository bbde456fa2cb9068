import type { ControlType } from '#controls/control.ts'
import { validationMessages } from '#controls/shared/validation-messages.ts'
import { type AdhocFilter, isValidFilter, newFilter, readFilter } from '#core/filter/adhoc-filter.ts'
import { listOf } from '#core/form/query-fields.ts'
import { t } from '#core/text/t.ts'

/** Ad hoc filters of any version; missing parts are filled in. Option names are unique in the list. */
export const adhoc_filter: ControlType<readonly AdhocFilter[]> = {
  type: 'adhoc_filter',
  parse(raw) {
    if (raw === undefined) return undefined
    return listOf<unknown>(raw)
      .map((each, index) => readFilter(each, `filter_${index}`))
      .filter((each) => each !== undefined)
  },
  check: (value, control) => [
    ...validationMessages(value, control),
    ...(Array.isArray(value) && !value.every(isValidFilter) ? [t('A filter is not complete')] : []),
  ],
  examples: (_, { dataset }) =>
    dataset.columns.map(({ column_name: subject }) => [
      { ...newFilter('filter_0'), subject, operator: '==', operatorId: 'EQUALS', comparator: 'AA', isNew: false },
    ]),
}
