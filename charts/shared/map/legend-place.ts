import type { Covered } from './mercator.ts'

export type Corner = 'tl' | 'tr' | 'bl' | 'br'

/** One colour of a map, and what it means. */
export interface LegendEntry {
  readonly name: string
  readonly text: string
  readonly color: string
}

/** The colours of a map and what they mean. */
export interface Legend {
  readonly title: string
  readonly corner: Corner
  readonly entries: readonly LegendEntry[]
  /** Where what has a colour can be hidden: the names of entries that are not drawn. */
  readonly toggle?: { readonly hidden: ReadonlySet<string>; readonly onToggle: (name: string) => void }
}

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
export function legendPlace(legend: Legend | null, width: number): LegendPlace | null {
  if (!legend || legend.entries.length === 0) return null
  if (width < NARROW) return { corner: 'below', covered: { left: 0, right: TOOLS } }
  const { title, corner, entries } = legend
  const longest = entries.reduce((most, { text }) => Math.max(most, text.length), title.length)
  const taken = Math.min(WIDEST, BESIDE + longest * LETTER)
  return { corner, covered: corner.endsWith('l') ? { left: taken, right: 0 } : { left: 0, right: taken } }
}
