import type { SankeyForm } from './controls.ts'
import type { ChartInput } from '#charts/chart.ts'
import { type ColorChoice, colorChoice } from '#charts/shared/colors.ts'
import { type Links, linksOf } from '#charts/shared/links/links.ts'
import { formatFor } from '#charts/shared/number-format.ts'
import { metricOf } from '#core/form/base-query.ts'
import { findCycle } from '#core/legacy/find-cycle.ts'
import { metricLabel } from '#core/query/query-object.ts'

export interface SankeyProps extends ColorChoice {
  readonly all: Links
  readonly format: string
  /** A link that closes a cycle: cyclic flows cannot be drawn. */
  readonly loop: readonly [from: string, to: string] | null
}

/** Returns the nodes and flows. */
export function toProps(input: ChartInput<SankeyForm>): SankeyProps {
  const { form } = input
  const all = linksOf(input, { source: form.source ?? undefined, target: form.target ?? undefined })
  const nameAt = (at: number) => all.nodes[at]?.name ?? ''
  const metric = metricOf(form, 'metric')
  return {
    all,
    format: formatFor(input, 'number_format', metric === undefined ? [] : [metricLabel(metric)]),
    loop:
      findCycle(
        all.links.map(({ from }) => nameAt(from)),
        all.links.map(({ to }) => nameAt(to)),
      ) ?? null,
    ...colorChoice(input),
  }
}
