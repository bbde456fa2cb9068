import { childrenOf, GRID_ID, type Layout, type LayoutNode, nodeOf, ROOT_ID } from './node.ts'

/** Returns the layout with nodes added or replaced; the other nodes remain the same objects. */
export function withNodes(layout: Layout, nodes: readonly LayoutNode[]): Layout {
  return { ...layout, ...Object.fromEntries(nodes.map((node) => [node.id, node])) }
}

/** Attaches a node of the layout with its descendants to a parent, before the child at `index`. */
export function attach(layout: Layout, id: string, parentId: string, index: number): Layout {
  const parent = nodeOf(layout, parentId)
  if (!parent) return layout
  const descendants = withNodes(layout, [{ ...parent, children: parent.children.toSpliced(index, 0, id) }])
  return reparent(descendants, id, [...parent.parents, parentId])
}

/** Detaches a node from its parent. It remains in the map with its old parents until it is attached or dropped. */
export function detach(layout: Layout, id: string): Layout {
  const parent = nodeOf(layout, nodeOf(layout, id)?.parents.at(-1) ?? '')
  if (!parent) return layout
  return withNodes(layout, [{ ...parent, children: parent.children.filter((child) => child !== id) }])
}

/** Removes a node and its descendants from the map. */
export function deleteNodes(layout: Layout, id: string): Layout {
  const removed = new Set([id, ...descendantsOf(layout, id)])
  return Object.fromEntries(Object.entries(layout).filter(([key]) => !removed.has(key)))
}

/** Returns the ids of all descendants of a node, depth first. */
function descendantsOf(layout: Layout, id: string): string[] {
  return childrenOf(layout, id).flatMap((child) => [child.id, ...descendantsOf(layout, child.id)])
}

/** Removes a row or a set of tabs without children; without top-level tabs the grid is restored. */
export function removeEmptyContainers(layout: Layout, id: string): Layout {
  const node = nodeOf(layout, id)
  if (!node || node.children.length > 0 || (node.type !== 'ROW' && node.type !== 'TABS')) return layout
  const parent = node.parents.at(-1) ?? ''
  const without = deleteNodes(detach(layout, id), id)
  return parent === ROOT_ID ? attach(without, GRID_ID, ROOT_ID, 0) : without
}

function reparent(layout: Layout, id: string, parents: readonly string[]): Layout {
  const moved: LayoutNode[] = []
  const walk = (node: LayoutNode, path: readonly string[]): void => {
    moved.push({ ...node, parents: path })
    for (const child of childrenOf(layout, node.id)) walk(child, [...path, node.id])
  }
  const node = nodeOf(layout, id)
  if (node) walk(node, parents)
  return withNodes(layout, moved)
}
