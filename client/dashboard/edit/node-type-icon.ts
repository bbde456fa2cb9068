import type { NodeType } from '#core/layout/node.ts'
import type { IconName } from '#ui/base/icon-paths.ts'

const icons: Partial<Record<NodeType, IconName>> = {
  CHART: 'chart',
  MARKDOWN: 'lines',
  COLUMN: 'columns',
  ROW: 'rows',
  HEADER: 'header',
  DIVIDER: 'divider',
  TABS: 'tabs',
  TAB: 'tab',
}

/** Returns the icon of a node type. */
export function nodeTypeIcon(type: NodeType): IconName {
  return icons[type] ?? 'layers'
}
