import type { ControlType } from '#controls/control.ts'
import { validationMessages } from '#controls/shared/validation-messages.ts'
import { type ConditionRule, isCompleteRule, readRule } from '#core/color/condition.ts'
import { listOf } from '#core/form/query-fields.ts'
import { t } from '#core/text/t.ts'

/** Cell backgrounds by rules; of several matching rules the last one applies. */
export const conditional_formatting: ControlType<readonly ConditionRule[]> = {
  type: 'conditional_formatting',
  parse(raw) {
    if (raw === undefined) return undefined
    return listOf<unknown>(raw)
      .map(readRule)
      .filter((each) => each !== undefined)
  },
  check: (value, control) => [
    ...validationMessages(value, control),
    ...(Array.isArray(value) && !value.every(isCompleteRule) ? [t('A condition is not complete')] : []),
  ],
  examples: (_, { dataset }) =>
    dataset.metrics.map(({ metric_name: column }) => [{ column, operator: 'None', colorScheme: '#EFA1AA' }]),
}
