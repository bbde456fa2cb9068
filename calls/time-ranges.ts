import { call } from '#calls/call.ts'
import { printRison } from '#core/rest/rison.ts'
import type { CalendarRecord } from '#core/time/calendar-settings.ts'
import type { TimeRangeText } from '#core/time/resolve-time-range.ts'

/**
 * Resolves a time range on the server, with the current time and a calendar; an open end is null. Fails with the reason
 * if the range is invalid.
 */
export async function resolveRange(
  range: string,
  calendar: CalendarRecord = {},
  signal?: AbortSignal,
): Promise<TimeRangeText> {
  const isPlain = Object.keys(calendar).length === 0
  const answer = await call<{ result: { since?: string; until?: string } }>('GET', '/api/v1/time_range/', {
    query: { q: printRison(isPlain ? range : { ...calendar, timeRange: range }) },
    signal,
  })
  return { since: answer.result.since || null, until: answer.result.until || null }
}
