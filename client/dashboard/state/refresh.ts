import type { Metadata } from './dashboard-info.ts'

const MIN_STAGGER_MS = 5000
/** The fraction of the refresh interval over which its queries are spread. */
const SHARE = 0.2

/** The selectable intervals in seconds, as in Superset. */
export const intervals = [0, 10, 30, 60, 300, 1800, 3600, 21_600, 43_200, 86_400] as const

/** The limits of a refresh interval in seconds: browsers run a timer longer than 2^31 - 1 ms at once. */
const MIN_SECONDS = 1
const MAX_SECONDS = 2_147_483

/**
 * Returns the refresh interval in seconds from the metadata, within the limits of timers; 0 for never and for invalid
 * values.
 */
export function refreshSeconds({ refresh_frequency }: Metadata): number {
  const seconds = Number(refresh_frequency ?? 0)
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(MAX_SECONDS, Math.max(MIN_SECONDS, seconds)) : 0
}

const isTrue = (value: unknown) => value === undefined || value === true || value === 'true'

/** Returns the charts that refresh automatically: those not excluded by the metadata. */
export function autoRefreshedCharts(metadata: Metadata, ids: readonly number[]): readonly number[] {
  const immune = metadata['timed_refresh_immune_slices']
  return Array.isArray(immune) ? ids.filter((id) => !immune.includes(id)) : ids
}

/**
 * Returns the delays in milliseconds for refreshing `count` charts: spread over a fifth of the refresh interval, and at
 * least over `stagger_time`; all 0 if `stagger_refresh` is off.
 */
export function staggeredDelays(metadata: Metadata, count: number, seconds: number): readonly number[] {
  const spread = Math.max(seconds * 1000 * SHARE, Number(metadata['stagger_time'] ?? MIN_STAGGER_MS) || MIN_STAGGER_MS)
  const step = isTrue(metadata['stagger_refresh']) && count > 1 ? spread / (count - 1) : 0
  return Array.from({ length: count }, (_, at) => at * step)
}
