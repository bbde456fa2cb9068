import { colorStepsOf } from '#charts/shared/color-steps.ts'
import type { LegendEntry } from '#charts/shared/map/legend-position.ts'
import { numberFormatter } from '#core/format/number.ts'

/** The number of values in the legend. */
const NAMED = 5

/** Returns the legend of a few values from lowest to highest, with their colors. */
export function amountLegend(
  values: readonly (number | null)[],
  { scheme, format }: { readonly scheme: string | null; readonly format: string },
  background: 'light' | 'dark',
): LegendEntry[] {
  const { ends, colors } = colorStepsOf(values, { scheme, steps: NAMED }, background)
  const write = numberFormatter(format)
  return ends.map((end, at) => ({ name: String(at), text: write(end), color: colors[at] ?? '' }))
}
