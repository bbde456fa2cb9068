/**
 * Returns a timestamp in ISO 8601 without a zone, in UTC, as clients read it; null stays null. `at` is in epoch
 * milliseconds.
 */
export function printInstant(at: number): string
export function printInstant(at: number | null): string | null
export function printInstant(at: number | null): string | null {
  return at === null ? null : `${new Date(at).toISOString().slice(0, -1)}000`
}

/** Returns the same timestamp with an explicit offset. */
export function printUtc(at: number): string {
  return `${printInstant(at)}+0000`
}

interface Step {
  /** Seconds below which this unit is used. */
  readonly limit: number
  readonly unit: number
  readonly one: string
  readonly many: string
}

const steps: readonly Step[] = [
  { limit: 60, unit: 1, one: 'a second ago', many: 'seconds ago' },
  { limit: 3600, unit: 60, one: 'a minute ago', many: 'minutes ago' },
  { limit: 86_400, unit: 3600, one: 'an hour ago', many: 'hours ago' },
  { limit: 2_592_000, unit: 86_400, one: 'a day ago', many: 'days ago' },
  { limit: 31_536_000, unit: 2_592_000, one: 'a month ago', many: 'months ago' },
]
const years: Step = { limit: Number.POSITIVE_INFINITY, unit: 31_536_000, one: 'a year ago', many: 'years ago' }

/**
 * Returns the time elapsed in English: `now`, `a minute ago`, `3 days ago`. Both arguments are in epoch milliseconds.
 */
export function printAgo(at: number, now: number): string {
  const seconds = Math.floor((now - at) / 1000)
  if (seconds < 1) return 'now'
  const { unit, one, many } = steps.find(({ limit }) => seconds < limit) ?? years
  const count = Math.floor(seconds / unit)
  return count === 1 ? one : `${count} ${many}`
}
