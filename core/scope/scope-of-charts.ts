import { chartNodes } from '#core/layout/charts.ts'
import { type Layout, nodeOf, ROOT_ID } from '#core/layout/node.ts'
import type { Scope } from './charts-in-scope.ts'

/**
 * The scope that touches these charts: the boxes at the depth of the shallowest of them, without the charts below those
 * that are not among them. Of all charts it is the whole dashboard, so that charts added later are touched as well.
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
