import type { ChartInput } from '#charts/chart.ts'
import { categoricalScheme, schemeColors } from '#core/color/categorical.ts'
import { type LabelValue, colorOf, type LabelPlaces, labelKey, type PlacedLabel, placeOf } from '#core/color/place.ts'

/** What decides the colours of a picture. */
export interface ColorChoice {
  readonly colorScheme: string | null
  readonly labelColors: Readonly<Record<string, string>>
  /** The colours of a scheme nobody knows here, as the dashboard kept them. */
  readonly colorDomain?: readonly string[]
}

/** What the form and the dashboard around it decide of colours. */
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

/** The colour of each label: named by the dashboard, else that of its place in the scheme on this ground. */
export function colorsFor(labels: readonly PlacedLabel[], choice: ColorChoice, theme: 'light' | 'dark'): string[] {
  const colors = schemeColors(categoricalScheme(choice.colorScheme, choice.colorDomain), theme)
  return labels.map((label) => colorOf(label, colors, choice.labelColors))
}

/** The place of what has these values of `dimensions`, by what the answer says of them. */
export function colorPlaces(
  { entries }: Pick<ChartInput, 'entries'>,
  dimensions: readonly string[],
): (values: readonly LabelValue[]) => number {
  const said: LabelPlaces | undefined = entries[0]?.colors
  const known = said && labelKey(said.columns) === labelKey(dimensions) ? said.places : undefined
  return (values) => placeOf(labelKey(values), known)
}
