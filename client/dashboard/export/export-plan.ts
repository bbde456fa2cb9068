import { chartNodes } from '#core/layout/charts.ts'
import { tabTitle } from '#core/layout/make-node.ts'
import { childrenOf, type Layout, type LayoutNode, nodeOf, ROOT_ID } from '#core/layout/node.ts'

/** A tab that can be exported: its id and the titles of its path. */
export interface DashboardExportTab {
  readonly id: string
  readonly path: readonly string[]
}

function tabsBelow(layout: Layout, node: LayoutNode, path: readonly string[]): readonly DashboardExportTab[] {
  const here = node.type === 'TAB' ? [...path, tabTitle(node)] : path
  const own = node.type === 'TAB' ? [{ id: node.id, path: here }] : []
  return [...own, ...childrenOf(layout, node.id).flatMap((child) => tabsBelow(layout, child, here))]
}

/** Returns all tabs of a dashboard in reading order. */
export function exportedTabs(layout: Layout): readonly DashboardExportTab[] {
  const root = nodeOf(layout, ROOT_ID)
  return root ? tabsBelow(layout, root, []) : []
}

/** Returns the children of a node on a sheet: for a set of tabs the selected ones, otherwise all. */
export function exportedChildren(layout: Layout, node: LayoutNode, tabs: ReadonlySet<string>): readonly LayoutNode[] {
  return childrenOf(layout, node.id).filter((child) => child.type !== 'TAB' || tabs.has(child.id))
}

/** Returns the distinct charts on a sheet: those whose surrounding tabs are all selected. */
export function exportedCharts(layout: Layout, tabs: ReadonlySet<string>): readonly number[] {
  const isChosen = (id: string) => nodeOf(layout, id)?.type !== 'TAB' || tabs.has(id)
  const ids = chartNodes(layout)
    .filter(({ parents }) => parents.every(isChosen))
    .flatMap(({ meta }) => meta.chartId ?? [])
  return [...new Set(ids)]
}

/** The maximum pixels of one side of an image, and of its area, that browsers can draw. */
const MAX_SIDE = 16_000
const MAX_PIXELS = 120_000_000
/** Image pixels per layout pixel. */
export const EXPORT_PIXEL_RATIO = 2

/** Returns the scale of the image of a sheet of this size: two, or as much as browsers can draw. */
export function pictureScale({ width, height }: { readonly width: number; readonly height: number }): number {
  const longest = Math.max(1, width, height)
  return Math.min(EXPORT_PIXEL_RATIO, MAX_SIDE / longest, Math.sqrt(MAX_PIXELS / Math.max(1, width * height)))
}
