import type { FilterConfig } from '#filters/filter-type.ts'
import { type Layout, nodesOf } from '#core/layout/node.ts'
import { chartsInScope } from '#core/scope/charts-in-scope.ts'
import { activeTabsFor, isInScope } from '#core/scope/tabs-in-scope.ts'

/** Returns the filters without a chart in the open tabs. Without tabs, none; dividers are never included. */
export function outOfScope(
  layout: Layout,
  filters: readonly FilterConfig[],
  activeTabs: readonly string[],
): readonly FilterConfig[] {
  if (!nodesOf(layout).some((node) => node.type === 'TABS')) return []
  const open = activeTabsFor(layout, activeTabs)
  return filters.filter(
    (filter) => filter.type === 'NATIVE_FILTER' && !isInScope(layout, chartsInScope(layout, filter.scope), open),
  )
}
