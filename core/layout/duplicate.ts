import { type Edit, insertNode, type NodePlace } from './edit.ts'
import { withNodes } from './graft.ts'
import type { NewSuffix } from './make.ts'
import { childrenOf, GRID_ID, HEADER_ID, type Layout, type LayoutNode, nodeOf, parentOf, ROOT_ID } from './node.ts'
import { freeWidth } from './width.ts'

/** A box and all it holds once more, under ids of their own and in no place yet; the outermost comes first. */
function copies(layout: Layout, node: LayoutNode, newSuffix: NewSuffix): readonly LayoutNode[] {
  const held = childrenOf(layout, node.id).map((child) => copies(layout, child, newSuffix))
  const children = held.flatMap(([first]) => first?.id ?? [])
  return [{ ...node, id: `${node.type}-${newSuffix()}`, children, parents: [] }, ...held.flat()]
}

/** Places for a second box like this one: behind it, where it has room for its whole width, else behind its row. */
function placesBehind(layout: Layout, node: LayoutNode): readonly NodePlace[] {
  const behind = (id: string): readonly NodePlace[] => {
    const parent = parentOf(layout, id)
    return parent ? [{ parentId: parent.id, index: parent.children.indexOf(id) + 1 }] : []
  }
  const parent = parentOf(layout, node.id)
  if (parent?.type !== 'ROW') return behind(node.id)
  const isRoom = freeWidth(layout, parent) >= (node.meta.width ?? 1)
  return [...(isRoom ? behind(node.id) : []), ...behind(parent.id)]
}

/**
 * The layout with a box once more, with all it holds, behind it or in a row of its own; `id` is that of the second.
 * Root, grid and title are never doubled, nor are top-level tabs as a whole.
 */
export function duplicate(
  layout: Layout,
  id: string,
  newSuffix: NewSuffix,
): { readonly ok: Layout; readonly id: string } | Extract<Edit, { readonly refused: unknown }> {
  const node = nodeOf(layout, id)
  const isWhole = id === ROOT_ID || id === GRID_ID || id === HEADER_ID || node?.parents.at(-1) === ROOT_ID
  if (!node || isWhole) return { refused: 'nesting' }
  const [copy, ...held] = copies(layout, node, newSuffix)
  if (!copy) return { refused: 'unknown' }
  const known = withNodes(layout, held)
  let refused: Edit = { refused: 'nesting' }
  for (const place of placesBehind(layout, node)) {
    const edit = insertNode(known, copy, place, newSuffix)
    if ('ok' in edit) return { ok: edit.ok, id: copy.id }
    refused = edit
  }
  return refused
}
