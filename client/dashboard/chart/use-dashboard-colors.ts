import { useMemo } from 'react'
import { type DashboardColors, dashboardColors } from '#core/color/dashboard-colors.ts'
import { useDashboard } from '../state/store.ts'

/** Returns the color scheme and the label colors of the dashboard. */
export function useDashboardColors(): DashboardColors {
  const metadata = useDashboard((state) => state.info.metadata)
  return useMemo(() => dashboardColors(metadata), [metadata])
}
