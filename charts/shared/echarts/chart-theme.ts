/** The colors and the font of a chart by role, read from the CSS variables of the design system. */
export interface ChartTheme {
  readonly font: string
  readonly text: string
  readonly textMuted: string
  readonly axisText: string
  readonly axisLine: string
  readonly gridLine: string
  readonly crosshair: string
  readonly surface: string
  readonly raised: string
  readonly shadow: string
  /** The twelve categorical colors in order of use, and the color of all further series. */
  readonly categorical: readonly string[]
  readonly other: string
}

/** Returns the value of a CSS variable by its name without dashes. */
export type ReadVariable = (name: string) => string

/** Returns the chart theme of an element from its CSS variables. */
export function chartThemeOf(read: ReadVariable): ChartTheme {
  return {
    font: read('font-ui') || 'sans-serif',
    text: read('text'),
    textMuted: read('text-muted'),
    axisText: read('axis-text'),
    axisLine: read('axis-line'),
    gridLine: read('grid-line'),
    crosshair: read('crosshair'),
    surface: read('surface'),
    raised: read('raised'),
    shadow: read('shadow-2'),
    categorical: Array.from({ length: 12 }, (_, index) => read(`c${index + 1}`)),
    other: read('c-other'),
  }
}

/** Returns a hex color with this opacity; other notations are returned unchanged. */
export function withOpacity(color: string, opacity: number): string {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(color)
  const hex = short
    ? `#${short
        .slice(1)
        .map((digit) => digit + digit)
        .join('')}`
    : color
  if (!/^#[0-9a-f]{6}$/i.test(hex)) return color
  return (
    hex +
    Math.round(opacity * 255)
      .toString(16)
      .padStart(2, '0')
  )
}

/** Adds the options that all charts share. */
export function withSharedOptions(
  option: (theme: ChartTheme) => Record<string, unknown>,
  theme: ChartTheme,
): Record<string, unknown> {
  const textStyle = { fontFamily: theme.font, fontSize: 11, color: theme.axisText }
  return { animation: false, useUTC: true, textStyle, ...option(theme) }
}
