import { t } from '#core/text/t.ts'
import { dated, dayOf, moment } from './label.ts'
import type { Bounds } from './resolve.ts'

/** The first and the last moment of data, in epoch milliseconds of their own clock. */
export interface Extent {
  readonly first: number
  readonly last: number
  /** The end, exclusive, of the bucket that the last moment begins, where moments are starts of buckets. */
  readonly end?: number
}

/** The extent of several; undefined without any. */
export function joinExtents(all: readonly Extent[]): Extent | undefined {
  if (all.length === 0) return undefined
  const last = Math.max(...all.map((each) => each.last))
  const end = Math.max(...all.map((each) => each.end ?? each.last))
  return { first: Math.min(...all.map(({ first }) => first)), last, ...(end > last ? { end } : {}) }
}

/** Says from which day to which day there are data. */
export function labelExtent(extent: Extent): string {
  const [first, last] = [new Date(extent.first), lastDay(extent)]
  if (dated(first) === dated(last)) return t('Data of %s', dated(last))
  const isOneYear = first.getUTCFullYear() === last.getUTCFullYear()
  return t('Data from %s to %s', isOneYear ? dayOf(first) : dated(first), dated(last))
}

/** A moment of the last day of the data. */
function lastDay({ last, end }: Extent): Date {
  return new Date(end === undefined ? last : end - 1)
}

/** Why a range shows nothing of the data; undefined where it may show some. */
export function outsideOf({ first, last }: Extent, { since, until }: Bounds): string | undefined {
  if (since !== null && +moment(since) > last) return t('Data ends on %s: this range is empty', dated(new Date(last)))
  if (until !== null && +moment(until) <= first)
    return t('Data starts on %s: this range is empty', dated(new Date(first)))
  return undefined
}
