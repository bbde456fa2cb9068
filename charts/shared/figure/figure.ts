import { splitFormat, writeCurrency } from '#core/format/currency.ts'
import { toInstant, toNumber } from '#charts/shared/cell.ts'
import { formatCompact } from '#core/format/compact.ts'
import { trimmedFormat } from '#core/format/axis.ts'
import { formatNumeric } from '#core/format/digits.ts'
import { formatNumber } from '#core/format/number.ts'
import { timeFormatter } from '#core/format/time.ts'
import { isDigits } from '#core/table/exact-number.ts'
import type { Value } from '#core/table/table.ts'

/** A big number: its value, its format, and the maximum sizes of the number and its text. */
export interface FigureProps {
  readonly value: Value
  /** Whether the value is an instant, in epoch milliseconds. */
  readonly isTime: boolean
  readonly label: string
  readonly format: string
  readonly timeFormat: string
  /** The maximum share of the height for the number, and for the text below it. */
  readonly headerSize: number
  readonly subheaderSize: number
}

/** Formats the number: adaptive formats with at most three digits, integers beyond 2^53 with all digits. */
export function figureText(props: FigureProps): string {
  const { value, format } = props
  if (value === null || value === '') return ''
  if (props.isTime) {
    const instant = toInstant(value)
    return instant === null ? String(value) : timeFormatter(props.timeFormat)(instant)
  }
  const number = toNumber(value)
  if (number === null) return String(value)
  const { pattern, currency } = splitFormat(format)
  if (pattern === 'SMART_NUMBER') {
    return currency ? writeCurrency(formatCompact(number), currency) : formatCompact(number)
  }
  // Zero is written as 0, not as 0.00.
  if (number === 0 && pattern.endsWith('s')) return formatNumber(trimmedFormat(format), 0)
  if (!isDigits(value)) return formatNumber(format, number)
  if (pattern !== '~g') return formatNumeric(format, value)
  return currency ? writeCurrency(value, currency) : value
}

/** The position of the text below the number, and both font sizes, in pixels. */
export interface FigureLayout {
  readonly isInline: boolean
  readonly figure: number
  readonly below: number
}

/** The width of a character relative to the font size; most characters are narrower. */
const DIGIT = 0.6

/** Boxes lower than this, in pixels, are key figures: they are arranged in rows, with the same size within a row. */
const LOW = 96
const KEY_FIGURE = 30
const KEY_TEXT = 12
/** The mean width of a letter relative to the font size, and the most text lines that take height from the number. */
const TEXT_LETTER = 0.52
const MAX_LINES = 2
/** The height of a text line below a key figure, in pixels. */
export const KEY_FIGURE_LINE_HEIGHT = 16
/** Text up to this length below a key figure is a unit, and is shown next to the number. */
const UNIT_LETTERS = 4

/** Numbers up to this length have the same font size, so that all numbers of a row match. */
const ROW_LETTERS = 7

/** The inputs of the size calculation: the text lines and the maximum shares of the height. */
type FigureSizeInput = Pick<FigureProps, 'headerSize' | 'subheaderSize'> & { readonly below: readonly string[] }

/** The line heights of the number and of the text below it, relative to the font size. */
const FIGURE_LINE = 1.1
const TEXT_LINE = 1.3

/** True if a box is so low that its number is a key figure. */
export const isKeyFigureHeight = (height: number): boolean => height < LOW

/** Returns font sizes that fill the box without overflow; key figures of a row have the same size. */
export function fitFigure(props: FigureSizeInput, text: string, width: number, height: number): FigureLayout {
  const { below: lines } = props
  const longest = lines.reduce((most, line) => Math.max(most, line.length), 0)
  const letters = Math.max(1, text.length)
  if (isKeyFigureHeight(height)) {
    const wide = (width * 0.96) / (letters * DIGIT)
    const isInline = longest > 0 && longest <= UNIT_LETTERS
    const rows = lines.map((line) => Math.min(MAX_LINES, Math.ceil((line.length * TEXT_LETTER * KEY_TEXT) / width)))
    const isWrapped = !isInline && rows.some((row) => row > 1)
    const taken = rows.reduce((sum, row) => sum + row * KEY_TEXT * TEXT_LINE, 0)
    // A number above a wrapped text is smaller than the others of its row, so that no line is cut.
    const high = isWrapped ? (height - taken) / FIGURE_LINE : KEY_FIGURE
    const figure = Math.round(Math.max(14, Math.min(wide, high, KEY_FIGURE)))
    return { isInline, figure, below: isInline ? 15 : KEY_TEXT }
  }
  const even = (width * 0.96) / (Math.max(ROW_LETTERS, letters) * DIGIT)
  const figure = Math.max(14, Math.min(even, height * Math.min(0.7, props.headerSize * 1.5), 120))
  const widest = (width * 0.96) / (Math.max(1, longest) * DIGIT)
  const highest = (height - figure * FIGURE_LINE) / (Math.max(1, lines.length) * TEXT_LINE)
  const below = Math.max(11, Math.min(widest, highest, height * props.subheaderSize, figure * 0.6))
  return { isInline: false, figure: Math.round(figure), below: Math.round(below) }
}
