import type { LayoutNode } from '#core/layout/node.ts'
import { classNames } from '#ui/tokens/class-names.ts'

const names: Partial<Record<LayoutNode['type'], string>> = {
  CHART: 'dashboard-component-chart-holder',
  MARKDOWN: 'dashboard-markdown',
  HEADER: 'dashboard-component-header',
  DIVIDER: 'dashboard-component-divider',
  TABS: 'dashboard-component-tabs',
  ROW: 'grid-row',
  COLUMN: 'grid-column',
}

/**
 * Returns the class of a box with the class names that dashboard CSS can target; they are documented in
 * docs/guides/dashboard-css.md.
 */
export function styleClassOf(className: string | undefined, { type, meta }: Pick<LayoutNode, 'type' | 'meta'>): string {
  const chart = type === 'CHART' && meta.chartId !== undefined && `dashboard-chart-id-${meta.chartId}`
  return classNames(className, names[type], chart)
}
