import { chartNodes } from '#core/layout/charts.ts'
import { type Layout, nodeOf, ROOT_ID } from '#core/layout/node.ts'
import type { Scope } from './charts-in-scope.ts'

/**
 * Returns a scope that contains exactly these charts: tabs (or the root) at the depth of the shallowest chart,
 * excluding the other charts below them. For all charts it is the complete dashboard, so that it includes charts added
 * later.
 */
export function scopeOfCharts(layout: Layout, chartIds: readonly number[]): Scope {
  const wanted = new Set(chartIds)
  const placed = chartNodes(layout).map((node) => ({
    id: node.meta.chartId as number,
    above: node.parents.filter((id) => id === ROOT_ID || nodeOf(layout, id)?.type === 'TAB'),
  }))
  const chosen = placed.filter(({ id }) => wanted.has(id))
  if (chosen.length === 0) return { rootPath: [], excluded: [] }
  const isWhole = chosen.length === placed.length
  const depth = isWhole ? 1 : Math.min(...chosen.map(({ above }) => above.length))
  const rootPath = [...new Set(chosen.flatMap(({ above }) => above[depth - 1] ?? []))]
  const below = placed.filter(({ id, above }) => !wanted.has(id) && above.some((each) => rootPath.includes(each)))
  return { rootPath, excluded: [...new Set(below.map(({ id }) => id))].toSorted((a, b) => a - b) }
}
