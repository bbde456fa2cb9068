import { canFold } from './fold.ts'
import type { PivotCells, PivotLine } from './lines.ts'
import { cellText } from './texts.ts'

/** Widths in px: of the levels of rows, and of the columns. */
export interface Widths {
  readonly heads: readonly number[]
  readonly columns: readonly number[]
}

const PADDING = 24
const LETTER = 7.4
const LEAST = 56
const MAX_WIDTH = 240
/** What opens and closes a group. */
const FOLD = 18
/** Rows that are all measured, and of more the subtotals that are, the largest numbers there are. */
const FEW = 200
const SAMPLES = 60
const SCROLLBAR = 12
/** The labels of rows stay in sight: they take at most this share of the width, of a narrow one the larger. */
const HEADS = { wide: 0.45, narrow: 0.6 }
const NARROW = 480

const widthOf = (texts: Iterable<string>): number => {
  let longest = 0
  for (const text of texts) longest = Math.max(longest, text.length)
  return Math.max(LEAST, Math.min(MAX_WIDTH, Math.ceil(longest * LETTER) + PADDING))
}

/** The name of a total stands over several levels and may run into the next ones. */
function* labelsOf(lines: readonly PivotLine[], level: number, depth: number): Generator<string> {
  for (const { labels, values } of lines) {
    if (level < values.length || depth === 1) yield labels[level] ?? ''
  }
}

/**
 * Widths that show what is to be read, as far as `width` px and a share of them for the labels of rows allow; what is
 * left over goes to all alike.
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
    // Closed, a group is its subtotal: its label is then as wide as that.
    const group = kind === 'subtotal' ? `${labels[values.length - 1] ?? ''}   ` : ''
    return widthOf([label, group, ...measured.map((row) => cellText(table, row, column))])
  })
  const left = width - SCROLLBAR - [...heads, ...own].reduce((sum, each) => sum + each, 0)
  const more = left > 0 && own.length > 0 ? Math.floor(left / (own.length + depth)) : 0
  return { heads: heads.map((each) => each + more), columns: own.map((each) => each + more) }
}

/** Places of the rows whose cells are measured, the last one among them. */
function measuredRows(rows: readonly PivotLine[]): readonly number[] {
  if (rows.length <= FEW) return [...rows.keys()]
  const step = Math.floor(rows.length / SAMPLES)
  const sums = rows.flatMap(({ kind }, at) => (kind === 'subtotal' ? [at] : [])).slice(0, FEW)
  return [...Array.from({ length: SAMPLES }, (_, at) => at * step), ...sums, rows.length - 1]
}

/** The name of the innermost dimension of columns stands in the corner beside that of rows. */
function cornerWidth({ columnLevels, rowLevels }: PivotCells): number {
  const last = columnLevels.at(-1)
  return last && last.name !== null ? widthOf([`${rowLevels.at(-1)?.title ?? ''}   ${last.title}`]) : 0
}
