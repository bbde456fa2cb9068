import { useQuery } from '@tanstack/react-query'
import { dashboardCharts } from '#calls/dashboards.ts'
import { kindOf } from '#charts/index.ts'
import { useSeen } from '#client/chart/use-seen.ts'
import type { DashboardAnswer, DashboardChartAnswer, PlacedChartAnswer } from '#core/rest/answers.ts'
import { t } from '#core/text/t.ts'
import { Icon } from '#ui/display/Icon.tsx'
import { ChartPicture } from './ChartPicture.tsx'
import { placedCharts } from './placed-charts.ts'
import styles from './Picture.module.css'

/** How many of its charts stand for a dashboard. */
const MOST = 2

function isSeenChart(chart: PlacedChartAnswer): chart is DashboardChartAnswer {
  return !('is_unseen' in chart)
}

/** The first charts of a dashboard in the order of its layout, without those that show one number where others are. */
function shown(
  charts: readonly PlacedChartAnswer[],
  layout: string | null | undefined,
): readonly DashboardChartAnswer[] {
  const places = placedCharts(layout)
  const place = ({ id }: { readonly id: number }) => (places.includes(id) ? places.indexOf(id) : places.length)
  const seen = charts.filter(isSeenChart).toSorted((a, b) => place(a) - place(b))
  const pictures = seen.filter(({ form_data }) => kindOf(form_data.viz_type)?.meta.frame !== 'figure')
  return (pictures.length > 0 ? pictures : seen).slice(0, MOST)
}

/** A dashboard by its first charts, drawn from their own data once it is looked at. */
export function DashboardPicture({ dashboard }: { readonly dashboard: DashboardAnswer }) {
  const [ref, isSeen] = useSeen()
  const charts = useQuery({
    queryKey: ['list', 'dashboard', 'charts', dashboard.id, dashboard.version],
    queryFn: ({ signal }) => dashboardCharts(dashboard.id, signal),
    enabled: isSeen,
    retry: false,
  })
  const pictures = shown(charts.data ?? [], dashboard.position_json)
  return (
    <span ref={ref} className={styles['sheet']}>
      {pictures.map(({ id, form_data }) => (
        <span key={id} className={styles['tile']}>
          <ChartPicture
            chart={{ id, vizType: form_data.viz_type, params: form_data, datasource: String(form_data['datasource']) }}
          />
        </span>
      ))}
      {charts.isSuccess && pictures.length === 0 && (
        <span className={styles['none']}>
          <Icon name="dashboard" size={20} tone="neutral" />
          {t('No charts yet')}
        </span>
      )}
    </span>
  )
}
