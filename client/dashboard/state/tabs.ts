import { tabTitle } from '#core/layout/make.ts'
import { childrenOf, type Layout, type LayoutNode, nodeOf } from '#core/layout/node.ts'
import { tabsTo } from '#core/scope/tabs-in-scope.ts'

/** The tab of a TABS node that is open: one of `activeTabs`, else the first. */
export function openTab(layout: Layout, tabs: LayoutNode, activeTabs: readonly string[]): string | undefined {
  const children = childrenOf(layout, tabs.id)
  return (children.find((tab) => activeTabs.includes(tab.id)) ?? children[0])?.id
}

/** `activeTabs` after this tab was opened: its siblings are closed, tabs elsewhere stay. */
export function withOpenTab(layout: Layout, activeTabs: readonly string[], tabId: string): string[] {
  const parent = nodeOf(layout, tabId)?.parents.at(-1)
  const siblings = parent ? (nodeOf(layout, parent)?.children ?? []) : []
  return [...activeTabs.filter((id) => !siblings.includes(id)), tabId]
}

/** The tabs that are open when an address names these boxes: tabs, or what stands in them. What is unknown is left out. */
export function tabsShowing(layout: Layout, ids: readonly string[]): string[] {
  return ids.flatMap((id) => tabsTo(layout, id)).reduce<string[]>((open, id) => withOpenTab(layout, open, id), [])
}

/** The text people read on a tab. */
export const tabText = tabTitle
