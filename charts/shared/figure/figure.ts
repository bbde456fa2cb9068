import { splitFormat, writeCurrency } from '#core/format/currency.ts'
import { toInstant, toNumber } from '#charts/shared/cell.ts'
import { formatCompact } from '#core/format/compact.ts'
import { trimmedFormat } from '#core/format/axis.ts'
import { formatNumeric } from '#core/format/digits.ts'
import { formatNumber } from '#core/format/number.ts'
import { timeFormatter } from '#core/format/time.ts'
import { isDigits } from '#core/table/exact-number.ts'
import type { Value } from '#core/table/table.ts'

/** A figure: its value, how it is written, and how large it and the text below it may be. */
export interface FigureProps {
  readonly value: Value
  /** Whether the value is an instant in epoch milliseconds. */
  readonly isTime: boolean
  readonly label: string
  readonly format: string
  readonly timeFormat: string
  /** Share of the height the number and the text below it may take. */
  readonly headerSize: number
  readonly subheaderSize: number
}

/** The figure as people read it: adaptive numbers with at most three digits, digits beyond 2^53 as they are. */
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
  // No digits of nothing: 0, not 0.00.
  if (number === 0 && pattern.endsWith('s')) return formatNumber(trimmedFormat(format), 0)
  if (!isDigits(value)) return formatNumber(format, number)
  if (pattern !== '~g') return formatNumeric(format, value)
  return currency ? writeCurrency(value, currency) : value
}

/** Where the text below the figure stands, and how large both are, in pixels. */
export interface Fit {
  readonly beside: boolean
  readonly figure: number
  readonly below: number
}

/** Half a digit's width is wider than most letters of the type family at this size. */
const DIGIT = 0.6

/** Boxes below this height are key figures: they stand in rows, and all of a row have one size. */
const LOW = 96
const KEY_FIGURE = 30
const KEY_TEXT = 12
/** What a line of text below a key figure takes. */
export const KEY_LINE = 16
/** A text this short below a key figure is its unit and stands beside it. */
const UNIT_LETTERS = 4

/** Figures up to so many letters are equally large, so that those of a row are whatever they say. */
const ROW_LETTERS = 7

/** What decides the sizes of a figure: the lines of text below it, and its shares of the height. */
type Sized = Pick<FigureProps, 'headerSize' | 'subheaderSize'> & { readonly below: readonly string[] }

/** What a line takes of its letters' height: of the number, and of the text below it. */
const FIGURE_LINE = 1.1
const TEXT_LINE = 1.3

/** Whether a box is so low that figures stand in it as key figures. */
export const isLow = (height: number): boolean => height < LOW

/** Sizes that fill the box without overflowing it; key figures of a row are equally large. */
export function fit(props: Sized, text: string, width: number, height: number): Fit {
  const { below: lines } = props
  const longest = lines.reduce((most, line) => Math.max(most, line.length), 0)
  const letters = Math.max(1, text.length)
  if (isLow(height)) {
    const wide = (width * 0.96) / (letters * DIGIT)
    const beside = longest > 0 && longest <= UNIT_LETTERS
    return { beside, figure: Math.round(Math.max(14, Math.min(wide, KEY_FIGURE))), below: beside ? 15 : KEY_TEXT }
  }
  const even = (width * 0.96) / (Math.max(ROW_LETTERS, letters) * DIGIT)
  const figure = Math.max(14, Math.min(even, height * Math.min(0.7, props.headerSize * 1.5), 120))
  const widest = (width * 0.96) / (Math.max(1, longest) * DIGIT)
  const highest = (height - figure * FIGURE_LINE) / (Math.max(1, lines.length) * TEXT_LINE)
  const below = Math.max(11, Math.min(widest, highest, height * props.subheaderSize, figure * 0.6))
  return { beside: false, figure: Math.round(figure), below: Math.round(below) }
}
