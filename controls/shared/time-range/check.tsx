import { useEffect, useState } from 'react'
import { type RangeAnswer, type Verdict, verdictOf } from './preview.ts'
import { FAST_DEBOUNCE } from '#controls/shared/delays.ts'
import { resolveRange } from '#calls/time-ranges.ts'

/** What the server makes of the draft, asked anew as it changes; `now` is epoch milliseconds. */
export function useVerdict(range: string, now: number): Verdict {
  const [answer, setAnswer] = useState<RangeAnswer>()
  useEffect(() => {
    if (range.trim() === '') return
    const abort = new AbortController()
    const take = (next: RangeAnswer) => {
      if (!abort.signal.aborted) setAnswer(next)
    }
    const ask = () =>
      resolveRange(range, abort.signal).then(
        (bounds) => take({ range, bounds }),
        (cause: unknown) => take({ range, fault: cause instanceof Error ? cause.message : String(cause) }),
      )
    const timer = setTimeout(ask, FAST_DEBOUNCE)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [range])
  return verdictOf(range, now, answer)
}
