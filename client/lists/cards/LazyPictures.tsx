import { lazy, type ReactNode, Suspense } from 'react'
import { pluginsReady } from '#client/plugins/plugins-ready.ts'
import type { ChartResponse, DashboardResponse } from '#core/rest/responses.ts'
import type { ChartPreviewInput } from './ChartPicture.tsx'
import styles from './RowPicture.module.css'

const LazyChart = lazy(async () => {
  const [module] = await Promise.all([import('./ChartPicture.tsx'), pluginsReady()])
  return { default: module.ChartPicture }
})

const boards = () => Promise.all([import('./DashboardPicture.tsx'), import('./DashboardTrend.tsx'), pluginsReady()])
const LazyDashboard = lazy(async () => ({ default: (await boards())[0].DashboardPicture }))
const LazySmallDashboard = lazy(async () => ({ default: (await boards())[0].SmallDashboardPicture }))
const LazyFace = lazy(async () => ({ default: (await boards())[0].DashboardPreview }))
const LazyTrend = lazy(async () => ({ default: (await boards())[1].DashboardTrend }))

/** Returns the preview input of a chart in a list. */
export const rowPreviewInput = ({
  id,
  viz_type,
  params,
  datasource_id,
  datasource_type,
  datasource_name_text,
}: ChartResponse) => ({
  id,
  vizType: viz_type,
  params,
  datasource: `${datasource_id}__${datasource_type}`,
  isClosed: datasource_name_text === null,
})

/** A chart preview; its code loads with the first card. */
export function LazyChartPicture({ chart }: { readonly chart: ChartPreviewInput }) {
  return (
    <Suspense fallback={null}>
      <LazyChart chart={chart} />
    </Suspense>
  )
}

/** A dashboard preview; its code loads with the first card. */
export function LazyDashboardPicture({ dashboard }: { readonly dashboard: DashboardResponse }) {
  return (
    <Suspense fallback={null}>
      <LazyDashboard dashboard={dashboard} />
    </Suspense>
  )
}

/** A dashboard represented by its first chart, at the available size. */
export function LazyDashboardPreview({ dashboard }: { readonly dashboard: DashboardResponse }) {
  return (
    <Suspense fallback={null}>
      <LazyFace dashboard={dashboard} />
    </Suspense>
  )
}

/** The box of a preview next to a name; hidden from assistive technology. */
function InRow({ children }: { readonly children: ReactNode }) {
  return (
    <span className={styles['place']} aria-hidden="true">
      <Suspense fallback={null}>{children}</Suspense>
    </span>
  )
}

/** A chart preview as high as a table row. */
export function RowChartPicture({ chart }: { readonly chart: ChartPreviewInput }) {
  return (
    <InRow>
      <LazyChart chart={chart} isSmall />
    </InRow>
  )
}

/** A dashboard preview in a table row: one of its charts. */
export function RowDashboardPicture({ dashboard }: { readonly dashboard: DashboardResponse }) {
  return (
    <InRow>
      <LazySmallDashboard dashboard={dashboard} />
    </InRow>
  )
}

/** The trend of a dashboard in a table row. */
export function RowTrend({ dashboard }: { readonly dashboard: DashboardResponse }) {
  return (
    <Suspense fallback={null}>
      <LazyTrend dashboard={dashboard} />
    </Suspense>
  )
}
