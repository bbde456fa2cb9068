import type { CoveredEdges } from './mercator.ts'

export type Corner = 'tl' | 'tr' | 'bl' | 'br'

/** A color of a map and its meaning. */
export interface LegendEntry {
  readonly name: string
  readonly text: string
  readonly color: string
}

/** The legend of a map. */
export interface Legend {
  readonly title: string
  readonly corner: Corner
  readonly entries: readonly LegendEntry[]
  /** Present if entries can be hidden: the names of hidden entries, and the toggle handler. */
  readonly toggle?: { readonly hidden: ReadonlySet<string>; readonly onToggle: (name: string) => void }
}

/** The position of a legend: in a corner, with the pixels it covers, or below the map. */
export interface LegendPosition {
  readonly corner: Corner | 'below'
  readonly covered: CoveredEdges
}

/** Below this width in pixels, a legend in a corner would hide the map. */
const NARROW = 480

/** The height of a legend below the map, and the minimum height of the map above it, in pixels. */
export const LEGEND_HEIGHT = 48
const MIN_MAP_HEIGHT = 72

/** The width of the touch buttons, in pixels. */
const TOOLS = 48

/** The maximum width of a legend, the part of it that is not text, and the letter width, in pixels. */
const WIDEST = 220
const SIDE_MARGIN = 50
const LETTER = 6.5

/** Returns the position of the legend for a map of this size in pixels; null without a legend or room for one. */
export function legendPosition(legend: Legend | null, width: number, height: number): LegendPosition | null {
  if (!legend || legend.entries.length === 0) return null
  if (width < NARROW)
    return height < MIN_MAP_HEIGHT + LEGEND_HEIGHT ? null : { corner: 'below', covered: { left: 0, right: TOOLS } }
  const { title, corner, entries } = legend
  const longest = entries.reduce((most, { text }) => Math.max(most, text.length), title.length)
  const taken = Math.min(WIDEST, SIDE_MARGIN + longest * LETTER)
  return { corner, covered: corner.endsWith('l') ? { left: taken, right: 0 } : { left: 0, right: taken } }
}
