import type { DateOrder } from '#core/rest/upload.ts'
import type { CsvReading } from '../load.ts'

/** Two numbers and a year, with an optional time of day, also with AM or PM: day and month in any order, or year, month and day. */
export const DATE = String.raw`\s*(\d{1,2})([-/.])(\d{1,2})[-/.](\d{4}|\d{2})(?:[ T](\d{1,2}:\d{2}(?::\d{2})?(?: ?[AaPp][Mm])?))?\s*`

/** A column of dates that begin with a number of one or two digits. */
export interface DateColumn {
  readonly name: string
  /** `either`: all values are ambiguous. `mixed`: some values begin with the day, others with the month. */
  readonly order: 'day' | 'month' | 'either' | 'mixed'
  /** True if all values may also begin with a two-digit year. */
  readonly mayBeYear: boolean
  readonly hasTime: boolean
}

/** An order in which values are read. */
export type DateOrderRead = 'day' | 'month' | 'year'

type Row = Readonly<Record<string, unknown>>

/** Returns SQL aggregates about the dates of one column, named by its position. NULL is a missing value. */
export function dateStatistics(value: string, at: number): readonly string[] {
  const all = (condition: string, name: string) => `bool_and(${value} IS NULL OR (${condition})) AS ${name}${at}`
  const is = (order: DateOrderRead) => `coalesce(${dateText(value, order, 'try_strptime')} IS NOT NULL, false)`
  const part = (group: number) => `try_cast(regexp_extract(${value}, '${DATE}', ${group}) AS INTEGER)`
  const [day, month] = [is('day'), is('month')]
  return [
    all(`regexp_full_match(${value}, '${DATE}')`, 'isdate'),
    all(day, 'byday'),
    all(month, 'bymonth'),
    all(`${day} OR ${month}`, 'byboth'),
    // A two-digit year has two digits in every value, and dots separate days from months.
    all(`regexp_matches(${value}, '^\\d{2}[-/]\\d{2}[-/]\\d{2}( |T|$)') AND ${is('year')}`, 'byyear'),
    `bool_or(${part(1)} <> ${part(3)}) AS differ${at}`,
    `bool_or(regexp_extract(${value}, '${DATE}', 5) <> '') AS timed${at}`,
    // Software versions look similar: a two-digit year needs slashes or padded numbers.
    all(`regexp_matches(${value}, '[-/.]\\d{4}|^\\d+/|^\\d{2}[-.]\\d{2}[-.]\\d{2}(\\D|$)')`, 'likely'),
  ]
}

/** Returns the date format of a column by its statistics; undefined if some value is not a date. */
export function readDateStatistics(name: string, at: number, row: Row): DateColumn | undefined {
  const is = (fact: string): boolean => row[`${fact}${at}`] === true
  if (!is('isdate') || !is('likely') || !is('byboth')) return undefined
  const [hasTime, mayBeYear] = [is('timed'), is('byyear')]
  const column = (order: DateColumn['order']): DateColumn => ({ name, order, mayBeYear, hasTime })
  if (is('byday') && is('bymonth')) return column(is('differ') ? 'either' : 'day')
  if (is('byday')) return column('day')
  return column(is('bymonth') ? 'month' : 'mixed')
}

/** Returns the date order that the read options set for a column with ambiguous dates. */
export function configuredDateOrder(
  { dateOrder, namedDateOrder, dateColumns }: Pick<CsvReading, 'dateOrder' | 'namedDateOrder' | 'dateColumns'>,
  column: string,
): DateOrder | undefined {
  return dateColumns?.includes(column) ? (namedDateOrder ?? dateOrder) : dateOrder
}

/** True if a date column can be read in one order only. */
export const hasUnambiguousDateOrder = ({ order, mayBeYear }: DateColumn): boolean =>
  order !== 'either' && order !== 'mixed' && !mayBeYear

/** Returns the order for reading a column; undefined if it stays text. */
export function orderOf(column: DateColumn, given: DateOrder): DateOrderRead | undefined {
  const { order, mayBeYear } = column
  if (order === 'mixed') return undefined
  if (mayBeYear && given === 'year') return 'year'
  if (order !== 'either') return mayBeYear && given === 'text' ? undefined : order
  return given === 'day' || given === 'month' ? given : undefined
}

/** Returns the date of a text in an order. An invalid value fails the statement. */
export function dateValue(value: string, order: DateOrderRead, type: string): string {
  return `CAST(${dateText(value, order, 'strptime')} AS ${type})`
}

/** Returns the date of a text in an order; NULL for an invalid text. */
export function tryDateValue(value: string, order: DateOrderRead, type: string): string {
  const date = `CAST(${dateText(value, order, 'try_strptime')} AS ${type})`
  return `CASE WHEN regexp_full_match(${value}, '${DATE}') THEN ${date} END`
}

const TIMES = ['', ' %H:%M', ' %H:%M:%S', ' %I:%M %p', ' %I:%M:%S %p']

function dateText(value: string, order: DateOrderRead, parse: 'strptime' | 'try_strptime'): string {
  const formats = (date: string) => `[${TIMES.map((time) => `'${date}${time}'`).join(', ')}]`
  const spaced = `regexp_replace(replace(trim(${value}), 'T', ' '), ' ?([AaPp][Mm])$', ' \\1')`
  const even = `regexp_replace(${spaced}, '^(\\d+)[-/.](\\d+)[-/.]', '\\1/\\2/')`
  if (order === 'year') return `${parse}(${even}, ${formats('%y/%m/%d')})`
  const day = order === 'day' ? '%d/%m' : '%m/%d'
  // The format of a two-digit year would also match the first two digits of a longer one.
  const isLong = `regexp_matches(${value}, '[-/.]\\d{4}')`
  const [long, short] = [formats(`${day}/%Y`), formats(`${day}/%y`)]
  return `CASE WHEN ${isLong} THEN ${parse}(${even}, ${long}) ELSE ${parse}(${even}, ${short}) END`
}
