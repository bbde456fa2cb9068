import { makeNode, type NewSuffix } from './make-node.ts'
import { childrenOf, GRID_ID, type Layout, type LayoutNode, type NodeMeta, nodeOf, nodesOf, ROOT_ID } from './node.ts'
import { freeWidth } from './row-width.ts'

/** A chart to add to the layout. */
export interface ChartToPlace {
  readonly chartId: number
  readonly sliceName?: string
  readonly uuid?: string
  readonly width?: number
  readonly height?: number
}

/** Returns the chart nodes, in the order of the map. */
export function chartNodes(layout: Layout): LayoutNode[] {
  return nodesOf(layout).filter((node) => node.type === 'CHART')
}

/** Returns the ids of the charts in the layout, ascending and without duplicates. */
export function chartIdsOf(layout: Layout): number[] {
  const ids = chartNodes(layout).flatMap((node) => node.meta.chartId ?? [])
  return [...new Set(ids)].toSorted((a, b) => a - b)
}

/** Returns the ids of the charts in reading order, without duplicates: row by row, from the first tab to the last. */
export function chartIdsInOrder(layout: Layout): number[] {
  const idsBelow = (id: string, above: readonly string[]): number[] =>
    above.includes(id)
      ? []
      : childrenOf(layout, id).flatMap((node) => [
          ...(node.type === 'CHART' ? [node.meta.chartId ?? []].flat() : []),
          ...idsBelow(node.id, [...above, id]),
        ])
  return [...new Set(idsBelow(ROOT_ID, []))]
}

/** Returns the id of the container for new nodes: the first top-level tab, otherwise the grid. */
function firstContainer(layout: Layout): string {
  const top = childrenOf(layout, ROOT_ID)[0]
  return (top?.type === 'TABS' ? top.children[0] : undefined) ?? GRID_ID
}

/**
 * Adds charts at the end of a grid or tab, 4 units wide by default: into its last row while there is space, then into
 * new rows of 12 columns.
 */
export function addCharts(
  layout: Layout,
  charts: readonly ChartToPlace[],
  newSuffix: NewSuffix,
  containerId: string = firstContainer(layout),
): Layout {
  return charts.reduce((next, chart) => addChart(next, chart, newSuffix, containerId), layout)
}

function addChart(layout: Layout, chart: ChartToPlace, newSuffix: NewSuffix, containerId: string): Layout {
  const container = nodeOf(layout, containerId)
  if (!container) return layout
  const chartNode = makeNode('CHART', newSuffix, definedOnly(chart))
  const last = childrenOf(layout, containerId).at(-1)
  const row = last?.type === 'ROW' && freeWidth(layout, last) >= (chartNode.meta.width ?? 1) ? last : undefined
  const within = [...container.parents, containerId]
  if (row)
    return {
      ...layout,
      [chartNode.id]: { ...chartNode, parents: [...within, row.id] },
      [row.id]: withChild(row, chartNode.id),
    }
  const fresh = { ...makeNode('ROW', newSuffix), parents: within, children: [chartNode.id] }
  return {
    ...layout,
    [chartNode.id]: { ...chartNode, parents: [...within, fresh.id] },
    [fresh.id]: fresh,
    [containerId]: withChild(container, fresh.id),
  }
}

/**
 * Returns the layout of a dashboard with these charts: nodes get the current chart names, and missing charts are added
 * in order. Nodes of other charts are retained.
 */
export function withCharts(layout: Layout, charts: readonly ChartToPlace[], newSuffix: NewSuffix): Layout {
  const names = new Map(charts.map((chart) => [chart.chartId, chart.sliceName]))
  const renamed = chartNodes(layout).flatMap((node): [string, LayoutNode][] => {
    const sliceName = names.get(node.meta.chartId as number)
    if (sliceName === undefined || sliceName === node.meta.sliceName) return []
    return [[node.id, { ...node, meta: { ...node.meta, sliceName } }]]
  })
  const placed = chartIdsOf(layout)
  const missing = charts.filter((chart) => !placed.includes(chart.chartId))
  const named = renamed.length > 0 ? { ...layout, ...Object.fromEntries(renamed) } : layout
  return addCharts(named, missing, newSuffix)
}

function withChild(node: LayoutNode, child: string): LayoutNode {
  return { ...node, children: [...node.children, child] }
}

function definedOnly(chart: ChartToPlace): NodeMeta {
  return Object.fromEntries(Object.entries(chart).filter(([, value]) => value !== undefined))
}
