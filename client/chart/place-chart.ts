import { isFailedBy } from '#calls/call.ts'
import { showResource, updateResource } from '#calls/resources.ts'
import type { Layout } from '#core/layout/node.ts'
import { withChartAt } from '#core/layout/places.ts'
import { readLayout } from '#core/layout/read.ts'
import type { ChartAnswer, DashboardAnswer } from '#core/rest/answers.ts'
import { readMetadata } from '#core/rest/dashboard.ts'

const newSuffix = (): string => crypto.randomUUID().slice(0, 10)

/** The layout of a dashboard as it is stored; an empty one when there is none. */
export function layoutOf(dashboard: DashboardAnswer): Layout {
  try {
    return readLayout(JSON.parse(dashboard.position_json || 'null'), newSuffix)
  } catch {
    return readLayout(null, newSuffix)
  }
}

/**
 * Puts a saved chart into a tab or the grid of a dashboard as it stands now, as wide as `width` says, in units of the grid. When somebody saves the dashboard in the same
 * moment, it is tried once more on what they saved; fails with their conflict after that.
 */
export async function placeChart(
  chart: ChartAnswer,
  dashboardId: number,
  placeId: string,
  width?: number,
  triesLeft = 1,
): Promise<void> {
  const dashboard = await showResource<DashboardAnswer>('dashboard', dashboardId)
  const layout = layoutOf(dashboard)
  const { id, slice_name, uuid } = chart
  const next = withChartAt(
    layout,
    placeId,
    { chartId: id, sliceName: slice_name, ...(uuid ? { uuid } : {}), ...(width ? { width } : {}) },
    newSuffix,
  )
  if (next === layout) return
  const json_metadata = JSON.stringify({ ...readMetadata(dashboard.json_metadata), positions: next })
  try {
    await updateResource('dashboard', dashboardId, { json_metadata }, dashboard.version)
  } catch (error) {
    if (triesLeft === 0 || !isFailedBy(error, 'version-conflict')) throw error
    await placeChart(chart, dashboardId, placeId, width, triesLeft - 1)
  }
}
