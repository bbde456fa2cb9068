import { type ChartInput, toCurrentForm } from '#charts/chart.ts'
import { charts, chartType } from '#charts/index.ts'
import { completeForm } from '#controls/form.ts'
import type { FormData } from '#core/form/form-data.ts'

/**
 * Returns the input with complete form data, as chart types receive it: by its type, or as a line chart if there is
 * none with its name.
 */
export function completeInput<F extends FormData>(input: ChartInput): ChartInput<F> {
  const kind = chartType(input.form.viz_type) ?? charts[0]
  return { ...input, form: completeForm(toCurrentForm(kind, input.form), kind.controls) as F }
}
