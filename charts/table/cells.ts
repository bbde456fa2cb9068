import { visibleLength } from './markup-text.ts'
import type { TableColumn, TableProps } from './props.ts'
import { valueText, toInstant, toNumber } from '#charts/shared/cell.ts'
import { formatNumeric, printsAllDigits } from '#core/format/digits.ts'
import { timeFormatter } from '#core/format/time.ts'
import { compareExact, isDigits, isNonFinite } from '#core/table/exact-number.ts'
import type { Value } from '#core/table/table.ts'

/**
 * Returns the text of a cell. Missing numbers and dates are blank. A missing text is named, because an empty text is
 * blank; dimensions name both, so that their rows can be selected.
 */
export function cellText(column: TableColumn, value: Value, grain: string | null): string {
  if (value === null || value === '') {
    return column.isDimension || (value === null && column.kind === 'text') ? valueText(value) : ''
  }
  if (column.kind === 'time') {
    const instant = toInstant(value)
    return instant === null ? String(value) : timeFormatter(timePattern(column.format, grain), grain)(instant)
  }
  if (column.kind === 'text') return String(value)
  const number = toNumber(value)
  if (number === null || column.format === '') return String(value)
  if (typeof value === 'string' && !printsAllDigits(column.format)) return value
  const format = column.smallFormat !== null && Math.abs(number) < 1 ? column.smallFormat : column.format
  return formatNumeric(format, typeof value === 'boolean' ? number : value)
}

/** Without a known grain the adaptive format shows full instants: a column of weekdays would be useless. */
function timePattern(format: string, grain: string | null): string {
  return format === 'smart_date' && grain === null ? 'smart_date_detailed' : format
}

/** The bar behind a cell: its start and length, relative to the cell width. */
export interface Bar {
  readonly from: number
  readonly share: number
  readonly isNegative: boolean
}

/** Returns the bar of a number within its column; undefined if there is none. */
export function barOf(column: TableColumn, value: Value | undefined): Bar | undefined {
  const number = toNumber(value)
  if (column.extent === null || number === null) return undefined
  const [low, high] = column.extent
  const span = high - low
  if (low === 0) return { from: 0, share: Math.abs(number) / span, isNegative: number < 0 }
  return { from: (Math.min(number, 0) - low) / span, share: Math.abs(number) / span, isNegative: number < 0 }
}

/** The sort column and direction. */
export interface TableOrder {
  readonly column: number
  readonly isDescending: boolean
}

/** Returns the number for comparison; digit texts stay text. */
function numericOf(value: Value): number | string | null {
  if (isDigits(value)) return value
  return isNonFinite(value) && value !== 'NaN' ? Number(value) : toNumber(value)
}

/** Compares numbers; other values, such as NaN, come last. */
function compare(a: Value, b: Value): number {
  const [left, right] = [numericOf(a), numericOf(b)]
  if (left !== null && right !== null) return left === right ? 0 : compareExact(left, right)
  if (left !== null || right !== null) return left === null ? 1 : -1
  return String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0
}

/**
 * Returns the indexes of rows that contain the text in any cell, sorted by a column. Rows without a value come last in
 * both directions.
 */
export function matchingRows(
  props: Pick<TableProps, 'columns' | 'rowCount' | 'grain'>,
  order: TableOrder | undefined,
  search: string,
): Int32Array {
  const needle = search.trim().toLowerCase()
  const all = Int32Array.from({ length: props.rowCount }, (_, row) => row)
  const holds = (row: number) =>
    props.columns.some((column) =>
      cellText(column, column.values[row] ?? null, props.grain)
        .toLowerCase()
        .includes(needle),
    )
  const found = needle === '' ? all : all.filter(holds)
  const values = order && props.columns[order.column]?.values
  if (!values) return found
  const sign = order.isDescending ? -1 : 1
  return found.toSorted((a, b) => {
    const left = values[a] ?? null
    const right = values[b] ?? null
    if (left === null || right === null) return (left === null ? 1 : 0) - (right === null ? 1 : 0) || a - b
    return sign * compare(left, right) || a - b
  })
}

const NUMBER_WIDTH = 96
const TEXT_WIDTH = 132
const MIN_NUMBER_WIDTH = 64
const MIN_TEXT_WIDTH = 72
const SCROLLBAR = 12
const MIN_RESIZED_WIDTH = 40
const SAMPLED_ROWS = 60
const PADDING = 20
const LETTER = 7
const HEAD_LETTER = 6.6
const ARROW = 15
/** The maximum extra width of a column with bars, in pixels. */
const MAX_BAR = 120

const isNumber = (column: TableColumn) => column.kind === 'number' || column.kind === 'percent'

const grows = (column: TableColumn) => !column.isCut && !(isNumber(column) && column.width !== null)

const longest = new WeakMap<TableColumn, { readonly grain: string | null; readonly letters: number }>()

/** The maximum length of an unformatted number from one to `MAX_PLAIN`, without its sign: 17 digits and a point. */
const MAX_PLAIN_LETTERS = 18
const MAX_PLAIN = 1e17

/** True if the text of an unformatted number cannot have more than `letters` letters, which is known without it. */
function isNoLonger(value: Value, letters: number): boolean {
  if (typeof value !== 'number') return false
  const size = Math.abs(value)
  return size >= 1 && size < MAX_PLAIN && letters >= (value < 0 ? MAX_PLAIN_LETTERS + 1 : MAX_PLAIN_LETTERS)
}

/**
 * Returns the values whose texts may be the longest, without the total: the first ones, and for formatted numbers the
 * extreme ones.
 */
function suspects({ values, kind, format }: TableColumn): readonly Value[] {
  if (kind !== 'number' && kind !== 'percent') return values.slice(0, SAMPLED_ROWS)
  if (format === '') return values
  let least: number | null = null
  let most: number | null = null
  const texts: Value[] = []
  for (const value of values) {
    if (typeof value === 'number') {
      if (least === null || value < least) least = value
      if (most === null || value > most) most = value
    } else if (value !== null) texts.push(value)
  }
  return [...values.slice(0, SAMPLED_ROWS), ...texts, least, most]
}

/** Returns the length of the longest number or date of a column. */
function longestOf(column: TableColumn, grain: string | null): number {
  const cached = longest.get(column)
  if (cached?.grain === grain) return cached.letters
  let letters = cellText(column, column.total, grain).length
  for (const value of suspects(column))
    if (column.format !== '' || !isNoLonger(value, letters))
      letters = Math.max(letters, cellText(column, value, grain).length)
  longest.set(column, { grain, letters })
  return letters
}

/**
 * Returns the minimum width that breaks no word of the header and cuts no number or date, which would then be wrong.
 */
function neededWidth(column: TableColumn, grain: string | null): number {
  const words = column.title.split(/\s+/).map((word) => word.length)
  const head = Math.max(0, ...words) * HEAD_LETTER + ARROW
  if (column.kind === 'text') return Math.min(TEXT_WIDTH, Math.ceil(head + PADDING))
  return Math.ceil(Math.max(Math.min(head, TEXT_WIDTH), longestOf(column, grain) * LETTER) + PADDING)
}

/**
 * Returns column widths in pixels. A column has at least its set width and the width of its numbers and dates; by
 * default number columns have a fixed width. Text columns share the rest of `width`, except those that cut their texts.
 * If the table is too narrow, columns without a set width shrink proportionally to a readable minimum, number columns
 * first.
 */
export function columnWidths(columns: readonly TableColumn[], width: number, grain: string | null = null): number[] {
  const needed = columns.map((column) => neededWidth(column, grain))
  const defaultWidths = columns.map((column, index) => {
    if (column.isCut && column.width !== null) return column.width
    return Math.max(column.width ?? (isNumber(column) ? NUMBER_WIDTH : TEXT_WIDTH), needed[index] ?? 0)
  })
  const left = width - SCROLLBAR - defaultWidths.reduce((sum, each) => sum + each, 0)
  return left < 0
    ? tightenColumns(columns, defaultWidths, needed, width, grain)
    : byNeed(columns, widenColumns(columns, ...distributeHeaderSpace(columns, defaultWidths, left, grain)), grain)
}

/**
 * Distributes the space that texts do not need: headers of number columns get a single line, and bars share the rest
 * with texts. Returns the widths, and the space left for texts.
 */
function distributeHeaderSpace(
  columns: readonly TableColumn[],
  defaultWidths: readonly number[],
  left: number,
  grain: string | null,
): [readonly number[], number] {
  const isText = (column: TableColumn) => grows(column) && !isNumber(column)
  const wanted = columns.map((column, index) => {
    if (!isText(column)) return 0
    return Math.max(column.width === null ? -Infinity : 0, preferredWidth(column, grain) - (defaultWidths[index] ?? 0))
  })
  let room = left - wanted.reduce((sum, each) => sum + each, 0)
  const heads = columns.map((column, index) => {
    const more = Math.ceil(column.title.length * HEAD_LETTER + ARROW + PADDING) - (defaultWidths[index] ?? 0)
    if (!isNumber(column) || column.width !== null || more <= 0 || more > room) return 0
    room -= more
    return more
  })
  const hasBar = (column: TableColumn) => isNumber(column) && column.width === null && column.extent !== null
  const sharers = columns.filter((column) => isText(column) || hasBar(column)).length
  const bar = Math.min(MAX_BAR, Math.max(0, Math.floor(room / Math.max(1, sharers))))
  const more = columns.map((column, index) => (heads[index] ?? 0) + (hasBar(column) ? bar : 0))
  return [
    defaultWidths.map((each, index) => each + (more[index] ?? 0)),
    left - more.reduce((sum, each) => sum + each, 0),
  ]
}

/** Returns the minimum width in px. Numbers and dates are never cut, which would make them wrong. */
export function minColumnWidth(column: TableColumn | undefined, grain: string | null = null): number {
  if (!column || column.kind === 'text') return MIN_RESIZED_WIDTH
  return Math.ceil(longestOf(column, grain) * LETTER + PADDING)
}

/** Returns column widths in pixels: widths set by the user exactly, the others from the remaining space. */
export function renderedColumnWidths(columns: readonly TableColumn[], width: number, grain: string | null): number[] {
  const others = columns.filter(({ isExact }) => !isExact)
  const exact = columns.reduce((sum, column) => sum + (column.isExact ? (column.width ?? 0) : 0), 0)
  const made = columnWidths(others, Math.max(0, width - exact), grain)
  return columns.map((column) => (column.isExact ? (column.width ?? 0) : (made[others.indexOf(column)] ?? 0)))
}

function tightenColumns(
  columns: readonly TableColumn[],
  defaultWidths: readonly number[],
  needed: readonly number[],
  width: number,
  grain: string | null,
): number[] {
  const missing = (widths: readonly number[]) => widths.reduce((sum, each) => sum + each, 0) - (width - SCROLLBAR)
  const numbers = narrowColumns(columns, defaultWidths, needed, missing(defaultWidths), true)
  if (missing(numbers) <= 0) return numbers
  const tight = narrowColumns(columns, numbers, needed, missing(numbers), false)
  return missing(tight) > 0 ? readable(columns, tight, width, grain) : tight
}

/** If the table scrolls horizontally anyway, texts that fit into half of its width are not cut. */
function readable(columns: readonly TableColumn[], tight: readonly number[], width: number, grain: string | null) {
  return columns.map((column, at) => {
    const own = tight[at] ?? 0
    if (isNumber(column) || column.width !== null) return own
    return Math.max(own, Math.min(preferredWidth(column, grain), Math.floor(width / 2)))
  })
}

function widenColumns(
  columns: readonly TableColumn[],
  defaultWidths: readonly number[],
  left: number,
): readonly number[] {
  const texts = columns.filter((column) => grows(column) && !isNumber(column))
  const free = texts.length > 0 ? texts : columns.filter(grows)
  if (left === 0 || free.length === 0) return defaultWidths
  return columns.map(
    (column, index) => (defaultWidths[index] ?? 0) + (free.includes(column) ? Math.floor(left / free.length) : 0),
  )
}

/** Distributes the total width of text columns by need. */
function byNeed(columns: readonly TableColumn[], widths: readonly number[], grain: string | null): number[] {
  const texts = columns.flatMap((column, index) =>
    isNumber(column) || column.isCut || column.width !== null ? [] : [index],
  )
  if (texts.length < 2) return [...widths]
  const wanted = texts
    .map((at) => ({ at, width: preferredWidth(columns[at], grain) }))
    .toSorted((a, b) => a.width - b.width)
  let room = texts.reduce((sum, at) => sum + (widths[at] ?? 0), 0)
  const made = [...widths]
  wanted.forEach(({ at, width }, index) => {
    const fair = Math.floor(room / (wanted.length - index))
    made[at] = Math.min(fair, width)
    room -= made[at]
  })
  return made.map((width, index) => (texts.includes(index) ? width + Math.floor(room / texts.length) : width))
}

function preferredWidth(column: TableColumn | undefined, grain: string | null): number {
  if (!column) return 0
  const cells = column.values.slice(0, SAMPLED_ROWS).map((value) => visibleLength(cellText(column, value, grain)))
  return Math.ceil(Math.max(column.title.length * HEAD_LETTER + ARROW, Math.max(0, ...cells) * LETTER) + PADDING)
}

function narrowColumns(
  columns: readonly TableColumn[],
  widths: readonly number[],
  needed: readonly number[],
  missing: number,
  ofNumbers: boolean,
): number[] {
  const spare = columns.map((column, index) => {
    if (column.width !== null || isNumber(column) !== ofNumbers) return 0
    const least = Math.max(needed[index] ?? 0, ofNumbers ? MIN_NUMBER_WIDTH : MIN_TEXT_WIDTH)
    return Math.max(0, (widths[index] ?? 0) - least)
  })
  const all = spare.reduce((sum, each) => sum + each, 0)
  const share = all > 0 ? Math.min(1, missing / all) : 0
  return widths.map((each, index) => Math.floor(each - (spare[index] ?? 0) * share))
}
