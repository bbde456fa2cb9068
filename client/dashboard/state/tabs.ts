import { tabTitle } from '#core/layout/make-node.ts'
import { childrenOf, type Layout, type LayoutNode, nodeOf } from '#core/layout/node.ts'
import { tabsToActivate } from '#core/scope/tabs-in-scope.ts'

/** Returns the open tab of a TABS node: one of `activeTabs`, else the first. */
export function openTab(layout: Layout, tabs: LayoutNode, activeTabs: readonly string[]): string | undefined {
  const children = childrenOf(layout, tabs.id)
  return (children.find((tab) => activeTabs.includes(tab.id)) ?? children[0])?.id
}

/** Returns `activeTabs` after this tab was opened: its siblings are closed, other tabs stay. */
export function withOpenTab(layout: Layout, activeTabs: readonly string[], tabId: string): string[] {
  const parent = nodeOf(layout, tabId)?.parents.at(-1)
  const siblings = parent ? (nodeOf(layout, parent)?.children ?? []) : []
  return [...activeTabs.filter((id) => !siblings.includes(id)), tabId]
}

/** Returns the tabs to open for these boxes from a URL: tabs, or their contents. Unknown ids are ignored. */
export function tabsForBoxes(layout: Layout, ids: readonly string[]): string[] {
  return ids
    .flatMap((id) => tabsToActivate(layout, id))
    .reduce<string[]>((open, id) => withOpenTab(layout, open, id), [])
}

/** Returns the visible label of a tab. */
export const tabText = tabTitle
