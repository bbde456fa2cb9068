import { useHasBeenVisible } from '#ui/base/use-has-been-visible.ts'
import type { DashboardResponse } from '#core/rest/responses.ts'
import { t } from '#core/text/t.ts'
import { Icon } from '#ui/base/Icon.tsx'
import { chartPreviewInput, representativeCharts, useRepresentativeCharts } from './representative-charts.ts'
import { ChartPicture } from './ChartPicture.tsx'
import styles from './Picture.module.css'

/** The number of charts that represent a dashboard. */
const ON_CARD = { figures: 3, pictures: 2 }
const ONE = { figures: 0, pictures: 1 }

/** A dashboard represented by its first charts, drawn from their own data when visible. */
export function DashboardPicture({ dashboard }: { readonly dashboard: DashboardResponse }) {
  const [ref, isSeen] = useHasBeenVisible()
  const charts = useRepresentativeCharts(dashboard, isSeen)
  const { figures, pictures } = representativeCharts(charts.data ?? [], dashboard.position_json, ON_CARD)
  return (
    <span ref={ref} className={styles['sheet']} data-pending={charts.isPending || undefined}>
      {figures.length > 0 && (
        <span className={styles['figures']}>
          {figures.map((chart) => (
            <span key={chart.id} className={styles['figure']}>
              <ChartPicture chart={chartPreviewInput(chart)} isNumber />
              <small>{chart.slice_name}</small>
            </span>
          ))}
        </span>
      )}
      <span className={styles['row']}>
        {pictures.map((chart) => (
          <span key={chart.id} className={styles['tile']}>
            <ChartPicture chart={chartPreviewInput(chart)} />
          </span>
        ))}
        {charts.isSuccess && pictures.length === 0 && (
          <span className={styles['none']}>
            <Icon name="dashboard" size={20} tone="neutral" />
            {t('No charts yet')}
          </span>
        )}
      </span>
    </span>
  )
}

/** Returns its first chart other than a big number, once visible, and whether it is unknown as yet. */
function useFace(dashboard: DashboardResponse) {
  const [ref, isSeen] = useHasBeenVisible()
  const charts = useRepresentativeCharts(dashboard, isSeen)
  const [first] = representativeCharts(charts.data ?? [], dashboard.position_json, ONE).pictures
  return [ref, first, charts.isPending || undefined] as const
}

/** The same for a table row. */
export function SmallDashboardPicture({ dashboard }: { readonly dashboard: DashboardResponse }) {
  const [ref, first, isPending] = useFace(dashboard)
  return (
    <span ref={ref} className={styles['small']} data-drawn={first !== undefined || undefined} data-pending={isPending}>
      {first ? (
        <ChartPicture key={first.id} chart={chartPreviewInput(first)} isSmall />
      ) : (
        <Icon name="dashboard" size={14} tone="neutral" />
      )}
    </span>
  )
}

/** A dashboard represented by its first chart, at the available size. */
export function DashboardPreview({ dashboard }: { readonly dashboard: DashboardResponse }) {
  const [ref, first, isPending] = useFace(dashboard)
  return (
    <span ref={ref} className={styles['face']} data-pending={isPending}>
      {first ? (
        <ChartPicture key={first.id} chart={chartPreviewInput(first)} />
      ) : (
        <Icon name="dashboard" size={20} tone="neutral" />
      )}
    </span>
  )
}
