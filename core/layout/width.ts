import { childrenOf, type Layout, type LayoutNode, nodeOf, type NodeType } from './node.ts'
import { COLUMNS } from './units.ts'

const wide: readonly NodeType[] = ['CHART', 'MARKDOWN', 'COLUMN', 'DYNAMIC']

/** Whether nodes of the type have a width of their own and stand side by side in rows. */
export function hasWidth(type: NodeType): boolean {
  return wide.includes(type)
}

/** Units of width a row has: those of the column it stands in, else twelve. */
export function rowCapacity(layout: Layout, parents: readonly string[]): number {
  const column = parents.findLast((id) => nodeOf(layout, id)?.type === 'COLUMN')
  return column === undefined ? COLUMNS : (nodeOf(layout, column)?.meta.width ?? COLUMNS)
}

/** Units of width the children of a row take. */
export function usedWidth(layout: Layout, rowId: string): number {
  return childrenOf(layout, rowId).reduce((sum, child) => sum + (child.meta.width ?? 1), 0)
}

/** Units of width still free in a row; negative when a stored row is overfull. */
export function freeWidth(layout: Layout, row: LayoutNode): number {
  return rowCapacity(layout, row.parents) - usedWidth(layout, row.id)
}

/** The least width a node may have: a column must hold the widest row in it. */
export function minWidth(layout: Layout, node: LayoutNode): number {
  return node.type === 'COLUMN' ? Math.max(1, widestRow(layout, node)) : 1
}

/** Units of the widest row below a node, not looking into columns: these bound the rows in them. */
export function widestRow(layout: Layout, node: LayoutNode): number {
  if (node.type === 'ROW') return usedWidth(layout, node.id)
  const widths = childrenOf(layout, node.id).map((child) => (child.type === 'COLUMN' ? 0 : widestRow(layout, child)))
  return Math.max(0, ...widths)
}
