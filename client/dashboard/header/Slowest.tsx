import { t } from '#core/text/t.ts'
import { useDashboard } from '../state/store.ts'

/** How many charts are being asked for; once all have answered, the slowest of them. */
export function Slowest() {
  const waiting = useDashboard(
    (state) => Object.values(state.charts).filter((chart) => chart.chartStatus === 'loading').length,
  )
  const slowest = useDashboard((state) =>
    Object.values(state.charts).reduce(
      (most, chart) => Math.max(most, ...(chart.queriesResponse ?? []).map((answer) => answer.cost.engine)),
      0,
    ),
  )
  if (waiting > 0) return <span aria-live="polite">{t('Asking for %s charts', String(waiting))}</span>
  return slowest > 0 ? <span>{t('slowest chart %s ms', String(Math.max(1, Math.round(slowest))))}</span> : null
}
