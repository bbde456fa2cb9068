import { t, tn } from '#core/text/t.ts'
import type { ChartState } from '#client/chart/machine.ts'

const count = new Intl.NumberFormat('en-US')

/** How much stands behind a picture and what it cost. */
export function ChartFooter({ chart }: { readonly chart: ChartState }) {
  const answer = chart.queriesResponse?.[0]
  if (!answer || chart.chartStatus === 'failed') return null
  const { cost } = answer
  const parts = [
    cost.capped
      ? t('first %s rows', count.format(answer.rowcount))
      : tn('%s row', '%s rows', answer.rowcount, count.format(answer.rowcount)),
    cost.cache === 'miss' ? t('%s ms', String(Math.max(1, Math.round(cost.engine + cost.plan)))) : t('from the cache'),
  ]
  return <span>{parts.join(' · ')}</span>
}
