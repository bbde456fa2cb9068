import { attach, detach, deleteNodes, withNodes } from './tree-edits.ts'
import { childrenOf, GRID_ID, type Layout, type LayoutNode, nodeOf, ROOT_ID } from './node.ts'

/** Returns the top-level tabs of a dashboard, or an empty list. */
export function topTabs(layout: Layout): LayoutNode[] {
  const top = childrenOf(layout, ROOT_ID)[0]
  return top?.type === 'TABS' ? childrenOf(layout, top.id) : []
}

/** Makes a tabs node of the layout the top-level tabs; the content of the grid moves to the end of their first tab. */
export function toTopTabs(layout: Layout, tabs: LayoutNode): { ok: Layout } | { refused: 'nesting' } {
  const first = tabs.children[0]
  if (first === undefined || topTabs(layout).length > 0) return { refused: 'nesting' }
  const raised = attach(detach(layout, GRID_ID), tabs.id, ROOT_ID, 0)
  return { ok: moveChildren(raised, [GRID_ID], first) }
}

/** Removes the top-level tabs; their content moves into the grid, tab by tab. */
export function removeTopTabs(layout: Layout): Layout {
  const tabs = topTabs(layout)
  const top = tabs[0]?.parents.at(-1)
  if (top === undefined) return layout
  const ids = tabs.map((tab) => tab.id)
  const emptied = moveChildren(attach(detach(layout, top), GRID_ID, ROOT_ID, 0), ids, GRID_ID)
  return deleteNodes(emptied, top)
}

function moveChildren(layout: Layout, from: readonly string[], to: string): Layout {
  const moving = from.flatMap((id) => childrenOf(layout, id).map((child) => child.id))
  const emptied = withNodes(
    layout,
    from.flatMap((id) => nodeOf(layout, id) ?? []).map((node) => ({ ...node, children: [] })),
  )
  return moving.reduce((next, id) => attach(next, id, to, nodeOf(next, to)?.children.length ?? 0), emptied)
}
