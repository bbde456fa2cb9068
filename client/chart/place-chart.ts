import { hasErrorCode } from '#calls/call.ts'
import { fetchResource, updateResource } from '#calls/resources.ts'
import type { Layout } from '#core/layout/node.ts'
import { withChartAt } from '#core/layout/chart-containers.ts'
import { readLayout } from '#core/layout/read-layout.ts'
import type { ChartResponse, DashboardResponse } from '#core/rest/responses.ts'
import { readMetadata } from '#core/rest/dashboard.ts'

const newSuffix = (): string => crypto.randomUUID().slice(0, 10)

/** Returns the stored layout of a dashboard; an empty one if there is none. */
export function layoutOf(dashboard: DashboardResponse): Layout {
  try {
    return readLayout(JSON.parse(dashboard.position_json || 'null'), newSuffix)
  } catch {
    return readLayout(null, newSuffix)
  }
}

/**
 * Adds a saved chart to a tab or the grid of the current version of a dashboard, `width` grid units wide. If another
 * user saves the dashboard at the same time, retries once on the saved version, then fails with the conflict.
 */
export async function placeChart(
  chart: ChartResponse,
  dashboardId: number,
  containerId: string,
  width?: number,
  triesLeft = 1,
): Promise<void> {
  const dashboard = await fetchResource<DashboardResponse>('dashboard', dashboardId)
  const layout = layoutOf(dashboard)
  const { id, slice_name, uuid } = chart
  const next = withChartAt(
    layout,
    containerId,
    { chartId: id, sliceName: slice_name, ...(uuid ? { uuid } : {}), ...(width ? { width } : {}) },
    newSuffix,
  )
  if (next === layout) return
  const json_metadata = JSON.stringify({ ...readMetadata(dashboard.json_metadata), positions: next })
  try {
    await updateResource('dashboard', dashboardId, { json_metadata }, dashboard.version)
  } catch (error) {
    if (triesLeft === 0 || !hasErrorCode(error, 'version-conflict')) throw error
    await placeChart(chart, dashboardId, containerId, width, triesLeft - 1)
  }
}
