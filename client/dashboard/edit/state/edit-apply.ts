import { type Edit, insertNode, moveNode, type LayoutPosition } from '#core/layout/move-node.ts'
import type { NewSuffix } from '#core/layout/make-node.ts'
import { childrenOf, type Layout, type LayoutNode, nodeOf, ROOT_ID } from '#core/layout/node.ts'

/** The dragged element: a node of the layout or a new one. */
export type DraggedElement =
  | { readonly kind: 'move'; readonly id: string }
  | { readonly kind: 'new'; readonly node: LayoutNode }

export function draggedNode(layout: Layout, dragged: DraggedElement): LayoutNode | undefined {
  return dragged.kind === 'new' ? dragged.node : nodeOf(layout, dragged.id)
}

/** Returns the layout with the node inserted at the position, or why it cannot be. */
export function applyDrop(
  layout: Layout,
  dragged: DraggedElement,
  position: LayoutPosition,
  newSuffix: NewSuffix,
): Edit {
  return dragged.kind === 'new'
    ? insertNode(layout, dragged.node, position, newSuffix)
    : moveNode(layout, dragged.id, position, newSuffix)
}

/** Returns the structure of a layout as text, without the ids of rows. Layouts with equal text look the same. */
export function structureText(layout: Layout, id: string = ROOT_ID): string {
  const node = nodeOf(layout, id)
  const held = childrenOf(layout, id).map((child) => structureText(layout, child.id))
  return `${node?.type === 'ROW' ? 'ROW' : id}(${held.join(',')})`
}

/**
 * Returns the candidate positions for a new node without a drop position: inside the selection, after it, and at the
 * end of the open page. A selection on another page is ignored.
 */
export function insertPositions(
  layout: Layout,
  selectedId: string | undefined,
  pageId: string,
): readonly LayoutPosition[] {
  const selected = selectedId === undefined ? undefined : nodeOf(layout, selectedId)
  const end = (parentId: string): LayoutPosition => ({ parentId, index: Number.POSITIVE_INFINITY })
  const lastRow = childrenOf(layout, pageId).at(-1)
  const atEnd = [...(lastRow?.type === 'ROW' ? [end(lastRow.id)] : []), end(pageId)]
  if (!selected?.parents.includes(pageId)) return atEnd
  const path = [...selected.parents, selected.id]
  const behind = path
    .slice(1)
    .map((id, index): LayoutPosition => {
      const parentId = path[index] as string
      return { parentId, index: (nodeOf(layout, parentId)?.children.indexOf(id) ?? 0) + 1 }
    })
    .filter(({ parentId }) => parentId === pageId || nodeOf(layout, parentId)?.parents.includes(pageId))
    .toReversed()
  return [end(selected.id), ...behind, ...atEnd]
}

/**
 * Returns the layout with a new node: at the first position, where it may become narrower, otherwise at the next one
 * that takes it at full width.
 */
export function insertAtFirst(
  layout: Layout,
  node: LayoutNode,
  positions: readonly LayoutPosition[],
  newSuffix: NewSuffix,
): Layout | undefined {
  for (const [index, position] of positions.entries()) {
    const edit = insertNode(layout, node, position, newSuffix)
    if (!('ok' in edit)) continue
    if (index === 0 || nodeOf(edit.ok, node.id)?.meta.width === node.meta.width) return edit.ok
  }
  return undefined
}
