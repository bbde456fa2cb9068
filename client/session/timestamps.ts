import { session } from './session.ts'

type Instant = Date | number

/** Returns the locale of the user for `Intl`; `_` separates its region on the server. */
const localeNow = (): string => session().settings.locale.replaceAll('_', '-')

/** Parses a timestamp of the server: ISO 8601 in UTC without a zone. Returns epoch milliseconds. */
export const parseUtc = (timestamp: string): number => Date.parse(`${timestamp}Z`)

/** Returns a date and time in the locale of the user, to the minute. */
export function timestampText(at: Instant): string {
  return new Intl.DateTimeFormat(localeNow(), { dateStyle: 'medium', timeStyle: 'short' }).format(at)
}

/** Returns a date and time in the locale of the user, to the second. */
export function exactTimestampText(at: Instant): string {
  return new Intl.DateTimeFormat(localeNow(), { dateStyle: 'medium', timeStyle: 'medium' }).format(at)
}

/** Returns a time of today without its date, and an earlier one as `timestampText` does. */
export function recentTimestampText(at: Instant, now: number): string {
  if (new Date(at).toDateString() !== new Date(now).toDateString()) return timestampText(at)
  return new Intl.DateTimeFormat(localeNow(), { timeStyle: 'short' }).format(at)
}
