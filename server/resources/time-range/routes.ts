import { timeRangeResponse } from '#core/rest/response-shapes.ts'
import { calendarSettings } from '#core/time/calendar-settings.ts'
import type { Holidays } from '#core/time/clock.ts'
import { isTimeError } from '#core/time/time-error.ts'
import { resolveQueryTime } from '#core/time/query-time.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { loadHolidays, createHolidayLookup } from '#server/holidays/holidays.ts'
import { type RouteResponse, type RouteRequest, type Route, jsonResponse } from '#server/route/route.ts'

/** Resolves time ranges at the current time. */
export const timeRangeRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/',
    policy: { permission: 'can_time_range', view: 'Api' },
    responses: { 200: timeRangeResponse },
    handler: resolveRange,
  },
]

/**
 * `q` is the range as rison text or `{timeRange, shift}`, or a list of these, which returns a list. It may have
 * calendar settings as datasets do (`time_zone`, `week_start`, `fiscal_year_start`). An open end is empty.
 */
async function resolveRange(request: RouteRequest): Promise<RouteResponse> {
  const { q } = request
  const now = request.context.now()
  await loadHolidays(q)
  const holidays = createHolidayLookup()
  const result = Array.isArray(q)
    ? q.map((each) => resolveRequested(each, now, holidays))
    : resolveRequested(q, now, holidays)
  return jsonResponse(timeRangeResponse, { result })
}

function resolveRequested(requested: unknown, now: number, holidays: Holidays) {
  const named = typeof requested === 'object' && requested !== null ? requested : { timeRange: requested }
  const { timeRange, shift } = named as { readonly timeRange?: unknown; readonly shift?: unknown }
  if (typeof timeRange !== 'string') throw new ApiError('q-schema', { args: ['the time range is not of type string'] })
  const time = { time_range: timeRange, time_shift: typeof shift === 'string' ? shift : null }
  const bounds = resolveQueryTime(time, { now, holidays, ...calendarSettings(named) })
  if (isTimeError(bounds)) throw new ApiError('time-range-wrong', { args: [bounds.message] })
  const ends = { since: bounds.since ?? '', until: bounds.until ?? '', timeRange }
  return typeof shift === 'string' ? { ...ends, shift } : ends
}
