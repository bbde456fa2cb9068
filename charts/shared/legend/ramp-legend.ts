import { rampColor } from '#core/color/sequential.ts'
import { numberFormatter } from '#core/format/number.ts'
import type { ChartTheme } from '#charts/shared/echarts/chart-theme.ts'

/** Height in pixels of the legend of a ramp. */
export const RAMP_ROOM = 34

/** Pixels between it and what stands below the picture. */
const FOOT = 6
/** Pixels between the bar and what stands beside it. */
const GAP = 8

/** Pixels of the bar at most and at least, and about those of a letter beside it. */
const LONGEST = 160
const SHORTEST = 24
const LETTER = 6.6

/** What a ramp stands for. */
export interface Ramp {
  readonly colors: readonly string[]
  readonly least: number
  readonly most: number
  readonly format: string
  /** Whether values beyond its ends are drawn in the colours of these. */
  readonly isHeld?: readonly [boolean, boolean]
}

/** The ends of a ramp as they are written under a picture; what is held there says so. */
function rampEnds({ least, most, format, isHeld = [false, false] }: Ramp): [string, string] {
  const write = numberFormatter(format)
  return [`${isHeld[0] ? '≤ ' : ''}${write(least)}`, `${isHeld[1] ? '≥ ' : ''}${write(most)}`]
}

/** The legend of a ramp under a picture of this width, with both ends written out. It colours nothing by itself. */
export function rampLegend(ramp: Ramp, ink: ChartTheme, width: number): Record<string, unknown> {
  const [low, high] = rampEnds(ramp)
  // Both ends stand as far from the middle as the longer one needs.
  const beside = 2 * (Math.max(low.length, high.length) * LETTER + GAP)
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
    itemHeight: Math.max(SHORTEST, Math.min(LONGEST, width - beside)),
    calculable: false,
    hoverLink: false,
    text: [high, low],
    textGap: GAP,
    textStyle: { color: ink.axisText, fontSize: 11 },
  }
}

/** How many steps a ramp has where its colours do not flow into each other. */
const STEPS = 7

/** The colour of the step that a place of a ramp lies in, 0 the least and 1 the most. */
export function stepColor(colors: readonly string[], place: number): string {
  const step = Math.min(STEPS - 1, Math.max(0, Math.floor(place * STEPS)))
  return rampColor(colors, step / (STEPS - 1))
}

/** The legend of a ramp of steps, each with what it stands for where there is room. */
export function stepsLegend(ramp: Ramp, ink: ChartTheme): Record<string, unknown> {
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
    // Steps stand as close to the ends as to each other: blanks keep these apart, as `textGap` does beside a ramp.
    text: [`\u2002${high}`, `${low}\u2002`],
    textStyle: { color: ink.axisText, fontSize: 11 },
  }
}
