import type { PivotTableForm } from './controls.ts'
import type { ChartInput } from '#charts/chart.ts'
import { formatFor } from '#charts/shared/number-format.ts'
import { EXACT, SMART_NUMBER } from '#core/format/number-formats.ts'
import { pivotAggregate } from '#core/pivot/aggregates.ts'
import type { PivotForm } from '#core/pivot/form.ts'

/**
 * The number format of lines of these metrics: the form's own; else the one these metrics have in the dataset. Counts and
 * fractions are no amounts of their metrics: fractions are percentages unless the form says otherwise.
 */
export function formatOf(
  input: ChartInput<PivotTableForm>,
  { aggregate }: PivotForm,
  metrics: readonly string[],
): string {
  const plain = formatFor(input, 'valueFormat', [])
  // That of new charts says how numbers without a format are written.
  if (plain !== SMART_NUMBER && plain !== EXACT) return plain
  if (pivotAggregate(aggregate).fraction !== null) return '.1%'
  if (aggregate.startsWith('Count') || aggregate.startsWith('Sample Variance')) return plain
  const own = formatFor({ ...input, form: { viz_type: input.form.viz_type } }, 'valueFormat', metrics)
  return own === SMART_NUMBER ? plain : own
}
