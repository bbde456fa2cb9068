import { type Domain, firstPeriodStart, nextPeriodStart, positionInBlock, startOf, type Subdomain } from './periods.ts'
import type { CalendarProps } from './props.ts'
import { timeFormatter } from '#core/format/time.ts'

/** A cell: the position of its top left corner in pixels, and its content. */
export interface CalendarCell {
  readonly left: number
  readonly top: number
  readonly metric: number
  /** The start of its period, in epoch milliseconds. */
  readonly at: number
  readonly value: number | null
}

/** A text on the calendar, positioned from the left and top edges. */
export interface CalendarText {
  readonly left: number
  readonly top: number
  readonly text: string
  readonly kind: 'metric' | 'domain' | 'weekday'
}

export interface CalendarLayout {
  readonly cells: readonly CalendarCell[]
  readonly texts: readonly CalendarText[]
  /** The width of a cell in pixels. */
  readonly size: number
  /** The height of a cell in pixels. */
  readonly cellHeight: number
  readonly width: number
  readonly height: number
}

/** Space for letters that extend above their position, in pixels. */
const TOP = 4
const LABEL = 16
const NAME = 22
const BLOCK_GAP = 10
const LINE_GAP = 12
const LETTER = 6.2
/** The width of the weekday names, in pixels. */
const WEEKDAYS = 32
/** The size of a cell that shows its value, in pixels. */
const WRITTEN = 34
/** Cells without a value are drawn as long as a calendar has no more cells than this. */
const MAX_EMPTY_CELLS = 40_000

const DOMAIN_NAMES: Readonly<Record<Domain, string>> = {
  hour: '%b %-d, %H:00',
  day: '%b %-d',
  week: '%b %-d',
  month: '%b %Y',
  year: '%Y',
}

interface Block {
  readonly start: number
  readonly cells: readonly number[]
  readonly columns: number
  readonly rows: number
}

/** Returns the cells of a block, with and without values. */
function cellsIn(start: number, domain: Domain, subdomain: Subdomain): number[] {
  const end = nextPeriodStart(start, domain)
  const found: number[] = []
  for (let at = firstPeriodStart(start, subdomain); at < end; at = nextPeriodStart(at, subdomain)) found.push(at)
  return found
}

/** Returns the blocks from the first value to the last. If there would be too many cells, only blocks with values. */
function blocksOf({ at, domain, subdomain }: CalendarProps): Block[] {
  const [first] = at
  const last = at.at(-1)
  if (first === undefined || last === undefined) return []
  const valued = new Map<number, number[]>()
  for (const each of at) {
    const start = startOf(each, domain)
    const existing = valued.get(start)
    if (existing) existing.push(each)
    else valued.set(start, [each])
  }
  const starts: number[] = []
  let cells = 0
  for (let start = startOf(first, domain); start <= last; start = nextPeriodStart(start, domain)) {
    starts.push(start)
    cells += cellsIn(start, domain, subdomain).length
    if (cells > MAX_EMPTY_CELLS) return [...valued].map(([own, known]) => blockOf(own, known, domain, subdomain))
  }
  return starts.map((start) => {
    const whole = cellsIn(start, domain, subdomain)
    // If a cell is longer than its block, the block has only the cell with a value, or none.
    return blockOf(start, whole.length > 0 ? whole : (valued.get(start) ?? []), domain, subdomain)
  })
}

function blockOf(start: number, cells: readonly number[], domain: Domain, subdomain: Subdomain): Block {
  let columns = 1
  let rows = subdomain === 'day' && cells.length > 1 ? 7 : 1
  for (const at of cells) {
    const position = positionInBlock(at, domain, subdomain)
    columns = Math.max(columns, position.column + 1)
    rows = Math.max(rows, position.row + 1)
  }
  return { start, cells, columns, rows }
}

/** Arranges blocks in lines that fit the width. */
function linesOf(blocks: readonly Block[], pitch: number, from: number, width: number): Block[][] {
  const lines: Block[][] = []
  let left = width
  for (const block of blocks) {
    const taken = block.columns * pitch + BLOCK_GAP
    const line = lines.at(-1)
    if (line && left + taken - BLOCK_GAP <= width) {
      line.push(block)
      left += taken
    } else {
      lines.push([block])
      left = from + taken
    }
  }
  return lines
}

/** Balances the line lengths: a last line of one or two blocks looks cut off. */
function evenLines(blocks: readonly Block[], pitch: number, from: number, width: number): Block[][] {
  let even = linesOf(blocks, pitch, from, width)
  for (let narrower = width - pitch; narrower > width / 2; narrower -= pitch) {
    const lines = linesOf(blocks, pitch, from, narrower)
    if (lines.length > even.length) break
    even = lines
  }
  return even
}

/** Blocks in lines, with square cells of one size. */
interface Arrangement {
  readonly size: number
  readonly lines: readonly (readonly Block[])[]
  /** The position of the first column, after the weekday names. */
  readonly from: number
  /** The number of rows of cells, over all lines of all metrics. */
  readonly rows: number
  readonly width: number
  readonly height: number
}

/** Returns the arrangement of blocks at this width. It is wider if a single block is. */
function arrange(props: CalendarProps, blocks: readonly Block[], width: number, size: number): Arrangement {
  const { domain, subdomain, metrics, hasNames } = props
  const pitch = size + props.cell.gap
  const hasWeekdays =
    subdomain === 'day' && pitch >= 9 && (domain === 'month' || domain === 'year' || domain === 'week')
  const from = hasWeekdays ? WEEKDAYS : 0
  const lines = evenLines(blocks, pitch, from, width)
  const widths = lines.map((line) => line.reduce((sum, { columns }) => sum + columns * pitch + BLOCK_GAP, from))
  const rows = metrics.length * lines.reduce((sum, line) => sum + rowsOf(line), 0)
  const labels = metrics.length * ((hasNames ? NAME : 0) + lines.length * (LABEL + LINE_GAP))
  return {
    size,
    lines,
    from,
    rows,
    width: Math.max(width, Math.ceil(Math.max(0, ...widths) - BLOCK_GAP)),
    height: Math.ceil(TOP + labels + rows * pitch),
  }
}

const rowsOf = (line: readonly Block[]): number => Math.max(...line.map(({ rows }) => rows))

/** The minimum cell size in pixels when cells shrink to fit. */
const MIN_CELL_SIZE = 6

/** The cell size of charts whose form does not choose one, and the size up to which such cells grow, in pixels. */
const DEFAULT_CELL = 10
const MAX_GROWN_CELL = 40

/** The limit of the height of grown cells, as a multiple of their width. */
const MAX_CELL_RATIO = 2

/** Returns the cell size of the form; cells that show their value have at least the space for it. */
const regularSize = ({ cell, hasValues }: CalendarProps): number =>
  hasValues ? Math.max(cell.size, WRITTEN) : cell.size

/**
 * Returns the layout with the largest cells that fits the height: up to their regular size, or beyond it if the form
 * has the default size. With that size, cells are higher than wide if that fills the height. If none fits, cells have
 * their regular size.
 */
export function fittedLayout(props: CalendarProps, width: number, height: number): CalendarLayout {
  const blocks = blocksOf(props)
  const regular = arrange(props, blocks, width, regularSize(props))
  const isFit = (each: Arrangement) => each.height <= height && each.width <= width
  const largestFit = (from: number, to: number): Arrangement | undefined => {
    for (let size = from; size >= to; size -= 1) {
      const arrangement = arrange(props, blocks, width, size)
      if (isFit(arrangement)) return arrangement
    }
    return undefined
  }
  const isFlexible = props.cell.size === DEFAULT_CELL
  const larger = isFlexible && isFit(regular) ? largestFit(MAX_GROWN_CELL, regular.size + 1) : undefined
  const smaller = props.hasValues || isFit(regular) ? undefined : largestFit(regular.size - 1, MIN_CELL_SIZE)
  const fitted = larger ?? smaller ?? regular
  if (!isFlexible || !isFit(fitted)) return drawn(props, fitted)
  const added = Math.floor((height - fitted.height) / Math.max(1, fitted.rows))
  return drawn(props, fitted, Math.min(fitted.size + added, fitted.size * MAX_CELL_RATIO))
}

/** Returns the layout at this width with cells of their regular size. It is wider if a single block is. */
export const calendarLayout = (props: CalendarProps, width: number): CalendarLayout =>
  drawn(props, arrange(props, blocksOf(props), width, regularSize(props)))

/** Returns the cells and texts of one calendar per metric, from top to bottom. Cells are squares without a height. */
function drawn(props: CalendarProps, arrangement: Arrangement, cellHeight = arrangement.size): CalendarLayout {
  const { domain, subdomain } = props
  const { size, lines, from, rows } = arrangement
  const pitch = size + props.cell.gap
  const rowPitch = cellHeight + props.cell.gap
  const write = timeFormatter(DOMAIN_NAMES[domain])
  const indexes = new Map(props.at.map((at, index) => [at, index]))
  const cells: CalendarCell[] = []
  const texts: CalendarText[] = []
  let top = TOP
  for (const [metric, { name, values }] of props.metrics.entries()) {
    if (props.hasNames) {
      texts.push({ left: 0, top, text: name, kind: 'metric' })
      top += NAME
    }
    for (const line of lines) {
      let left = from
      let free = 0
      for (const { start, cells: own, columns } of line) {
        const text = write(start)
        if (left >= free) {
          texts.push({ left, top, text, kind: 'domain' })
          free = left + text.length * LETTER + 6
        }
        for (const at of own) {
          const { column, row } = positionInBlock(at, domain, subdomain)
          const index = indexes.get(at)
          const value = index === undefined ? null : (values[index] ?? null)
          cells.push({ left: left + column * pitch, top: top + LABEL + row * rowPitch, metric, at, value })
        }
        left += columns * pitch + BLOCK_GAP
      }
      if (from > 0) texts.push(...weekdays(top + LABEL, rowPitch))
      top += LABEL + rowsOf(line) * rowPitch + LINE_GAP
    }
  }
  const height = arrangement.height + rows * (cellHeight - size)
  return { cells, texts, size, cellHeight, width: arrangement.width, height }
}

/** Returns a label for every other weekday row, from Monday to Sunday. */
function weekdays(top: number, pitch: number): CalendarText[] {
  const write = timeFormatter('%a')
  // 1970 began on a Thursday; the fifth was a Monday.
  return [0, 2, 4, 6].map((row) => ({
    left: 0,
    top: top + row * pitch + (pitch - 12) / 2,
    text: write(Date.UTC(1970, 0, 5 + row)),
    kind: 'weekday',
  }))
}
