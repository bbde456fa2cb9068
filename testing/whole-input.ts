import { type ChartInput, ofToday } from '#charts/chart.ts'
import { charts, chartType } from '#charts/index.ts'
import { completeForm } from '#controls/form.ts'
import type { FormData } from '#core/form/form-data.ts'

/** The same with its form whole, as kinds of chart are given it: by its kind, lines where there is none of this name. */
export function wholeInput<F extends FormData>(input: ChartInput): ChartInput<F> {
  const kind = chartType(input.form.viz_type) ?? charts[0]
  return { ...input, form: completeForm(ofToday(kind, input.form), kind.controls) as F }
}
