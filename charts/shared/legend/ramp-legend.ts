import { rampColor } from '#core/color/sequential.ts'
import { numberFormatter } from '#core/format/number.ts'
import type { ChartTheme } from '#charts/shared/echarts/chart-theme.ts'

/** The height of a color ramp legend, in pixels. */
export const RAMP_LEGEND_HEIGHT = 34

/** The space between the legend and the bottom of the picture, in pixels. */
const FOOT = 6
/** The space between the bar and its labels, in pixels. */
const GAP = 8

/** The maximum and minimum length of the bar, and the letter width of its labels, in pixels. */
const LONGEST = 160
const SHORTEST = 24
const LETTER = 6.6

/** A color ramp and its range of values. */
export interface Ramp {
  readonly colors: readonly string[]
  readonly least: number
  readonly most: number
  readonly format: string
  /** Whether values outside of the range have the colors of its ends. */
  readonly isHeld?: readonly [boolean, boolean]
}

/** Formats the ends of a ramp; an end that includes values outside of the range is marked. */
function rampEnds({ least, most, format, isHeld = [false, false] }: Ramp): [string, string] {
  const write = numberFormatter(format)
  return [`${isHeld[0] ? '≤ ' : ''}${write(least)}`, `${isHeld[1] ? '≥ ' : ''}${write(most)}`]
}

/** Returns the legend of a ramp for a picture of this width, with labels at both ends. It does not color any data. */
export function rampLegend(ramp: Ramp, theme: ChartTheme, width: number): Record<string, unknown> {
  const [low, high] = rampEnds(ramp)
  // Both sides get the space of the longer label.
  const neighbor = 2 * (Math.max(low.length, high.length) * LETTER + GAP)
  return {
    type: 'continuous',
    show: true,
    seriesIndex: [],
    min: ramp.least,
    max: ramp.most > ramp.least ? ramp.most : ramp.least + 1,
    inRange: { color: ramp.colors },
    orient: 'horizontal',
    left: 'center',
    bottom: FOOT,
    padding: 0,
    itemWidth: 10,
    itemHeight: Math.max(SHORTEST, Math.min(LONGEST, width - neighbor)),
    calculable: false,
    hoverLink: false,
    text: [high, low],
    textGap: GAP,
    textStyle: { color: theme.axisText, fontSize: 11 },
  }
}

/** The number of steps of a stepped ramp. */
const STEPS = 7

/** Returns the color of the step at a position of the ramp, from 0 (lowest) to 1 (highest). */
export function stepColor(colors: readonly string[], position: number): string {
  const step = Math.min(STEPS - 1, Math.max(0, Math.floor(position * STEPS)))
  return rampColor(colors, step / (STEPS - 1))
}

/** Returns the legend of a stepped ramp, with labels if there is room. */
export function stepsLegend(ramp: Ramp, theme: ChartTheme): Record<string, unknown> {
  const [low, high] = rampEnds(ramp)
  const colors = Array.from({ length: STEPS }, (_, step) => stepColor(ramp.colors, (step + 0.5) / STEPS))
  return {
    type: 'piecewise',
    show: true,
    seriesIndex: [],
    pieces: colors.map((color, step) => ({ min: step, max: step + 1, color })),
    orient: 'horizontal',
    left: 'center',
    bottom: FOOT,
    padding: 0,
    itemGap: 2,
    itemWidth: 22,
    itemHeight: 10,
    showLabel: false,
    selectedMode: false,
    hoverLink: false,
    // `textGap` also applies between steps, so the end labels get spaces instead.
    text: [`\u2002${high}`, `${low}\u2002`],
    textStyle: { color: theme.axisText, fontSize: 11 },
  }
}
