import { stepsOf } from '#charts/shared/color-steps.ts'
import type { LegendEntry } from '#charts/shared/map/legend-place.ts'
import { numberFormatter } from '#core/format/number.ts'

/** Amounts named in a legend. */
const NAMED = 5

/** The colours of a few amounts from the least to the greatest. */
export function amountLegend(
  values: readonly (number | null)[],
  { scheme, format }: { readonly scheme: string | null; readonly format: string },
  ground: 'light' | 'dark',
): LegendEntry[] {
  const { ends, colors } = stepsOf(values, { scheme, steps: NAMED }, ground)
  const write = numberFormatter(format)
  return ends.map((end, at) => ({ name: String(at), text: write(end), color: colors[at] ?? '' }))
}
