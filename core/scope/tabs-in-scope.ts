import { chartNodes } from '#core/layout/charts.ts'
import { type Layout, nodeOf, nodesOf } from '#core/layout/node.ts'

/** Returns the ids of the tabs that contain a chart in scope, in the order of the map. */
export function tabsInScope(layout: Layout, chartIds: readonly number[]): string[] {
  const above = new Set(
    chartNodes(layout)
      .filter((node) => chartIds.includes(node.meta.chartId as number))
      .flatMap((node) => node.parents),
  )
  return nodesOf(layout)
    .filter((node) => node.type === 'TAB' && above.has(node.id))
    .map((node) => node.id)
}

/** True if a filter's scope contains a visible chart, with all its tabs active. False without charts. */
export function isInScope(layout: Layout, chartIds: readonly number[], activeTabs: readonly string[]): boolean {
  return visibleCharts(layout, activeTabs).some((id) => chartIds.includes(id))
}

/** Returns the ids of the charts whose tabs are all active, ascending. */
export function visibleCharts(layout: Layout, activeTabs: readonly string[]): number[] {
  const ids = chartNodes(layout)
    .filter((node) => tabsAbove(layout, node.parents).every((tab) => activeTabs.includes(tab)))
    .flatMap((node) => node.meta.chartId ?? [])
  return [...new Set(ids)].toSorted((a, b) => a - b)
}

/** Returns the initially active tabs: the first of each set of tabs, or the one in `wanted` that belongs to the set. */
export function activeTabsFor(layout: Layout, wanted: readonly string[] = []): string[] {
  const sets = nodesOf(layout).filter((node) => node.type === 'TABS')
  return sets.flatMap((set) => set.children.find((tab) => wanted.includes(tab)) ?? set.children[0] ?? [])
}

/** Returns the tabs to activate so that a node is visible, from the top down. */
export function tabsToActivate(layout: Layout, id: string): string[] {
  const node = nodeOf(layout, id)
  return node ? tabsAbove(layout, [...node.parents, id]) : []
}

function tabsAbove(layout: Layout, parents: readonly string[]): string[] {
  return parents.filter((parent) => nodeOf(layout, parent)?.type === 'TAB')
}
