import { moveNode, type LayoutPosition } from '#core/layout/move-node.ts'
import type { NewSuffix } from '#core/layout/make-node.ts'
import { childrenOf, type Layout, type LayoutNode, nodeOf, parentOf } from '#core/layout/node.ts'
import { structureText } from './edit-apply.ts'

export type Direction = 'left' | 'right' | 'up' | 'down'

const directions: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}

export function directionOf(key: string): Direction | undefined {
  return directions[key]
}

/**
 * Returns the layout after moving a node one step by keyboard, or null if it cannot move. A step in the
 * direction of its row or column passes one neighbor. A step in the other direction moves it to the next position on
 * the page that accepts it.
 */
export function stepNode(
  layout: Layout,
  id: string,
  direction: Direction,
  pageId: string,
  newSuffix: NewSuffix,
): Layout | null {
  const node = nodeOf(layout, id)
  const parent = parentOf(layout, id)
  if (!node || !parent) return null
  const isForward = direction === 'right' || direction === 'down'
  const at = parent.children.indexOf(id)
  if (direction === 'up' || direction === 'down')
    return parent.type === 'TABS'
      ? null
      : alongPage(layout, node, parent, positionsIn(layout, pageId, at), isForward, newSuffix)
  const position = besides(layout, parent, at, isForward)
  const edit = position ? moveNode(layout, id, position, newSuffix) : null
  return edit && 'ok' in edit ? edit.ok : null
}

/** Returns the position next to a child: among its neighbors in a row, or outside its column. */
function besides(layout: Layout, parent: LayoutNode, at: number, isForward: boolean): LayoutPosition | null {
  if (parent.type === 'ROW' || parent.type === 'TABS') {
    const isLast = isForward ? at === parent.children.length - 1 : at === 0
    return isLast ? null : { parentId: parent.id, index: isForward ? at + 2 : at - 1 }
  }
  const row = parentOf(layout, parent.id)
  if (parent.type !== 'COLUMN' || row?.type !== 'ROW') return null
  return { parentId: row.id, index: row.children.indexOf(parent.id) + (isForward ? 1 : 0) }
}

/** Tries the positions after (or before) the node in page order. */
function alongPage(
  layout: Layout,
  node: LayoutNode,
  parent: LayoutNode,
  positions: readonly LayoutPosition[],
  isForward: boolean,
  newSuffix: NewSuffix,
): Layout | null {
  const here = positions.findIndex(
    (position) => position.parentId === parent.id && position.index >= parent.children.indexOf(node.id),
  )
  if (here < 0) return null
  const ahead = isForward ? positions.slice(here + 1) : positions.slice(0, here).toReversed()
  const shape = structureText(layout)
  for (const position of ahead) {
    const edit = moveNode(layout, node.id, position, newSuffix)
    if ('ok' in edit && structureText(edit.ok) !== shape) return edit.ok
  }
  return null
}

/** Returns all positions inside a box in reading order. For each row, only the position nearest to `column` counts. */
function positionsIn(layout: Layout, boxId: string, column: number): LayoutPosition[] {
  const box = nodeOf(layout, boxId)
  if (!box) return []
  const children = childrenOf(layout, boxId)
  if (box.type === 'ROW') {
    const index = Math.min(column, children.length)
    const below = children.flatMap((child) => (child.type === 'COLUMN' ? positionsIn(layout, child.id, 0) : []))
    return [{ parentId: boxId, index }, ...below]
  }
  const isBox = box.type === 'GRID' || box.type === 'TAB' || box.type === 'COLUMN'
  return [
    ...children.flatMap((child, index) => [
      ...(isBox ? [{ parentId: boxId, index }] : []),
      ...positionsIn(layout, child.id, column),
    ]),
    ...(isBox ? [{ parentId: boxId, index: children.length }] : []),
  ]
}
