import { useQuery } from '@tanstack/react-query'
import { fetchPreviewData } from '#client/chart/fetch-preview-data.ts'
import { useHasBeenVisible } from '#ui/base/use-has-been-visible.ts'
import { numberFormatter } from '#core/format/number.ts'
import type { DashboardResponse } from '#core/rest/responses.ts'
import { t } from '#core/text/t.ts'
import { CARD_CACHE_MS, firstTimeChart, useRepresentativeCharts } from './representative-charts.ts'
import styles from './Picture.module.css'
import { trendContext, trendOf, trendPath } from './trend.ts'

const BOX = { width: 110, height: 24, inset: 2 }

const percent = numberFormatter('.1%')

/** Returns a change with arrow and sign. */
function changeText(change: number): string {
  if (change === 0) return t('= 0%')
  return change > 0 ? `↑ +${percent(change)}` : `↓ ${percent(change)}`
}

/** The trend of the first metric over time on a dashboard; a dash if there is none. */
export function DashboardTrend({ dashboard }: { readonly dashboard: DashboardResponse }) {
  const [ref, isSeen] = useHasBeenVisible()
  const charts = useRepresentativeCharts(dashboard, isSeen)
  const chart = charts.data && firstTimeChart(charts.data, dashboard.position_json)
  const trend = useQuery({
    queryKey: ['board-trend', dashboard.id, dashboard.version],
    queryFn: async ({ signal }) => {
      const context = chart && trendContext(chart)
      const [entry] = context ? await fetchPreviewData(context, { sliceId: chart?.id, signal }) : []
      return trendOf(entry) ?? null
    },
    enabled: isSeen && charts.isSuccess,
    retry: false,
    staleTime: CARD_CACHE_MS,
  })
  const isKnown = charts.isError || trend.isError || trend.isSuccess
  const errorText = trend.data && chart ? t('%s of %s', trend.data.label, chart.slice_name) : ''
  return (
    <span ref={ref} className={styles['trend']} title={errorText || undefined} data-pending={!isKnown || undefined}>
      {trend.data ? (
        <>
          <svg role="img" aria-label={errorText} width={BOX.width} height={BOX.height}>
            <path d={trendPath(trend.data.values, BOX)} />
          </svg>
          {trend.data.change !== null && (
            <span className={styles['change']} title={t('Change from the period before')}>
              {changeText(trend.data.change)}
            </span>
          )}
        </>
      ) : (
        isKnown && '–'
      )}
    </span>
  )
}
