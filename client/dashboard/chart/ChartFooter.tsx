import { agoText } from '#core/format/ago.ts'
import { t, tn } from '#core/text/t.ts'
import type { ChartState } from '#client/chart/machine.ts'
import { useNow } from '#client/chart/use-now.ts'
import { readAt } from '../state/data-age.ts'

const count = new Intl.NumberFormat('en-US')
const MINUTE = 60_000

/** How much stands behind a picture, what it cost, and how old it is. */
export function ChartFooter({ chart }: { readonly chart: ChartState }) {
  const now = useNow()
  const answer = chart.queriesResponse?.[0]
  if (!answer || chart.chartStatus === 'failed') return null
  const { cost, rowcount } = answer
  const age = now - (readAt(chart) ?? now)
  const parts = [
    cost.capped
      ? t('first %s rows', count.format(rowcount))
      : tn('%s row', '%s rows', rowcount, count.format(rowcount)),
    cost.cache === 'miss' ? t('%s ms', String(Math.max(1, Math.round(cost.engine + cost.plan)))) : t('from the cache'),
    ...(age >= MINUTE ? [agoText(age)] : []),
  ]
  return <span>{parts.join(' · ')}</span>
}
