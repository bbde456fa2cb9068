import type { Axis } from '#charts/shared/axes/x-axis.ts'
import type { EntryHead } from '#core/query/result.ts'
import { labelledBucket } from '#core/time/buckets.ts'

/**
 * The last place of a time axis where the period that begins there is not whole: the data end in it, or the time range
 * does. Null where it is whole, or nothing is known of it.
 */
export function openPlace([entry]: readonly EntryHead[], { kind, values }: Axis, grain: string | null): number | null {
  const last = values.at(-1)
  if (kind !== 'time' || typeof last !== 'number' || !entry || grain === null || values.length < 2) return null
  if (entry.open_period === last) return last
  return isCutAt([entry.to_dttm, entry.axis_range?.to], last, grain) ? last : null
}

/** The first place of a time axis where the data or the time range begin within its period; null where neither does. */
export function cutPlace([entry]: readonly EntryHead[], { kind, values }: Axis, grain: string | null): number | null {
  const [first] = values
  if (kind !== 'time' || typeof first !== 'number' || !entry || values.length < 2) return null
  if (entry.cut_period === first && grain !== null) return first
  return isCutAt([entry.from_dttm, entry.axis_range?.from], first, grain) ? first : null
}

/** Whether an end of a range, epoch milliseconds, lies within the period of a place. */
function isCutAt(ends: readonly (number | null | undefined)[], place: number, grain: string | null): boolean {
  const period = labelledBucket(place, grain)
  return ends.some((end) => period !== undefined && typeof end === 'number' && end > period.from && end < period.to)
}
