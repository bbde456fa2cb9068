import { lazy, type ReactNode, Suspense } from 'react'
import { pluginsReady } from '#client/plugins/plugins-ready.ts'
import type { ChartAnswer, DashboardAnswer } from '#core/rest/answers.ts'
import type { PicturedChart } from './ChartPicture.tsx'
import styles from './RowPicture.module.css'

const LazyChart = lazy(async () => {
  const [module] = await Promise.all([import('./ChartPicture.tsx'), pluginsReady()])
  return { default: module.ChartPicture }
})

const boards = () => Promise.all([import('./DashboardPicture.tsx'), import('./BoardTrend.tsx'), pluginsReady()])
const LazyDashboard = lazy(async () => ({ default: (await boards())[0].DashboardPicture }))
const LazySmallDashboard = lazy(async () => ({ default: (await boards())[0].SmallDashboardPicture }))
const LazyFace = lazy(async () => ({ default: (await boards())[0].DashboardFace }))
const LazyTrend = lazy(async () => ({ default: (await boards())[1].BoardTrend }))

/** A chart of a list as it is drawn. */
export const picturedRow = ({
  id,
  viz_type,
  params,
  datasource_id,
  datasource_type,
  datasource_name_text,
}: ChartAnswer) => ({
  id,
  vizType: viz_type,
  params,
  datasource: `${datasource_id}__${datasource_type}`,
  isClosed: datasource_name_text === null,
})

/** The picture of a chart; what draws it is fetched with the first card. */
export function LazyChartPicture({ chart }: { readonly chart: PicturedChart }) {
  return (
    <Suspense fallback={null}>
      <LazyChart chart={chart} />
    </Suspense>
  )
}

/** The picture of a dashboard; what draws it is fetched with the first card. */
export function LazyDashboardPicture({ dashboard }: { readonly dashboard: DashboardAnswer }) {
  return (
    <Suspense fallback={null}>
      <LazyDashboard dashboard={dashboard} />
    </Suspense>
  )
}

/** A dashboard by the first of its charts, in the room there is. */
export function LazyDashboardFace({ dashboard }: { readonly dashboard: DashboardAnswer }) {
  return (
    <Suspense fallback={null}>
      <LazyFace dashboard={dashboard} />
    </Suspense>
  )
}

/** The place of a picture beside a name; nobody is told of it who does not see it. */
function InRow({ children }: { readonly children: ReactNode }) {
  return (
    <span className={styles['place']} aria-hidden="true">
      <Suspense fallback={null}>{children}</Suspense>
    </span>
  )
}

/** A chart of a row, as small as a row is high. */
export function RowChartPicture({ chart }: { readonly chart: PicturedChart }) {
  return (
    <InRow>
      <LazyChart chart={chart} isSmall />
    </InRow>
  )
}

/** A dashboard of a row by one of its charts. */
export function RowDashboardPicture({ dashboard }: { readonly dashboard: DashboardAnswer }) {
  return (
    <InRow>
      <LazySmallDashboard dashboard={dashboard} />
    </InRow>
  )
}

/** The trend of a dashboard of a row. */
export function RowTrend({ dashboard }: { readonly dashboard: DashboardAnswer }) {
  return (
    <Suspense fallback={null}>
      <LazyTrend dashboard={dashboard} />
    </Suspense>
  )
}
