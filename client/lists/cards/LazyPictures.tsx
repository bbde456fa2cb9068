import { lazy, Suspense } from 'react'
import { pluginsReady } from '#client/plugins/plugins-ready.ts'
import type { DashboardAnswer } from '#core/rest/answers.ts'
import type { PicturedChart } from './ChartPicture.tsx'

const LazyChart = lazy(async () => {
  const [module] = await Promise.all([import('./ChartPicture.tsx'), pluginsReady()])
  return { default: module.ChartPicture }
})

const LazyDashboard = lazy(async () => {
  const [module] = await Promise.all([import('./DashboardPicture.tsx'), pluginsReady()])
  return { default: module.DashboardPicture }
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
