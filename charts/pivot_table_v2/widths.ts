import { canFold } from './collapsed-groups.ts'
import type { PivotCells, PivotLine } from './lines.ts'
import { cellText } from './texts.ts'

/** Widths of the row label levels and of the columns, in px. */
export interface Widths {
  readonly heads: readonly number[]
  readonly columns: readonly number[]
}

const PADDING = 24
const LETTER = 7.4
const LEAST = 56
const MAX_WIDTH = 240
/** The width of the button that collapses a group. */
const FOLD = 18
/**
 * The row count up to which all rows are measured. Of more rows, a sample and the subtotals, which have the largest
 * numbers, are measured.
 */
const FEW = 200
const SAMPLES = 60
const SCROLLBAR = 12
/** The maximum share of the width for row labels, which are sticky; larger on narrow screens. */
const HEADS = { wide: 0.45, narrow: 0.6 }
const NARROW = 480

const widthOf = (texts: Iterable<string>): number => {
  let longest = 0
  for (const text of texts) longest = Math.max(longest, text.length)
  return Math.max(LEAST, Math.min(MAX_WIDTH, Math.ceil(longest * LETTER) + PADDING))
}

/** The name of a total spans several levels and may overflow into the next ones. */
function* labelsOf(lines: readonly PivotLine[], level: number, depth: number): Generator<string> {
  for (const { labels, values } of lines) {
    if (level < values.length || depth === 1) yield labels[level] ?? ''
  }
}

/**
 * Returns widths that fit the texts, within `width` px and the share for row labels. Remaining space is distributed
 * equally.
 */
export function widthsOf(table: PivotCells, width: number): Widths {
  const { columns, rows, rowLevels } = table
  const depth = Math.max(1, rowLevels.length)
  const room = Math.floor(width * (width < NARROW ? HEADS.narrow : HEADS.wide))
  const wanted = Array.from({ length: depth }, (_, level) =>
    Math.max(
      widthOf(labelsOf(rows, level, depth)) + (level < depth - 1 && canFold(rows) ? FOLD : 0),
      widthOf([rowLevels[level]?.title ?? '']),
    ),
  )
  const all = wanted.reduce((sum, each) => sum + each, 0)
  const cornerMore = Math.max(0, Math.min(room - all, cornerWidth(table) - (wanted.at(-1) ?? 0)))
  const heads = wanted.map((each, level) => {
    if (all > room) return Math.max(LEAST, Math.floor((each * room) / all))
    return level === depth - 1 ? each + cornerMore : each
  })
  const measured = measuredRows(rows)
  const own = columns.map(({ kind, labels, values }, column) => {
    const label = labels[Math.min(values.length, labels.length - 1)] ?? ''
    // A collapsed group shows its label at its subtotal, which must be wide enough for it.
    const group = kind === 'subtotal' ? `${labels[values.length - 1] ?? ''}   ` : ''
    return widthOf([label, group, ...measured.map((row) => cellText(table, row, column))])
  })
  const left = width - SCROLLBAR - [...heads, ...own].reduce((sum, each) => sum + each, 0)
  const more = left > 0 && own.length > 0 ? Math.floor(left / (own.length + depth)) : 0
  return { heads: heads.map((each) => each + more), columns: own.map((each) => each + more) }
}

/** Returns the indexes of the rows whose cells are measured, including the last one. */
function measuredRows(rows: readonly PivotLine[]): readonly number[] {
  if (rows.length <= FEW) return [...rows.keys()]
  const step = Math.floor(rows.length / SAMPLES)
  const sums = rows.flatMap(({ kind }, at) => (kind === 'subtotal' ? [at] : [])).slice(0, FEW)
  return [...Array.from({ length: SAMPLES }, (_, at) => at * step), ...sums, rows.length - 1]
}

/** The name of the innermost column dimension is in the corner, next to that of the row dimension. */
function cornerWidth({ columnLevels, rowLevels }: PivotCells): number {
  const last = columnLevels.at(-1)
  return last && last.name !== null ? widthOf([`${rowLevels.at(-1)?.title ?? ''}   ${last.title}`]) : 0
}
