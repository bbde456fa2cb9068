import type { Axis } from '#charts/shared/axes/x-axis.ts'
import type { ResultMetadata } from '#core/query/result.ts'
import { labelledBucket } from '#core/time/buckets.ts'

/**
 * Returns the last instant of a time axis if its period is incomplete, because the data or the time range end within
 * it. Null if it is complete or unknown.
 */
export function openPeriodEnd(
  [entry]: readonly ResultMetadata[],
  { kind, values }: Axis,
  grain: string | null,
): number | null {
  const last = values.at(-1)
  if (kind !== 'time' || typeof last !== 'number' || !entry || grain === null || values.length < 2) return null
  if (entry.open_period === last) return last
  return isCutAt([entry.to_dttm, entry.axis_range?.to], last, grain) ? last : null
}

/** Returns the first instant of a time axis if the data or the time range start within its period; otherwise null. */
export function cutPeriodStart(
  [entry]: readonly ResultMetadata[],
  { kind, values }: Axis,
  grain: string | null,
): number | null {
  const [first] = values
  if (kind !== 'time' || typeof first !== 'number' || !entry || values.length < 2) return null
  if (entry.cut_period === first && grain !== null) return first
  return isCutAt([entry.from_dttm, entry.axis_range?.from], first, grain) ? first : null
}

/** True if one of the range ends (epoch milliseconds) is within the period of an instant. */
function isCutAt(ends: readonly (number | null | undefined)[], instant: number, grain: string | null): boolean {
  const period = labelledBucket(instant, grain)
  return ends.some((end) => period !== undefined && typeof end === 'number' && end > period.from && end < period.to)
}
