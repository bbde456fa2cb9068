import { useEffect } from 'react'
import { agoText } from '#core/format/ago.ts'
import { numberFormatter } from '#core/format/number.ts'
import { t, tn } from '#core/text/t.ts'
import { useNow } from '#client/chart/use-now.ts'
import { announce } from '#ui/base/announce.ts'
import { useDashboard } from '../state/store.ts'
import type { Charts } from '#client/chart/chart-state.ts'
import { oldestReadTime } from '#client/chart/oldest-read-time.ts'

/** Returns when the oldest data on the page were read. */
function oldestReadAt(charts: Charts): number | undefined {
  const all = Object.values(charts).flatMap((chart) => oldestReadTime(chart) ?? [])
  return all.length > 0 ? Math.min(...all) : undefined
}

const thousands = numberFormatter(',d')

/** The number of loading charts; after all have loaded, the age of the oldest data and the slowest query time. */
export function LoadStatus() {
  const now = useNow()
  const waiting = useDashboard(
    (state) => Object.values(state.charts).filter((chart) => chart.chartStatus === 'loading').length,
  )
  const slowest = useDashboard((state) =>
    Object.values(state.charts).reduce(
      (most, chart) => Math.max(most, ...(chart.queriesResponse ?? []).map((answer) => answer.cost.engine)),
      0,
    ),
  )
  const read = useDashboard((state) => oldestReadAt(state.charts))
  const isWaiting = waiting > 0
  // Announced once; the changing number is only visual.
  useEffect(() => {
    if (isWaiting) announce(t('The charts are being updated'))
  }, [isWaiting])
  if (isWaiting) return <span>{tn('Loading %s chart', 'Loading %s charts', waiting, String(waiting))}</span>
  if (read === undefined) return null
  const parts = [
    t('Updated %s', agoText(now - read)),
    ...(slowest > 0 ? [t('slowest chart %s ms', thousands(Math.max(1, Math.round(slowest))))] : []),
  ]
  return <span>{parts.join(' · ')}</span>
}
