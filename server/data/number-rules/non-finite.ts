import { logicalTypeNamed } from '#core/table/logical-type.ts'
import type { NumberRule } from './number-rule.ts'

/** NaN and the infinities are separate values. */
export const nonFiniteValues: NumberRule = {
  id: 'non-finite-values',
  reason: 'NaN and infinities of floating-point columns are shown as such; before, they were taken for NULL.',
  affects: ({ form, dataset }) => {
    const named = [form['groupby'], form['columns'], form['all_columns']].flat()
    return (dataset?.columns ?? []).some(
      ({ column_name: name, type }) => named.includes(name) && /^(real|double)$/.test(logicalTypeNamed(type ?? '')),
    )
  },
}
