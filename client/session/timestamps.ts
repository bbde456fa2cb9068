import { formatLocale } from '#core/text/format-locale.ts'

type Instant = Date | number

/** Parses a timestamp of the server: ISO 8601 in UTC without a zone. Returns epoch milliseconds. */
export const parseUtc = (timestamp: string): number => Date.parse(`${timestamp}Z`)

/** Returns a date and time in the locale of the user, to the minute. */
export function timestampText(at: Instant): string {
  return new Intl.DateTimeFormat(formatLocale(), { dateStyle: 'medium', timeStyle: 'short' }).format(at)
}

/** Returns a date and time in the locale of the user, to the second. */
export function exactTimestampText(at: Instant): string {
  return new Intl.DateTimeFormat(formatLocale(), { dateStyle: 'medium', timeStyle: 'medium' }).format(at)
}

/** Returns a time of today without its date, and an earlier one as `timestampText` does. */
export function recentTimestampText(at: Instant, now: number): string {
  if (new Date(at).toDateString() !== new Date(now).toDateString()) return timestampText(at)
  return new Intl.DateTimeFormat(formatLocale(), { timeStyle: 'short' }).format(at)
}
