/** The periods that can be a block of the calendar (domains). */
export const domains = ['hour', 'day', 'week', 'month', 'year'] as const
export type Domain = (typeof domains)[number]

/** The periods that can be a cell of the calendar (subdomains). */
export const subdomains = ['min', 'hour', 'day', 'week', 'month'] as const
export type Subdomain = (typeof subdomains)[number]

type Period = Domain | Subdomain

/** The time grain of the query for each cell period. */
export const GRAINS: Readonly<Record<Subdomain, string>> = {
  min: 'PT1M',
  hour: 'PT1H',
  day: 'P1D',
  week: 'P1W',
  month: 'P1M',
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const WEEK = 7 * DAY
/** The first Monday of 1970. */
const MONDAY = 4 * DAY

/** Returns the start of the period that contains an instant, in UTC. Weeks start on Monday. */
export function startOf(at: number, period: Period): number {
  const date = new Date(at)
  if (period === 'year') return Date.UTC(date.getUTCFullYear(), 0, 1)
  if (period === 'month') return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1)
  if (period === 'week') return Math.floor((at - MONDAY) / WEEK) * WEEK + MONDAY
  const length = period === 'day' ? DAY : period === 'hour' ? HOUR : MINUTE
  return Math.floor(at / length) * length
}

/** Returns the start of the next period. */
export function nextPeriodStart(start: number, period: Period): number {
  const date = new Date(start)
  if (period === 'year') return Date.UTC(date.getUTCFullYear() + 1, 0, 1)
  if (period === 'month') return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
  const lengths = { week: WEEK, day: DAY, hour: HOUR, min: MINUTE } as const
  return start + lengths[period]
}

/** Returns the first start of a period at or after an instant. */
export function firstPeriodStart(at: number, period: Period): number {
  const start = startOf(at, period)
  return start === at ? at : nextPeriodStart(start, period)
}

/** Returns the weekday; Monday is 0. */
const weekday = (at: number): number => (((Math.floor(at / DAY) - 4) % 7) + 7) % 7

/** A column and a row within a block, from 0. */
export interface CellPosition {
  readonly column: number
  readonly row: number
}

const inColumns = (index: number, rows: number): CellPosition => ({
  column: Math.floor(index / rows),
  row: index % rows,
})

/**
 * Returns the position of a cell in its block. Days are placed by weekday. Hours run six to a column within a day, and
 * one column per day in longer blocks. Minutes run ten to a column within an hour, and one column per hour in longer
 * blocks. Weeks and months are in one row.
 */
export function positionInBlock(at: number, domain: Domain, cell: Subdomain): CellPosition {
  const start = startOf(at, domain)
  if (cell === 'day') return { column: Math.floor(((at - start) / DAY + weekday(start)) / 7), row: weekday(at) }
  if (cell === 'hour') return inColumns(Math.floor((at - start) / HOUR), domain === 'day' ? 6 : 24)
  if (cell === 'min') return inColumns(Math.floor((at - start) / MINUTE), domain === 'hour' ? 10 : 60)
  if (cell === 'week') return { column: Math.max(0, Math.floor((at - firstPeriodStart(start, 'week')) / WEEK)), row: 0 }
  return { column: domain === 'year' ? new Date(at).getUTCMonth() : 0, row: 0 }
}
