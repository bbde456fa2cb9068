import { t } from '#core/text/t.ts'
import { DISPLAY_TIME_ZONE } from '#core/time/display-time-zone.ts'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const YEAR = 365.25 * DAY

/** A label of the time axis; `strong` ones start a larger period and have the full text color. */
export interface TimeLabel {
  readonly text: string
  readonly strong: boolean
}

const padTwoDigits = (value: number): string => String(value).padStart(2, '0')

/**
 * Returns the label of an instant (epoch milliseconds) on an axis that covers `span` milliseconds, in UTC. Years,
 * months, days and times have the shortest name that differs from their neighbors.
 */
export function timeLabel(epoch: number, span: number): TimeLabel {
  const at = new Date(epoch)
  const month = MONTHS[at.getUTCMonth()] ?? ''
  const day = at.getUTCDate()
  if (epoch % DAY !== 0) {
    const seconds = span < 2 * MINUTE ? `:${padTwoDigits(at.getUTCSeconds())}` : ''
    return { text: `${padTwoDigits(at.getUTCHours())}:${padTwoDigits(at.getUTCMinutes())}${seconds}`, strong: false }
  }
  if (day !== 1) return { text: `${month} ${day}`, strong: span < 3 * DAY }
  const startsYear = at.getUTCMonth() === 0
  if (startsYear && span > 200 * DAY) return { text: String(at.getUTCFullYear()), strong: span < 8 * YEAR }
  return span < 200 * DAY ? { text: `${month} ${day}`, strong: true } : { text: month, strong: false }
}

/** Options for the lines below the tick labels of a time axis. */
interface BelowOptions {
  /** The form has a time format, whose labels need no year. */
  readonly hasOwnNames: boolean
  /** The page shows the time zone once, as all charts have the same. */
  readonly isZoneHidden?: boolean
  /** The time zone of displayed times; UTC if absent. */
  readonly zone?: string | undefined
}

/**
 * Returns the lines below the tick labels: the year where it starts or changes and no label names it, and the time zone
 * at the first tick unless it is hidden.
 */
export function linesBelowTicks(
  ticks: readonly number[],
  span: number,
  { hasOwnNames, isZoneHidden = false, zone = DISPLAY_TIME_ZONE }: BelowOptions,
): ReadonlyMap<number, string> {
  const yearOf = (epoch: number): string => String(new Date(epoch).getUTCFullYear())
  const lines = ticks.map((epoch, index): readonly [number, string] => {
    const year = yearOf(epoch)
    const before = ticks[index - 1]
    const isSaid =
      hasOwnNames || timeLabel(epoch, span).text === year || (before !== undefined && yearOf(before) === year)
    const namesZone = index === 0 && !isZoneHidden
    return [epoch, [...(isSaid ? [] : [year]), ...(namesZone ? [zoneName(zone)] : [])].join(', ')]
  })
  return new Map(lines.filter(([, line]) => line !== ''))
}

/** Returns the short name of a time zone: its city. */
function zoneName(zone: string): string {
  const city = zone.split('/').at(-1) ?? zone
  return city === zone ? zone : t('%s time', city.replaceAll('_', ' '))
}

/** Even step widths up to days; days restart at the start of each month. */
const EVEN = [1, 5, 15, 30]
  .map((n) => n * SECOND)
  .concat(
    [1, 5, 15, 30].map((n) => n * MINUTE),
    [1, 3, 6, 12, 24].map((n) => n * HOUR),
  )
const DAYS_OF_MONTH: readonly (readonly number[])[] = [
  [1, 4, 7, 10, 13, 16, 19, 22, 25, 28],
  [1, 8, 15, 22],
  [1, 15],
]
const MONTH_STEPS = [1, 3, 6, 12, 24, 60, 120, 300, 600, 1200]

function evenTicks(first: number, last: number, step: number): number[] {
  const ticks: number[] = []
  for (let at = Math.ceil(first / step) * step; at <= last; at += step) ticks.push(at)
  return ticks
}

/** Returns the number of months since year 0. */
const monthOf = (epoch: number): number => new Date(epoch).getUTCFullYear() * 12 + new Date(epoch).getUTCMonth()

/** Uses `setUTCFullYear` because `Date.UTC` maps years below 100 to 19xx. */
function startOf(month: number, day = 1): number {
  return new Date(0).setUTCFullYear(Math.floor(month / 12), month % 12, day)
}

function monthTicks(first: number, last: number, step: number, days: readonly number[]): number[] {
  const ticks: number[] = []
  for (let month = Math.floor(monthOf(first) / step) * step; month <= monthOf(last); month += step) {
    for (const day of days) {
      const at = startOf(month, day)
      if (at >= first && at <= last) ticks.push(at)
    }
  }
  return ticks
}

/**
 * Returns the ticks of an axis from `first` to `last` (epoch milliseconds, both inclusive): starts of calendar periods
 * in UTC, as many as fit within `most`.
 */
export function timeTicks(first: number, last: number, most: number): number[] {
  const span = last - first
  if (!(span >= 0) || most < 1) return []
  if (span === 0) return [first]
  const even = EVEN.find((step) => span / step < most)
  const ticks = even === undefined ? calendarTicks(first, last, most) : evenTicks(first, last, even)
  return ticks.length > 0 ? ticks : [first]
}

function calendarTicks(first: number, last: number, most: number): number[] {
  for (const days of DAYS_OF_MONTH) {
    const ticks = monthTicks(first, last, 1, days)
    if (ticks.length <= most) return ticks
  }
  for (const step of MONTH_STEPS) {
    const ticks = monthTicks(first, last, step, [1])
    if (ticks.length <= most) return ticks
  }
  return []
}
