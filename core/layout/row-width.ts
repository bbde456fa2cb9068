import { childrenOf, type Layout, type LayoutNode, nodeOf, type NodeType } from './node.ts'
import { COLUMNS } from './units.ts'

const wide: readonly NodeType[] = ['CHART', 'MARKDOWN', 'COLUMN', 'DYNAMIC']

/** True if nodes of the type have their own width and are placed side by side in rows. */
export function hasWidth(type: NodeType): boolean {
  return wide.includes(type)
}

/** Returns the width of a row in units: the width of the column that contains it, otherwise twelve. */
export function rowCapacity(layout: Layout, parents: readonly string[]): number {
  const column = parents.findLast((id) => nodeOf(layout, id)?.type === 'COLUMN')
  return column === undefined ? COLUMNS : (nodeOf(layout, column)?.meta.width ?? COLUMNS)
}

/** Returns the total width of the children of a row in units. */
export function usedWidth(layout: Layout, rowId: string): number {
  return childrenOf(layout, rowId).reduce((sum, child) => sum + (child.meta.width ?? 1), 0)
}

/** Returns the free width of a row in units; negative if a stored row is too full. */
export function freeWidth(layout: Layout, row: LayoutNode): number {
  return rowCapacity(layout, row.parents) - usedWidth(layout, row.id)
}

/** Returns the minimum width of a node: a column must hold its widest row. */
export function minWidth(layout: Layout, node: LayoutNode): number {
  return node.type === 'COLUMN' ? Math.max(1, widestRow(layout, node)) : 1
}

/** Returns the width of the widest row below a node in units. Nested columns are skipped: they limit their own rows. */
export function widestRow(layout: Layout, node: LayoutNode): number {
  if (node.type === 'ROW') return usedWidth(layout, node.id)
  const widths = childrenOf(layout, node.id).map((child) => (child.type === 'COLUMN' ? 0 : widestRow(layout, child)))
  return Math.max(0, ...widths)
}
