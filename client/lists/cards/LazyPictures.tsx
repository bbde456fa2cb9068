import type { ReactNode } from 'react'
import { ensurePluginsLoaded } from '#client/plugins/plugins-ready.ts'
import { lazyComponent } from '#ui/base/lazy-component.tsx'
import type { ChartResponse, DashboardResponse } from '#core/rest/responses.ts'
import type { ChartPreviewInput } from './ChartPicture.tsx'
import styles from './RowPicture.module.css'

/** A chart preview; its code loads with the first card. */
export const LazyChartPicture = lazyComponent(async () => {
  const [module] = await Promise.all([import('./ChartPicture.tsx'), ensurePluginsLoaded()])
  return module.ChartPicture
})

const boards = () =>
  Promise.all([import('./DashboardPicture.tsx'), import('./DashboardTrend.tsx'), ensurePluginsLoaded()])
const LazySmallDashboard = lazyComponent(async () => (await boards())[0].SmallDashboardPicture)

/** A dashboard preview; its code loads with the first card. */
export const LazyDashboardPicture = lazyComponent(async () => (await boards())[0].DashboardPicture)

/** A dashboard represented by its first chart, at the available size. */
export const LazyDashboardPreview = lazyComponent(async () => (await boards())[0].DashboardPreview)

/** The trend of a dashboard in a table row. */
export const RowTrend = lazyComponent(async () => (await boards())[1].DashboardTrend)

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

/** The box of a preview next to a name; hidden from assistive technology. */
function InRow({ children }: { readonly children: ReactNode }) {
  return (
    <span className={styles['place']} aria-hidden="true">
      {children}
    </span>
  )
}

/** A chart preview as high as a table row. */
export function RowChartPicture({ chart }: { readonly chart: ChartPreviewInput }) {
  return (
    <InRow>
      <LazyChartPicture chart={chart} isSmall />
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
