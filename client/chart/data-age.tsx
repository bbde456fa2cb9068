import { createContext, useCallback, useEffect, useId, useMemo, useState } from 'react'
import { agoText } from '#core/format/ago.ts'
import { t } from '#core/text/t.ts'
import { useNow } from './use-now.ts'

/** Data younger than this (milliseconds) are as of now. */
const FRESH_MS = 5 * 60_000

type ReportAge = (picture: string, at: number | undefined) => void

/** Present where the age of pictures is shown once for all of them, and not in each. */
export const DataAgeContext = createContext<ReportAge | undefined>(undefined)

/** Returns the time of the oldest data (epoch milliseconds) of the pictures that report to `report`. */
export function useOldestData(): { readonly oldest: number | undefined; readonly report: ReportAge } {
  const [times, setTimes] = useState<ReadonlyMap<string, number>>(new Map())
  const report = useCallback<ReportAge>((picture, at) => {
    setTimes((before) => {
      if (before.get(picture) === at) return before
      const next = new Map(before)
      if (at === undefined) next.delete(picture)
      else next.set(picture, at)
      return next
    })
  }, [])
  const oldest = useMemo(() => (times.size === 0 ? undefined : Math.min(...times.values())), [times])
  return { oldest, report }
}

/** How old data are, in words; undefined while they are as of now. */
export function useDataAge(at: number | undefined): string | undefined {
  const now = useNow()
  return at === undefined || now - at < FRESH_MS ? undefined : t('Updated %s', agoText(now - at))
}

/** Reports the age of a picture while it is on the page. */
export function ReportedAge({ at, report }: { readonly at: number | undefined; readonly report: ReportAge }) {
  const id = useId()
  useEffect(() => {
    report(id, at)
    return () => report(id, undefined)
  }, [report, id, at])
  return null
}
