import type { EditRejection } from '#core/layout/move-node.ts'
import { childrenOf, type Layout, type LayoutNode, nodeOf, parentOf } from '#core/layout/node.ts'
import { hasWidth } from '#core/layout/row-width.ts'
import { t, tn } from '#core/text/t.ts'
import { tabText } from '#client/dashboard/state/tabs.ts'

/** Returns the position of a node in words: `4 columns of row 3`. */
export function nodePositionText(layout: Layout, id: string): string {
  const node = nodeOf(layout, id)
  const parent = parentOf(layout, id)
  if (!node || !parent) return ''
  const where = parent.type === 'ROW' ? rowText(layout, parent) : boxText(layout, parent, id)
  if (parent.type !== 'ROW' || !hasWidth(node.type)) return where
  return t('%s of %s', columnsText(node.meta.width ?? 1), where)
}

/** Returns the position of a node among its siblings: `place 2 of 4`. */
export function orderText(layout: Layout, id: string): string {
  const siblings = parentOf(layout, id)?.children ?? []
  return t('place %s of %s', siblings.indexOf(id) + 1, siblings.length)
}

export function columnsText(count: number): string {
  return tn('%s column', '%s columns', count, count)
}

/** Returns the size of a node: `7 columns × 33`, or only the dimension that applies to its position. */
export function sizeText(layout: Layout, node: LayoutNode): string {
  const hasWidthSetting = parentOf(layout, node.id)?.type === 'ROW' && hasWidth(node.type)
  const hasHeightSetting = node.type === 'CHART' || node.type === 'MARKDOWN'
  const height = node.meta.height ?? 50
  if (!hasWidthSetting) return hasHeightSetting ? t('%s high', height) : ''
  const width = columnsText(node.meta.width ?? 1)
  return hasHeightSetting ? `${width} × ${height}` : width
}

function rowText(layout: Layout, row: LayoutNode): string {
  const parent = parentOf(layout, row.id)
  const rows = parent ? childrenOf(layout, parent.id).filter((each) => each.type === 'ROW') : []
  const number = rows.findIndex((each) => each.id === row.id) + 1
  return parent?.type === 'COLUMN' ? t('row %s of the column', number) : t('row %s', number)
}

function boxText(layout: Layout, box: LayoutNode, id: string): string {
  const number = box.children.indexOf(id) + 1
  if (box.type === 'COLUMN') return t('place %s of the column', number)
  if (box.type === 'TABS') return t('tab %s', number)
  if (box.type === 'ROOT') return t('the tabs of the dashboard')
  if (box.type !== 'TAB') return t('place %s of the page', number)
  return nodeOf(layout, id)?.type === 'ROW'
    ? rowText(layout, nodeOf(layout, id) as LayoutNode)
    : t('place %s of tab %s', number, tabText(box))
}

const rejections: Record<EditRejection, () => string> = {
  room: () => t('No room in this row. Make another item narrower first.'),
  nesting: () => t('This element cannot be placed here.'),
  itself: () => t('An element cannot be placed inside itself.'),
  unknown: () => t('The target no longer exists.'),
}

/** Returns why a node cannot be placed there. */
export function rejectionText(rejection: EditRejection): string {
  return rejections[rejection]()
}
