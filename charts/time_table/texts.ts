import { localNumber } from '#core/format/locale.ts'
import type { FigureColumn, SparkColumn, TimeTableProps } from './props.ts'
import { numberFormatter } from '#core/format/number.ts'
import { timeFormatter } from '#core/format/time.ts'
import { t } from '#core/text/t.ts'

/** The text for a missing number. */
export const MISSING_NUMBER = '–'

/** Formats a number of a column. */
export function figureText(column: FigureColumn, row: number): string {
  const value = column.values[row] ?? null
  return value === null ? MISSING_NUMBER : numberFormatter(column.formats[row])(value)
}

/** Formatters for the values and instants of one row of sparklines. */
export interface PointFormatters {
  readonly value: (value: number) => string
  readonly instant: (period: number) => string
}

/** Returns the formatters of a row; without a known grain, instants are shown in full. */
export function pointFormatters(
  column: SparkColumn,
  row: number,
  { instants, grain }: Pick<TimeTableProps, 'instants' | 'grain'>,
): PointFormatters {
  const isBare = column.dateFormat === 'smart_date' && grain === null
  const time = timeFormatter(isBare ? 'smart_date_detailed' : column.dateFormat, grain)
  const instant = (period: number): string => {
    const epoch = instants[period] ?? null
    return epoch === null ? '' : time(epoch)
  }
  return { value: numberFormatter(column.formats[row]), instant }
}

/** Describes a sparkline in one sentence: the number of points, first and last, lowest and highest value. */
export function sparkText(points: readonly (number | null)[], texts: PointFormatters): string {
  const present = points.flatMap((value, period) => (value === null ? [] : [{ value, period }]))
  const first = present[0]
  const last = present.at(-1)
  if (first === undefined || last === undefined) return t('No values')
  const least = present.reduce((found, each) => (each.value < found.value ? each : found))
  const most = present.reduce((found, each) => (each.value > found.value ? each : found))
  const pointText = ({ value, period }: typeof first): string => `${texts.value(value)} (${texts.instant(period)})`
  if (present.length === 1) return pointText(first)
  return t(
    '%s values from %s to %s, lowest %s, highest %s',
    present.length,
    pointText(first),
    pointText(last),
    pointText(least),
    pointText(most),
  )
}

/** Returns the note about rows that are not shown; empty if all are. */
export function rowsNote({ rows, left }: Pick<TimeTableProps, 'rows' | 'left'>): string {
  const count = (value: number) => localNumber.format(value)
  return left === 0 ? '' : t('Showing the largest %s of %s rows', count(rows.length), count(rows.length + left))
}
