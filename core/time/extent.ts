import { t } from '#core/text/t.ts'
import { dateLabel, dayOf, localDate } from './label.ts'
import type { TimeRangeText } from './resolve-time-range.ts'

/** The first and the last timestamp of data, in epoch milliseconds of their own clock. */
export interface Extent {
  readonly first: number
  readonly last: number
  /** The exclusive end of the last bucket, if the timestamps are starts of buckets. */
  readonly end?: number
}

/** Returns the union of several extents; undefined without any. */
export function joinExtents(all: readonly Extent[]): Extent | undefined {
  if (all.length === 0) return undefined
  const last = Math.max(...all.map((each) => each.last))
  const end = Math.max(...all.map((each) => each.end ?? each.last))
  return { first: Math.min(...all.map(({ first }) => first)), last, ...(end > last ? { end } : {}) }
}

/** Returns a text with the first and last day of the data. */
export function labelExtent(extent: Extent): string {
  const [first, last] = [new Date(extent.first), lastDataDay(extent)]
  if (dateLabel(first) === dateLabel(last)) return t('Data of %s', dateLabel(last))
  const isOneYear = first.getUTCFullYear() === last.getUTCFullYear()
  // Only dates that start with the day and the month can lose their year: 30.06.2001 cannot.
  const hasShortDay = isOneYear && dateLabel(first).startsWith(dayOf(first))
  return t('Data from %s to %s', hasShortDay ? dayOf(first) : dateLabel(first), dateLabel(last))
}

/** Returns the last day of the data as text. */
export const labelLatest = (extent: Extent): string => dateLabel(lastDataDay(extent))

/** Returns a timestamp on the last day of the data. */
export function lastDataDay({ last, end }: Extent): Date {
  return new Date(end === undefined ? last : end - 1)
}

/** Returns why a range contains none of the data; undefined if it may contain some. */
export function outOfExtentReason({ first, last }: Extent, { since, until }: TimeRangeText): string | undefined {
  if (since !== null && +localDate(since) > last)
    return t('Data ends on %s: this range is empty', dateLabel(new Date(last)))
  if (until !== null && +localDate(until) <= first)
    return t('Data starts on %s: this range is empty', dateLabel(new Date(first)))
  return undefined
}
