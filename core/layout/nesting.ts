import { childrenOf, type Layout, type LayoutNode, nodeOf, type NodeType, ROOT_ID } from './node.ts'

/** For each parent type: the allowed child types, with the maximum depth of the parent. */
const maxDepths: Readonly<Record<NodeType, Partial<Record<NodeType, number>>>> = {
  ROOT: { TABS: 0, GRID: 0 },
  GRID: { CHART: 1, MARKDOWN: 1, DYNAMIC: 1, COLUMN: 1, DIVIDER: 1, HEADER: 1, ROW: 1, TABS: 1 },
  ROW: { CHART: 4, MARKDOWN: 4, DYNAMIC: 4, COLUMN: 4 },
  TABS: { TAB: 3 },
  TAB: { CHART: 5, MARKDOWN: 5, DYNAMIC: 5, DIVIDER: 5, HEADER: 5, COLUMN: 3, ROW: 3, TABS: 3 },
  COLUMN: { CHART: 5, HEADER: 5, MARKDOWN: 5, ROW: 3, DIVIDER: 3, TABS: 3 },
  CHART: {},
  MARKDOWN: {},
  DIVIDER: {},
  HEADER: {},
  DYNAMIC: {},
}

/**
 * Returns the depth of a node: the root is 0, a child is one deeper than its parent. Only the tabs of TABS and the
 * content of a TAB below the top have the depth of their parent. A top-level TAB counts like the grid that it replaces.
 */
export function depthOf(layout: Layout, node: LayoutNode): number {
  let depth = 0
  const path = [...node.parents, node.id]
  for (let at = 1; at < path.length; at++) {
    const parent = nodeOf(layout, path[at - 1] as string)
    if (parent) depth = childDepth(parent, depth)
  }
  return depth
}

function childDepth(parent: LayoutNode, depth: number): number {
  if (parent.type === 'TABS') return depth
  return parent.type === 'TAB' && !isTopTab(parent) ? depth : depth + 1
}

function isTopTab(node: LayoutNode): boolean {
  return node.type === 'TAB' && node.parents.length === 2 && node.parents[0] === ROOT_ID
}

/** True if a parent of that type and depth may contain a child of the type. Tabs nest at most once. */
export function canContainType(parent: NodeType, depth: number, child: NodeType): boolean {
  if (parent === 'TAB' && child === 'TABS' && depth >= 2) return false
  const most = maxDepths[parent]?.[child]
  return most !== undefined && depth <= most
}

/** True if the node, with its descendants, may be a child of the parent. `layout` must contain the descendants. */
export function canContainNode(layout: Layout, parent: LayoutNode, node: LayoutNode): boolean {
  return canNest(layout, parent, depthOf(layout, parent), node, 0)
}

function canNest(layout: Layout, parent: LayoutNode, depth: number, node: LayoutNode, level: number): boolean {
  if (level > 20 || !canContainType(parent.type, depth, node.type)) return false
  const next = childDepth(parent, depth)
  const placed = { ...node, parents: [...parent.parents, parent.id] }
  return childrenOf(layout, node.id).every((child) => canNest(layout, placed, next, child, level + 1))
}

/** True if a node of the type gets its own row when it is dropped onto a grid or a tab. */
export function needsRow(parent: NodeType, child: NodeType): boolean {
  const container = parent === 'GRID' || parent === 'TAB'
  return container && (child === 'CHART' || child === 'COLUMN' || child === 'MARKDOWN' || child === 'DYNAMIC')
}
