import { chartNodes } from '#core/layout/charts.ts'
import { tabTitle } from '#core/layout/make.ts'
import { childrenOf, type Layout, type LayoutNode, nodeOf, ROOT_ID } from '#core/layout/node.ts'

/** A tab that a sheet may have: its id, and the titles on the way to it. */
export interface SheetTab {
  readonly id: string
  readonly path: readonly string[]
}

function tabsBelow(layout: Layout, node: LayoutNode, path: readonly string[]): readonly SheetTab[] {
  const here = node.type === 'TAB' ? [...path, tabTitle(node)] : path
  const own = node.type === 'TAB' ? [{ id: node.id, path: here }] : []
  return [...own, ...childrenOf(layout, node.id).flatMap((child) => tabsBelow(layout, child, here))]
}

/** All tabs of a dashboard, in the order they are read. */
export function sheetTabs(layout: Layout): readonly SheetTab[] {
  const root = nodeOf(layout, ROOT_ID)
  return root ? tabsBelow(layout, root, []) : []
}

/** What of a node stands on a sheet: of a set of tabs those chosen, and of anything else all. */
export function sheetChildren(layout: Layout, node: LayoutNode, tabs: ReadonlySet<string>): readonly LayoutNode[] {
  return childrenOf(layout, node.id).filter((child) => child.type !== 'TAB' || tabs.has(child.id))
}

/** The charts that stand on a sheet, each once: those every tab of which is chosen. */
export function sheetCharts(layout: Layout, tabs: ReadonlySet<string>): readonly number[] {
  const isChosen = (id: string) => nodeOf(layout, id)?.type !== 'TAB' || tabs.has(id)
  const ids = chartNodes(layout)
    .filter(({ parents }) => parents.every(isChosen))
    .flatMap(({ meta }) => meta.chartId ?? [])
  return [...new Set(ids)]
}

/** The most pixels one side of a picture has, and all of it: what browsers can draw. */
const MAX_SIDE = 16_000
const MAX_PIXELS = 120_000_000
/** Pixels of a picture to one of the layout. */
export const SHARP = 2

/** How many pixels of a picture stand for one of a sheet of this size: two, or as many as browsers can draw. */
export function pictureScale({ width, height }: { readonly width: number; readonly height: number }): number {
  const longest = Math.max(1, width, height)
  return Math.min(SHARP, MAX_SIDE / longest, Math.sqrt(MAX_PIXELS / Math.max(1, width * height)))
}
