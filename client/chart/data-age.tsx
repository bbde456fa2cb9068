import { createContext, useCallback, useEffect, useId, useMemo, useState } from 'react'
import { agoText } from '#core/format/ago.ts'
import { t } from '#core/text/t.ts'
import { useNow } from './use-now.ts'

/** Data younger than this (milliseconds) count as current. */
const FRESH_MS = 5 * 60_000

type ReportAge = (picture: string, at: number | undefined) => void

/** Set where the age of all charts is shown once instead of in each chart. */
export const DataAgeContext = createContext<ReportAge | undefined>(undefined)

/** Returns the timestamp of the oldest data (epoch milliseconds) among the charts that report to `report`. */
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

/** Returns the age of the data in words; undefined while they count as current. */
export function useDataAge(at: number | undefined): string | undefined {
  const now = useNow()
  return at === undefined || now - at < FRESH_MS ? undefined : t('Updated %s', agoText(now - at))
}

/** Reports the data age of a chart while it is mounted. */
export function ReportDataAge({ at, report }: { readonly at: number | undefined; readonly report: ReportAge }) {
  const id = useId()
  useEffect(() => {
    report(id, at)
    return () => report(id, undefined)
  }, [report, id, at])
  return null
}
