import { chartNodes } from '#core/layout/charts.ts'
import { type Layout, ROOT_ID } from '#core/layout/node.ts'

/** The scope of a filter: charts below any node of `rootPath`, except those in `excluded`. */
export interface Scope {
  readonly rootPath: readonly string[]
  /** Chart ids. */
  readonly excluded: readonly number[]
}

/** Returns the default scope of a chart's cross-filter: the complete dashboard without the chart itself. */
export function defaultCrossFilterScope(chartId: number): Scope {
  return { rootPath: [ROOT_ID], excluded: [chartId] }
}

/**
 * Returns the ids of the charts in scope, ascending. A chart is in scope if any of its nodes is below the root path.
 */
export function chartsInScope(layout: Layout, scope: Scope | null | undefined): number[] {
  if (!scope) return []
  const ids = chartNodes(layout)
    .filter((node) => node.parents.some((parent) => scope.rootPath.includes(parent)))
    .flatMap((node) => node.meta.chartId ?? [])
  return [...new Set(ids)].filter((id) => !scope.excluded.includes(id)).toSorted((a, b) => a - b)
}
