import { useEffect, useState } from 'react'
import type { Preview } from './preview.ts'
import { type RangeAnswer, type Verdict, verdictOf } from './verdict.ts'
import { FAST_DEBOUNCE } from '#controls/shared/delays.ts'
import type { CalendarRecord } from '#core/time/calendar-settings.ts'
import { resolveRange } from '#calls/time-ranges.ts'

/** Validates the draft on the server after each change; returns the preview until the response arrives. */
export function useVerdict(range: string, preview: Preview | undefined, calendar: CalendarRecord): Verdict {
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
  return verdictOf(range, answer, preview)
}
