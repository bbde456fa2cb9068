import type { LayoutPosition, EditRejection } from '#core/layout/move-node.ts'
import type { NewSuffix } from '#core/layout/make-node.ts'
import { childrenOf, GRID_ID, type Layout, type LayoutNode, nodeOf, ROOT_ID } from '#core/layout/node.ts'
import { applyDrop, type DraggedElement, draggedNode, structureText } from './edit-apply.ts'

/** A rectangle of the window, in CSS pixels. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export interface Point {
  readonly x: number
  readonly y: number
}

/** The rectangles of the nodes and tab labels on the screen. */
export interface VisibleBoxes {
  readonly nodes: ReadonlyMap<string, Box>
  readonly labels: ReadonlyMap<string, Box>
}

/** The effect of a drop. `mark` is the line or frame that shows the position; a line has zero width or height. */
export type Drop =
  | {
      readonly kind: 'ok'
      readonly position: LayoutPosition
      readonly after: Layout
      readonly mark: Box
      readonly isFrame: boolean
    }
  | { readonly kind: 'same' }
  | { readonly kind: 'refused'; readonly why: EditRejection }

/** Pixels from the edge of a row or column within which a drop goes next to it, not into it. */
const EDGE = 10
const GAP = 16

/**
 * Returns the effect of a drop at a point. The innermost container under the point inserts the node before the first
 * child whose middle lies after the point. If the node is not allowed there, the next outer container is tried. A tab
 * label takes the node to the end of its tab. Null if the point is outside of the page.
 */
export function dropAt(
  layout: Layout,
  dragged: DraggedElement,
  point: Point,
  seen: VisibleBoxes,
  pageId: string,
  newSuffix: NewSuffix,
): Drop | null {
  const node = draggedNode(layout, dragged)
  if (!node) return null
  const label = [...seen.labels].find(([, box]) => containsPoint(box, point))
  const candidates = label
    ? [atLabel(layout, node, label[0], label[1], point)]
    : [
        ...atTop(node, point, seen, pageId),
        ...containersAt(layout, point, seen, pageId).map((id) => candidateWithin(layout, id, point, seen)),
      ]
  let refused: EditRejection | undefined
  for (const { position, mark, isFrame } of candidates) {
    const edit = applyDrop(layout, dragged, position, newSuffix)
    if ('ok' in edit) {
      if (structureText(edit.ok) === structureText(layout)) return { kind: 'same' }
      return { kind: 'ok', position, after: edit.ok, mark, isFrame }
    }
    // dropping a node on itself does nothing
    if (edit.refused === 'itself') return { kind: 'same' }
    if (refused !== 'room') refused = edit.refused
  }
  return refused === undefined ? null : { kind: 'refused', why: refused }
}

interface Candidate {
  readonly position: LayoutPosition
  readonly mark: Box
  readonly isFrame: boolean
}

/** Tabs dropped at the upper edge of a dashboard without tabs become its top-level tabs. */
function atTop(node: LayoutNode, { y }: Point, seen: VisibleBoxes, pageId: string): readonly Candidate[] {
  const page = seen.nodes.get(GRID_ID)
  if (node.type !== 'TABS' || pageId !== GRID_ID || !page || y - page.top >= EDGE) return []
  return [{ position: { parentId: ROOT_ID, index: 0 }, mark: { ...page, bottom: page.top }, isFrame: false }]
}

function containsPoint(box: Box, { x, y }: Point): boolean {
  return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom
}

function atLabel(layout: Layout, node: LayoutNode, tabId: string, box: Box, point: Point): Candidate {
  const tabs = nodeOf(layout, tabId)?.parents.at(-1) ?? ''
  if (node.type !== 'TAB')
    return { position: { parentId: tabId, index: Number.POSITIVE_INFINITY }, mark: box, isFrame: true }
  const isBehind = point.x > (box.left + box.right) / 2
  const index = (nodeOf(layout, tabs)?.children.indexOf(tabId) ?? 0) + (isBehind ? 1 : 0)
  const x = isBehind ? box.right : box.left
  return {
    position: { parentId: tabs, index },
    mark: { left: x, right: x, top: box.top, bottom: box.bottom },
    isFrame: false,
  }
}

const containers = new Set(['GRID', 'TAB', 'COLUMN', 'ROW', 'TABS'])

/** Returns the containers under a point, innermost first. Near its edge, a container comes after its parent. */
function containersAt(layout: Layout, point: Point, seen: VisibleBoxes, pageId: string): string[] {
  const path: string[] = []
  for (let id: string | undefined = pageId; id !== undefined; ) {
    const node = nodeOf(layout, id)
    if (!node || !containers.has(node.type)) break
    path.unshift(id)
    id = node.children.find((child) => {
      const box = seen.nodes.get(child)
      return box !== undefined && containsPoint(box, point)
    })
  }
  return path
    .filter((id, index) => index === path.length - 1 || !isAtEdge(layout, id, point, seen))
    .concat(path.filter((id, index) => index !== path.length - 1 && isAtEdge(layout, id, point, seen)))
}

function isAtEdge(layout: Layout, id: string, { x, y }: Point, seen: VisibleBoxes): boolean {
  const node = nodeOf(layout, id)
  const box = seen.nodes.get(id)
  if (!node || !box || node.type === 'TAB') return false
  const around = nodeOf(layout, node.parents.at(-1) ?? '')
  return around?.type === 'ROW'
    ? x - box.left < EDGE || box.right - x < EDGE
    : y - box.top < EDGE || box.bottom - y < EDGE
}

function candidateWithin(layout: Layout, id: string, point: Point, seen: VisibleBoxes): Candidate {
  const isAcross = nodeOf(layout, id)?.type === 'ROW'
  const own = seen.nodes.get(id) ?? { left: 0, top: 0, right: 0, bottom: 0 }
  const boxes = childrenOf(layout, id).flatMap((child) => seen.nodes.get(child.id) ?? [])
  const index = boxes.filter((box) =>
    isAcross ? (box.left + box.right) / 2 < point.x : (box.top + box.bottom) / 2 < point.y,
  ).length
  const [before, after] = [boxes[index - 1], boxes[index]]
  const start = isAcross ? 'left' : 'top'
  const end = isAcross ? 'right' : 'bottom'
  const at =
    before && after
      ? (before[end] + after[start]) / 2
      : before
        ? before[end] + GAP / 2
        : after
          ? after[start] - GAP / 2
          : own[start]
  const mark = isAcross ? { ...own, left: at, right: at } : { ...own, top: at, bottom: at }
  return { position: { parentId: id, index }, mark: boxes.length === 0 ? own : mark, isFrame: boxes.length === 0 }
}
