import type { ControlType } from '#controls/control.ts'
import { validationMessages } from '#controls/shared/validation-messages.ts'
import { asMetric, listOf, uniqueBy } from '#core/form/query-fields.ts'
import { metricLabel, type QueryMetric } from '#core/query/query-object.ts'

/** One metric, or with `multi` a list without duplicate labels. */
export const metric: ControlType<QueryMetric | readonly QueryMetric[] | null> = {
  type: 'metric',
  parse(raw, control) {
    if (raw === undefined) return undefined
    const metrics = listOf<unknown>(raw)
      .map(asMetric)
      .filter((each) => each !== undefined)
    return control.multi ? uniqueBy(metrics, metricLabel) : (metrics[0] ?? null)
  },
  check: (value, control) => validationMessages(value, control),
  examples(control, { dataset }) {
    const names = dataset.metrics.map((each) => each.metric_name)
    return control.multi ? names.map((name) => [name]) : names
  },
}
