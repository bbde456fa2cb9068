import { addCharts, chartNodes, type ChartToPlace } from './charts.ts'
import { tabTitle, type NewSuffix } from './make-node.ts'
import { childrenOf, GRID_ID, type Layout, type LayoutNode, nodeOf, ROOT_ID } from './node.ts'

/** A container for charts: a tab, by id and the titles on its path, or the grid, which has no titles. */
export interface ChartContainer {
  readonly id: string
  readonly path: readonly string[]
}

/** Returns the containers for charts in reading order: the grid, unless tabs replace it, then each tab. */
export function chartContainers(layout: Layout): readonly ChartContainer[] {
  const top = childrenOf(layout, ROOT_ID)[0]
  const grid = top?.type === 'GRID' ? [{ id: GRID_ID, path: [] }] : []
  return [...grid, ...(top ? tabsWithin(layout, top, []) : [])]
}

function tabsWithin(layout: Layout, node: LayoutNode, path: readonly string[]): readonly ChartContainer[] {
  const here = node.type === 'TAB' ? [...path, tabTitle(node)] : path
  const own = node.type === 'TAB' ? [{ id: node.id, path: here }] : []
  return [...own, ...childrenOf(layout, node.id).flatMap((child) => tabsWithin(layout, child, here))]
}

/**
 * Returns the layout with the chart in this container; unchanged if the chart is already there or the container no
 * longer exists.
 */
export function withChartAt(layout: Layout, containerId: string, chart: ChartToPlace, newSuffix: NewSuffix): Layout {
  const isPresent = chartNodes(layout).some(
    ({ meta, parents }) => meta.chartId === chart.chartId && (containerId === GRID_ID || parents.includes(containerId)),
  )
  return isPresent || !nodeOf(layout, containerId) ? layout : addCharts(layout, [chart], newSuffix, containerId)
}
