import { printColor, type Rgba } from '#core/color/rgb.ts'

type Theme = 'light' | 'dark'

/**
 * The strongest a ground gets. Dark text stays on light grounds and light text on dark ones: below these shares the
 * colours of conditional formats stay on their side of the contrast threshold.
 */
const STRONGEST: Readonly<Record<Theme, number>> = { light: 0.95, dark: 0.4 }

function held(ground: Rgba, theme: Theme): Rgba {
  return { ...ground, a: Math.round(ground.a * STRONGEST[theme] * 100) / 100 }
}

/** The ground of a cell as CSS. */
export function backgroundText(ground: Rgba, theme: Theme): string {
  return printColor(held(ground, theme))
}
