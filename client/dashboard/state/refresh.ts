import type { Metadata } from './info.ts'

const LEAST_SPREAD = 5000
/** Of the time between two refreshes, over which its questions are spread. */
const SHARE = 0.2

/** Intervals people choose from, in seconds; the same that the reference offers. */
export const intervals = [0, 10, 30, 60, 300, 1800, 3600, 21_600, 43_200, 86_400] as const

/** Ends of what a clock is set to, in seconds: browsers hold no timer longer than 2^31 - 1 ms, and run it at once. */
const LEAST_SECONDS = 1
const MAX_SECONDS = 2_147_483

/** Seconds between two refreshes as the metadata say, within what a clock can be set to; 0 is never, and so is no number. */
export function refreshSeconds({ refresh_frequency }: Metadata): number {
  const seconds = Number(refresh_frequency ?? 0)
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(MAX_SECONDS, Math.max(LEAST_SECONDS, seconds)) : 0
}

const isTrue = (value: unknown) => value === undefined || value === true || value === 'true'

/** The charts that are asked again by the clock: those it is not told to leave out. */
export function timedCharts(metadata: Metadata, ids: readonly number[]): readonly number[] {
  const immune = metadata['timed_refresh_immune_slices']
  return Array.isArray(immune) ? ids.filter((id) => !immune.includes(id)) : ids
}

/**
 * When each of so many charts is asked again, in milliseconds from now: one after the other over a fifth of the time
 * between two refreshes, and at least over `stagger_time`; all at once where `stagger_refresh` is off.
 */
export function staggered(metadata: Metadata, count: number, seconds: number): readonly number[] {
  const spread = Math.max(seconds * 1000 * SHARE, Number(metadata['stagger_time'] ?? LEAST_SPREAD) || LEAST_SPREAD)
  const step = isTrue(metadata['stagger_refresh']) && count > 1 ? spread / (count - 1) : 0
  return Array.from({ length: count }, (_, at) => at * step)
}
