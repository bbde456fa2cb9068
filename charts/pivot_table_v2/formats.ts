import { commonCurrency, splitFormat, withCurrency } from '#core/format/currency.ts'
import type { PivotTableForm } from './controls.ts'
import type { ChartInput } from '#charts/chart.ts'
import { formatFor } from '#charts/shared/number-format.ts'
import { EXACT, SMART_NUMBER } from '#core/format/number-formats.ts'
import { pivotAggregate } from '#core/pivot/aggregates.ts'
import type { PivotForm } from '#core/pivot/form.ts'

/**
 * Returns the number format of lines of these metrics: that of the form, or else the one of the metrics in the dataset.
 * Counts and fractions have another unit than their metrics: fractions are percentages unless the form has a format.
 */
export function formatOf(
  input: ChartInput<PivotTableForm>,
  { aggregate }: PivotForm,
  metrics: readonly string[],
): string {
  const plain = formatFor(input, 'valueFormat', [])
  const isAmount = !aggregate.startsWith('Count') && !aggregate.startsWith('Sample Variance')
  const currency = isAmount ? commonCurrency(metrics.map((metric) => input.dataset.column_formats[metric])) : undefined
  // The default format of new charts applies only to numbers without a format.
  if (plain !== SMART_NUMBER && plain !== EXACT) return withCurrency(plain, currency)
  if (pivotAggregate(aggregate).fraction !== null) return '.1%'
  if (!isAmount) return plain
  const own = formatFor({ ...input, form: { viz_type: input.form.viz_type } }, 'valueFormat', metrics)
  return splitFormat(own).pattern === SMART_NUMBER ? withCurrency(plain, currency) : own
}
