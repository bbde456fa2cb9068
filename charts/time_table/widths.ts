import type { TimeTableProps } from './props.ts'
import { figureText } from './texts.ts'

const PADDING = 20
const SCROLLBAR = 12
const LETTER = 7
const HEAD_LETTER = 6.6
const LINK = 18
const SAMPLED_ROWS = 60
const LEAST = 64
const MAX_WIDTH = 240
const SPARK = 300
const MIN_SPARKLINE_WIDTH = 80
const SPARK_HEIGHT = 50

const textWidth = (texts: readonly string[], most: number): number =>
  Math.min(most, Math.max(LEAST, PADDING + LETTER * Math.max(0, ...texts.map((text) => text.length))))

/** Returns the width of a header: its title, the sort arrow and the info icon. */
const headWidth = (title: string, tooltip: string): number =>
  title.length * HEAD_LETTER + 20 + (tooltip === '' ? 0 : 24)

/** Shrinks sparklines proportionally until the widths fit, but not below their minimum. */
function shrunk(widths: readonly number[], areSparks: readonly boolean[], room: number): number[] {
  const spare = widths.map((each, at) => (areSparks[at] ? Math.max(0, each - MIN_SPARKLINE_WIDTH) : 0))
  const sum = (list: readonly number[]) => list.reduce((total, each) => total + each, 0)
  const missing = Math.min(sum(spare), Math.max(0, sum(widths) - room))
  if (missing === 0) return [...widths]
  return widths.map((each, at) => Math.floor(each - ((spare[at] ?? 0) / sum(spare)) * missing))
}

/**
 * Returns column widths in pixels, names first. Sparklines without a set width share the remaining space; those with
 * one shrink if they would not fit. Both keep a readable minimum. The names get the rest, but less than half of a
 * narrow table, because they are sticky.
 */
export function columnWidths(
  { title, rows, columns }: Pick<TimeTableProps, 'title' | 'rows' | 'columns'>,
  width: number,
): number[] {
  const sampled = rows.slice(0, SAMPLED_ROWS)
  const hasLinks = sampled.some(({ link }) => link !== null)
  const most = Math.max(LEAST, Math.min(MAX_WIDTH, Math.floor(width * 0.45)))
  const names = textWidth([title, ...sampled.map(({ name }) => name)], most) + (hasLinks ? LINK : 0)
  const own = columns.map((column): number | null => {
    if (column.kind === 'spark') return column.width === null ? null : column.width + PADDING
    const figures = sampled.map((_, row) => figureText(column, row))
    return Math.max(
      textWidth(figures, MAX_WIDTH),
      Math.min(MAX_WIDTH, Math.ceil(PADDING + headWidth(column.title, column.tooltip))),
    )
  })
  const taken = own.reduce<number>((sum, each) => sum + (each ?? 0), names)
  const free = own.filter((each) => each === null).length
  const left = width - SCROLLBAR - taken
  const spark = free === 0 ? 0 : Math.max(MIN_SPARKLINE_WIDTH, Math.min(SPARK + PADDING, Math.floor(left / free)))
  const widths = shrunk(
    own.map((each) => each ?? spark),
    columns.map(({ kind }) => kind === 'spark'),
    width - SCROLLBAR - names,
  )
  const rest = width - SCROLLBAR - names - widths.reduce((sum, each) => sum + each, 0)
  return [names + Math.max(0, rest), ...widths]
}

/** Returns the height of a sparkline in pixels. */
export function sparkHeight(height: number | null): number {
  return height ?? SPARK_HEIGHT
}

/** Returns the row height that fits the tallest sparkline; all rows have the same height. */
export function rowHeight({ columns }: Pick<TimeTableProps, 'columns'>): number {
  const heights = columns.map((column) => (column.kind === 'spark' ? sparkHeight(column.height) + 6 : 0))
  return Math.max(28, ...heights)
}
