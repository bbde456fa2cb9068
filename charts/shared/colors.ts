import type { ChartInput } from '#charts/chart.ts'
import { categoricalScheme, schemeColors } from '#core/color/categorical.ts'
import { categoricalScale } from '#core/color/scale.ts'

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

/** One colour per name: fixed by the dashboard, else the next of the scheme on this ground. */
export function colorsFor(names: readonly string[], choice: ColorChoice, theme: 'light' | 'dark'): string[] {
  const colors = schemeColors(categoricalScheme(choice.colorScheme, choice.colorDomain), theme)
  return names.map(categoricalScale(colors, { labelColors: choice.labelColors }))
}
