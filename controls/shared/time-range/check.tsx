import { useEffect, useState } from 'react'
import { type RangeAnswer, type Verdict, verdictOf } from './preview.ts'
import { FAST_DEBOUNCE } from '#controls/shared/delays.ts'
import type { CalendarRecord } from '#core/time/calendar-settings.ts'
import { resolveRange } from '#calls/time-ranges.ts'

/** What the server makes of the draft on a calendar, asked anew as it changes; `now` is epoch milliseconds. */
export function useVerdict(range: string, now: number, calendar: CalendarRecord): Verdict {
  const [answer, setAnswer] = useState<RangeAnswer>()
  const key = JSON.stringify(calendar)
  useEffect(() => {
    if (range.trim() === '') return
    const abort = new AbortController()
    const take = (next: RangeAnswer) => {
      if (!abort.signal.aborted) setAnswer(next)
    }
    const ask = () =>
      resolveRange(range, JSON.parse(key) as CalendarRecord, abort.signal).then(
        (bounds) => take({ range, bounds }),
        (cause: unknown) => take({ range, fault: cause instanceof Error ? cause.message : String(cause) }),
      )
    const timer = setTimeout(ask, FAST_DEBOUNCE)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [range, key])
  return verdictOf(range, now, answer, calendar)
}
