import type { Covered } from './mercator.ts'
import type { Categories, Corner } from './props.ts'

/** Where a legend stands: in a corner of the map and the pixels it covers, or in a line below it. */
export interface LegendPlace {
  readonly corner: Corner | 'below'
  readonly covered: Covered
}

/** Below this width in pixels a legend in a corner would hide the map. */
const NARROW = 480

/** Room of the buttons for fingers. */
const TOOLS = 48

/** A legend is at most so wide, and about so much of it is no text. */
const WIDEST = 220
const BESIDE = 50
const LETTER = 6.5

/** Where the legend of a map so many pixels wide stands; null where there is none. */
export function legendPlace(categories: Categories | null, legend: Corner | null, width: number): LegendPlace | null {
  if (!categories || !legend || categories.texts.length === 0) return null
  if (width < NARROW) return { corner: 'below', covered: { left: 0, right: TOOLS } }
  const longest = Math.max(categories.title.length, ...categories.texts.map((text) => text.length))
  const taken = Math.min(WIDEST, BESIDE + longest * LETTER)
  return { corner: legend, covered: legend.endsWith('l') ? { left: taken, right: 0 } : { left: 0, right: taken } }
}
