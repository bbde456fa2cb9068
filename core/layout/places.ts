import { addCharts, chartNodes, type ChartToPlace } from './charts.ts'
import { tabTitle, type NewSuffix } from './make.ts'
import { childrenOf, GRID_ID, type Layout, type LayoutNode, nodeOf, ROOT_ID } from './node.ts'

/** Where a chart may be put: a tab by id and the titles on the way to it, or the grid, which has no titles. */
export interface ChartPlace {
  readonly id: string
  readonly path: readonly string[]
}

/** The places for a chart in the order they are read: the grid unless tabs stand in its place, then each tab. */
export function chartPlaces(layout: Layout): readonly ChartPlace[] {
  const top = childrenOf(layout, ROOT_ID)[0]
  const grid = top?.type === 'GRID' ? [{ id: GRID_ID, path: [] }] : []
  return [...grid, ...(top ? tabsWithin(layout, top, []) : [])]
}

function tabsWithin(layout: Layout, node: LayoutNode, path: readonly string[]): readonly ChartPlace[] {
  const here = node.type === 'TAB' ? [...path, tabTitle(node)] : path
  const own = node.type === 'TAB' ? [{ id: node.id, path: here }] : []
  return [...own, ...childrenOf(layout, node.id).flatMap((child) => tabsWithin(layout, child, here))]
}

/** The layout with the chart in this place; as it is when the chart stands there, or the place is gone. */
export function withChartAt(layout: Layout, placeId: string, chart: ChartToPlace, newSuffix: NewSuffix): Layout {
  const stands = chartNodes(layout).some(
    ({ meta, parents }) => meta.chartId === chart.chartId && (placeId === GRID_ID || parents.includes(placeId)),
  )
  return stands || !nodeOf(layout, placeId) ? layout : addCharts(layout, [chart], newSuffix, placeId)
}
