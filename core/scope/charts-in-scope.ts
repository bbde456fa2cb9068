import { chartNodes } from '#core/layout/charts.ts'
import { type Layout, ROOT_ID } from '#core/layout/node.ts'

/** Whom a filter touches: charts below any box of `rootPath`, without the charts of `excluded`. */
export interface Scope {
  readonly rootPath: readonly string[]
  /** Chart ids. */
  readonly excluded: readonly number[]
}

/** The scope of a chart's cross-filter that nobody has set: the whole dashboard without the chart itself. */
export function crossFilterScope(chartId: number): Scope {
  return { rootPath: [ROOT_ID], excluded: [chartId] }
}

/** Ids of the charts in scope, ascending. A chart counts when any of its boxes is below the root path. */
export function chartsInScope(layout: Layout, scope: Scope | null | undefined): number[] {
  if (!scope) return []
  const ids = chartNodes(layout)
    .filter((node) => node.parents.some((parent) => scope.rootPath.includes(parent)))
    .flatMap((node) => node.meta.chartId ?? [])
  return [...new Set(ids)].filter((id) => !scope.excluded.includes(id)).toSorted((a, b) => a - b)
}
