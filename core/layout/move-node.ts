import { attach, detach, deleteNodes, removeEmptyContainers, withNodes } from './tree-edits.ts'
import { makeNode, type NewSuffix } from './make-node.ts'
import { canContainNode, needsRow } from './nesting.ts'
import { childrenOf, GRID_ID, HEADER_ID, type Layout, type LayoutNode, nodeOf, ROOT_ID } from './node.ts'
import { removeTopTabs, toTopTabs } from './top-tabs.ts'
import { COLUMNS } from './units.ts'
import { hasWidth, minWidth, rowCapacity, usedWidth, widestRow } from './row-width.ts'

/** A position: the parent node and the index of the child to insert before; an index past the end means the end. */
export interface LayoutPosition {
  readonly parentId: string
  readonly index: number
}

/**
 * Why a node cannot have a position: the node or position does not exist, the parent does not allow its type, the
 * position is inside the node itself, or there are too few free columns.
 */
export type EditRejection = 'unknown' | 'nesting' | 'itself' | 'room'

export type Edit = { readonly ok: Layout } | { readonly refused: EditRejection }

/**
 * Inserts a new node. On a grid or tab, a node that belongs in a row gets its own row. New tabs get one tab. Tabs
 * inserted at the root become top-level tabs and take the content of the grid. In a row the width shrinks to the free
 * space.
 */
export function insertNode(layout: Layout, node: LayoutNode, position: LayoutPosition, newSuffix: NewSuffix): Edit {
  const fresh = node.type === 'TABS' && node.children.length === 0 ? [makeNode('TAB', newSuffix)] : []
  const whole = fresh[0] ? { ...node, children: [fresh[0].id] } : node
  return putNode(withNodes(layout, [whole, ...fresh]), whole, position, newSuffix)
}

/** Moves a node with its descendants; the index counts the children before the move. */
export function moveNode(layout: Layout, id: string, position: LayoutPosition, newSuffix: NewSuffix): Edit {
  const node = nodeOf(layout, id)
  const from = nodeOf(layout, node?.parents.at(-1) ?? '')
  const target = nodeOf(layout, position.parentId)
  if (!node || !from || !target) return { refused: 'unknown' }
  if (from.id === ROOT_ID) return { refused: 'nesting' }
  if (target.id === id || target.parents.includes(id)) return { refused: 'itself' }
  const isBefore = from.id === target.id && from.children.indexOf(id) < position.index
  const index = isBefore ? position.index - 1 : position.index
  const edit = putNode(detach(layout, id), node, { parentId: target.id, index }, newSuffix, from.id === target.id)
  return 'ok' in edit ? { ok: removeEmptyContainers(edit.ok, from.id) } : edit
}

/**
 * Removes a node and its descendants, and a row or set of tabs that becomes empty. Removing top-level tabs retains
 * their content.
 */
export function removeNode(layout: Layout, id: string): Layout {
  const parent = nodeOf(layout, id)?.parents.at(-1)
  if (parent === undefined || id === GRID_ID) return layout
  if (parent === ROOT_ID) return removeTopTabs(layout)
  return removeEmptyContainers(deleteNodes(detach(layout, id), id), parent)
}

function putNode(
  layout: Layout,
  node: LayoutNode,
  position: LayoutPosition,
  newSuffix: NewSuffix,
  isSameParent = false,
): Edit {
  const parent = nodeOf(layout, position.parentId)
  if (!parent || !isInTree(layout, parent)) return { refused: 'unknown' }
  if (parent.id === ROOT_ID) return node.type === 'TABS' ? toTopTabs(layout, node) : { refused: 'nesting' }
  if (needsRow(parent.type, node.type)) {
    const row = { ...makeNode('ROW', newSuffix), children: [], parents: [...parent.parents, parent.id] }
    if (
      !canContainNode(withNodes(layout, [{ ...row, children: [node.id] }]), parent, { ...row, children: [node.id] })
    ) {
      return { refused: 'nesting' }
    }
    const rowed = attach(withNodes(layout, [row]), row.id, parent.id, position.index)
    return putNode(rowed, node, { parentId: row.id, index: 0 }, newSuffix)
  }
  if (!canContainNode(layout, parent, node)) return { refused: 'nesting' }
  const width = isSameParent ? node.meta.width : widthIn(layout, parent, node)
  if (width === 'room') return { refused: 'room' }
  const fitted = width === node.meta.width ? layout : withNodes(layout, [resizeColumn(node, width)])
  return { ok: attach(fitted, node.id, parent.id, position.index) }
}

function resizeColumn(node: LayoutNode, width: number | undefined): LayoutNode {
  return width === undefined ? node : { ...node, meta: { ...node.meta, width } }
}

function widthIn(layout: Layout, parent: LayoutNode, node: LayoutNode): number | 'room' | undefined {
  const capacity = rowCapacity(layout, [...parent.parents, parent.id])
  if (node.type !== 'COLUMN' && capacity < COLUMNS && widestRow(layout, node) > capacity) return 'room'
  if (parent.type !== 'ROW' || !hasWidth(node.type)) return node.meta.width
  const free = capacity - usedWidth(layout, parent.id)
  if (free < minWidth(layout, node)) return 'room'
  return Math.min(node.meta.width ?? 1, free)
}

function isInTree(layout: Layout, node: LayoutNode): boolean {
  if (node.id === HEADER_ID) return false
  return node.id !== GRID_ID || childrenOf(layout, ROOT_ID)[0]?.id === GRID_ID
}
