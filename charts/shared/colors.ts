import type { ChartInput } from '#charts/chart.ts'
import { categoricalScheme, schemeColors } from '#core/color/categorical.ts'
import {
  type LabelValue,
  colorOf,
  type LabelPositions,
  labelKey,
  type PositionedLabel,
  labelPosition,
} from '#core/color/label-positions.ts'

/** The settings that determine the colors of a chart. */
export interface ColorChoice {
  readonly colorScheme: string | null
  readonly labelColors: Readonly<Record<string, string>>
  /** The colors of an unknown scheme, as stored by the dashboard. */
  readonly colorDomain?: readonly string[]
}

/** Returns the color settings of the form and its dashboard. */
export function colorChoice({
  form,
  labelColors,
  colorDomain,
}: Pick<ChartInput, 'form' | 'labelColors' | 'colorDomain'>): ColorChoice {
  const scheme = form['color_scheme']
  return {
    colorScheme: typeof scheme === 'string' ? scheme : null,
    labelColors,
    ...(colorDomain ? { colorDomain } : {}),
  }
}

/** Returns the color of each label: set by the dashboard, or else by its position in the scheme of this theme. */
export function colorsFor(labels: readonly PositionedLabel[], choice: ColorChoice, theme: 'light' | 'dark'): string[] {
  const colors = schemeColors(categoricalScheme(choice.colorScheme, choice.colorDomain), theme)
  return labels.map((label) => colorOf(label, colors, choice.labelColors))
}

/** Returns a function that maps values of `dimensions` to color positions, as assigned by the result. */
export function colorPositions(
  { entries }: Pick<ChartInput, 'entries'>,
  dimensions: readonly string[],
): (values: readonly LabelValue[]) => number {
  const labelPositions: LabelPositions | undefined = entries[0]?.colors
  const known =
    labelPositions && labelKey(labelPositions.columns) === labelKey(dimensions) ? labelPositions.places : undefined
  return (values) => labelPosition(labelKey(values), known)
}
