import { categoricalScheme, schemeColors } from '#core/color/categorical.ts'
import { categoricalScale } from '#core/color/scale.ts'

/** What decides the colours of a picture. */
export interface ColorChoice {
  readonly colorScheme: string | null
  readonly labelColors: Readonly<Record<string, string>>
}

/** One colour per name: fixed by the dashboard, else the next of the scheme on this ground. */
export function colorsFor(names: readonly string[], choice: ColorChoice, theme: 'light' | 'dark'): string[] {
  const colors = schemeColors(categoricalScheme(choice.colorScheme), theme)
  return names.map(categoricalScale(colors, { labelColors: choice.labelColors }))
}
