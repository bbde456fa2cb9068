import { chartNodes } from '#core/layout/charts.ts'
import type { DashboardState } from './hydrate.ts'

/** Returns the title of a chart on its dashboard. */
export function chartTitle({ layout, slices }: Pick<DashboardState, 'layout' | 'slices'>, chartId: number): string {
  const meta = chartNodes(layout).find((node) => node.meta.chartId === chartId)?.meta
  return meta?.sliceNameOverride || slices[chartId]?.slice_name || meta?.sliceName || ''
}
