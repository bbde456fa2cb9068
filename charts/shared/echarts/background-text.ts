import { printColor, type Rgba } from '#core/color/rgb.ts'

type Theme = 'light' | 'dark'

/**
 * The maximum opacity of a cell background. Text is dark on light and light on dark backgrounds. Below these limits,
 * conditional format colors keep the required contrast.
 */
const STRONGEST: Readonly<Record<Theme, number>> = { light: 0.95, dark: 0.4 }

function limitOpacity(background: Rgba, theme: Theme): Rgba {
  return { ...background, a: Math.round(background.a * STRONGEST[theme] * 100) / 100 }
}

/** Returns the background color of a cell as CSS. */
export function cellBackgroundCss(background: Rgba, theme: Theme): string {
  return printColor(limitOpacity(background, theme))
}
