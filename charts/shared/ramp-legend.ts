import { numberFormatter } from '#core/format/number.ts'
import type { Ink } from './ink.ts'

/** Height in pixels of the legend of a ramp. */
export const RAMP_ROOM = 34

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
export function rampEnds({ least, most, format, isHeld = [false, false] }: Ramp): [string, string] {
  const write = numberFormatter(format)
  return [`${isHeld[0] ? '≤ ' : ''}${write(least)}`, `${isHeld[1] ? '≥ ' : ''}${write(most)}`]
}

/** The legend of a ramp under a picture, with both ends written out. It colours nothing by itself. */
export function rampLegend(ramp: Ramp, ink: Ink): Record<string, unknown> {
  const [low, high] = rampEnds(ramp)
  return {
    type: 'continuous',
    show: true,
    seriesIndex: [],
    min: ramp.least,
    max: ramp.most > ramp.least ? ramp.most : ramp.least + 1,
    inRange: { color: ramp.colors },
    orient: 'horizontal',
    left: 'center',
    bottom: 0,
    padding: 0,
    itemWidth: 10,
    itemHeight: 160,
    calculable: false,
    hoverLink: false,
    text: [high, low],
    textGap: 8,
    textStyle: { color: ink.axisText, fontSize: 11 },
  }
}
