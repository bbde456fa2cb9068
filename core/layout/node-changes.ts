import { withNodes } from './tree-edits.ts'
import { HEADER_ID, type Layout, type NodeMeta, nodeOf, parentOf } from './node.ts'
import { MAX_HEIGHT, MIN_HEIGHT } from './units.ts'
import { freeWidth, hasWidth, minWidth } from './row-width.ts'

/**
 * Returns the layout with a node resized, as close to the requested size in units as its row and the limits allow.
 * Widths apply in rows only: in a column a chart has the width of the column.
 */
export function resizeNode(layout: Layout, id: string, size: { width?: number; height?: number }): Layout {
  const node = nodeOf(layout, id)
  if (!node) return layout
  const change: { width?: number; height?: number } = {}
  const row = parentOf(layout, id)
  if (size.width !== undefined && row?.type === 'ROW' && hasWidth(node.type)) {
    const own = node.meta.width ?? 1
    const most = Math.max(own, own + freeWidth(layout, row))
    change.width = clamp(size.width, Math.min(minWidth(layout, node), most), most)
  }
  if (size.height !== undefined && (node.type === 'CHART' || node.type === 'MARKDOWN' || node.type === 'DYNAMIC')) {
    change.height = clamp(size.height, MIN_HEIGHT, MAX_HEIGHT)
  }
  return editMeta(layout, id, change)
}

/** Returns the layout with changed metadata of a node; the same layout if nothing changed. */
export function editMeta(layout: Layout, id: string, change: NodeMeta): Layout {
  const node = nodeOf(layout, id)
  if (!node || Object.entries(change).every(([key, value]) => node.meta[key] === value)) return layout
  return withNodes(layout, [{ ...node, meta: { ...node.meta, ...change } }])
}

export function withTitle(layout: Layout, title: string): Layout {
  return editMeta(layout, HEADER_ID, { text: title })
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, Math.round(value)))
}
