import { type Edit, insertNode, type LayoutPosition } from './move-node.ts'
import { withNodes } from './tree-edits.ts'
import type { NewSuffix } from './make-node.ts'
import { childrenOf, GRID_ID, HEADER_ID, type Layout, type LayoutNode, nodeOf, parentOf, ROOT_ID } from './node.ts'
import { freeWidth } from './row-width.ts'

/** Returns copies of a node and its descendants with new ids, not yet attached; the node itself is first. */
function copyNodes(layout: Layout, node: LayoutNode, newSuffix: NewSuffix): readonly LayoutNode[] {
  const descendants = childrenOf(layout, node.id).map((child) => copyNodes(layout, child, newSuffix))
  const children = descendants.flatMap(([first]) => first?.id ?? [])
  return [{ ...node, id: `${node.type}-${newSuffix()}`, children, parents: [] }, ...descendants.flat()]
}

/**
 * Returns the possible positions for a copy of a node: after it, if there is space for its full width, otherwise after
 * its row.
 */
function positionsBehind(layout: Layout, node: LayoutNode): readonly LayoutPosition[] {
  const behind = (id: string): readonly LayoutPosition[] => {
    const parent = parentOf(layout, id)
    return parent ? [{ parentId: parent.id, index: parent.children.indexOf(id) + 1 }] : []
  }
  const parent = parentOf(layout, node.id)
  if (parent?.type !== 'ROW') return behind(node.id)
  const isRoom = freeWidth(layout, parent) >= (node.meta.width ?? 1)
  return [...(isRoom ? behind(node.id) : []), ...behind(parent.id)]
}

/**
 * Returns the layout with a copy of a node and its descendants, after it or in a new row; `id` is the id of the copy.
 * Root, grid, title and the top-level tabs node cannot be duplicated.
 */
export function duplicate(
  layout: Layout,
  id: string,
  newSuffix: NewSuffix,
): { readonly ok: Layout; readonly id: string } | Extract<Edit, { readonly refused: unknown }> {
  const node = nodeOf(layout, id)
  const isWhole = id === ROOT_ID || id === GRID_ID || id === HEADER_ID || node?.parents.at(-1) === ROOT_ID
  if (!node || isWhole) return { refused: 'nesting' }
  const [copy, ...descendants] = copyNodes(layout, node, newSuffix)
  if (!copy) return { refused: 'unknown' }
  const known = withNodes(layout, descendants)
  let refused: Edit = { refused: 'nesting' }
  for (const position of positionsBehind(layout, node)) {
    const edit = insertNode(known, copy, position, newSuffix)
    if ('ok' in edit) return { ok: edit.ok, id: copy.id }
    refused = edit
  }
  return refused
}
