import { tabTitle } from '#core/layout/make-node.ts'
import { childrenOf, type Layout, type LayoutNode, nodeOf, ROOT_ID } from '#core/layout/node.ts'
import type { DashboardChartResponse } from '#core/rest/responses.ts'
import { t } from '#core/text/t.ts'
import type { TreeNode } from '#ui/display/tree-node.ts'

/** A tab or a chart of the layout; charts have no children. */
export interface ScopeNode extends TreeNode {
  readonly chartId?: number
  readonly children?: readonly ScopeNode[] | undefined
}

type Slices = Readonly<Record<number, Pick<DashboardChartResponse, 'slice_name'>>>

function childNodes(layout: Layout, node: LayoutNode, slices: Slices): ScopeNode[] {
  return childrenOf(layout, node.id).flatMap((child): ScopeNode[] => {
    const { chartId, sliceName, sliceNameOverride } = child.meta
    if (child.type === 'CHART') {
      if (chartId === undefined) return []
      const label = sliceNameOverride || slices[chartId]?.slice_name || sliceName || t('Untitled chart')
      return [{ id: child.id, chartId, label, icon: 'chart' }]
    }
    const inner = childNodes(layout, child, slices)
    if (child.type !== 'TAB' || inner.length === 0) return inner
    return [{ id: child.id, label: tabTitle(child), icon: 'tab', children: inner }]
  })
}

/**
 * Returns the tree of all panels: the tabs that contain charts, and the charts, nested as in the layout. Empty without
 * charts.
 */
export function scopeTree(layout: Layout, slices: Slices): readonly ScopeNode[] {
  const root = nodeOf(layout, ROOT_ID)
  const inner = root ? childNodes(layout, root, slices) : []
  return inner.length > 0 ? [{ id: ROOT_ID, label: t('All panels'), icon: 'dashboard', children: inner }] : []
}
