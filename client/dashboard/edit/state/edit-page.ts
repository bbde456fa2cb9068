import { childrenOf, GRID_ID, type LayoutNode, nodeOf, ROOT_ID } from '#core/layout/node.ts'
import type { DashboardState } from '#client/dashboard/state/hydrate.ts'
import { openTab } from '#client/dashboard/state/tabs.ts'

type OpenTabs = Pick<DashboardState, 'layout' | 'activeTabs'>

/** Returns the TABS node at the top of the dashboard, or undefined. */
export function topTabsNode({ layout }: Pick<OpenTabs, 'layout'>): LayoutNode | undefined {
  const top = childrenOf(layout, ROOT_ID)[0]
  return top?.type === 'TABS' ? top : undefined
}

/** Returns the id of the box whose content fills the page: the open top-level tab, else the grid. */
export function openPage(state: OpenTabs): string {
  const tabs = topTabsNode(state)
  return (tabs && openTab(state.layout, tabs, state.activeTabs)) ?? GRID_ID
}

/** Returns the tabs to open to make a node visible. */
export function ancestorTabs({ layout }: Pick<OpenTabs, 'layout'>, id: string): readonly string[] {
  return (nodeOf(layout, id)?.parents ?? []).filter((parent) => nodeOf(layout, parent)?.type === 'TAB')
}
