import type { ChordForm } from './controls.ts'
import type { ChartInput } from '#charts/chart.ts'
import { type ColorChoice, colorChoice } from '#charts/shared/colors.ts'
import { type Links, linksOf } from '#charts/shared/links/links.ts'
import { formatFor } from '#charts/shared/number-format.ts'
import { metricOf } from '#core/form/base-query.ts'
import { metricLabel } from '#core/query/query-object.ts'

export interface ChordProps extends ColorChoice {
  readonly all: Links
  readonly format: string
}

/** Returns the nodes and the flows between them. */
export function toProps(input: ChartInput<ChordForm>): ChordProps {
  const { form } = input
  const metric = metricOf(form, 'metric')
  return {
    all: linksOf(input, { source: form.groupby ?? undefined, target: form.columns ?? undefined }),
    format: formatFor(input, 'y_axis_format', metric === undefined ? [] : [metricLabel(metric)]),
    ...colorChoice(input),
  }
}
