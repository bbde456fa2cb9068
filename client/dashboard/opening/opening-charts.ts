import { childrenOf, type LayoutNode, ROOT_ID } from '#core/layout/node.ts'
import { COLUMNS, GUTTER, heightInPixels } from '#core/layout/units.ts'
import { isFilterBox } from '#client/dashboard/state/filter-box/filter-boxes.ts'
import type { DashboardState } from '#client/dashboard/state/hydrate.ts'
import { openTab } from '#client/dashboard/state/tabs.ts'

/** The window that shows the dashboard, in CSS pixels. */
interface Viewport {
  readonly width: number
  readonly height: number
  /** True if rows have two grid columns, as on a phone, instead of twelve. */
  readonly isNarrow: boolean
  readonly hasTitle: boolean
  readonly hasTopTabs: boolean
}

/** A chart near enough to the window to be requested when the dashboard opens. */
interface OpeningChart {
  readonly id: number
  /** The maximum width of the chart in CSS pixels. */
  readonly width: number
  /** True if the chart is inside the window, not only within one screen of it. */
  readonly isSeen: boolean
}

/**
 * Minimum heights in CSS pixels: the title, the top-level tabs, the messages above the charts, the header of a card.
 */
const TITLE = 52
const TABS = 36
const SENTENCE = 40
const CARD_HEAD = 37
/** The gap between neighbors on narrow screens. */
const NARROW_GUTTER = 12
/** The maximum height, in grid units, of tiles shown in pairs on narrow screens. */
const SMALL = 18

interface Box {
  readonly node: LayoutNode
  readonly top: number
  readonly width: number
}

interface Walk {
  readonly state: DashboardState
  readonly viewport: Viewport
  readonly found: Box[]
}

/** Stacks boxes vertically; returns their total height. */
function stack(walk: Walk, nodes: readonly LayoutNode[], at: Omit<Box, 'node'>): number {
  const gutter = walk.viewport.isNarrow ? NARROW_GUTTER : GUTTER
  let high = 0
  for (const node of nodes) {
    const own = walkNode(walk, { ...at, node, top: at.top + high })
    if (own > 0) high += own + gutter
  }
  return Math.max(0, high - gutter)
}

/** On narrow screens, the boxes of a row are stacked, except for pairs of small ones. */
function walkNarrowRow(walk: Walk, nodes: readonly LayoutNode[], { top, width }: Omit<Box, 'node'>): number {
  let high = 0
  let pair: number | undefined
  for (const node of nodes) {
    const isSmall = node.type === 'CHART' && (node.meta.height ?? 50) <= SMALL
    const pairTop = isSmall ? pair : undefined
    const at = pairTop ?? high
    const own = walkNode(walk, { node, top: top + at, width })
    pair = isSmall && pairTop === undefined ? at : undefined
    if (own > 0) high = Math.max(high, at + own + NARROW_GUTTER)
  }
  return Math.max(0, high - NARROW_GUTTER)
}

function walkRow(walk: Walk, nodes: readonly LayoutNode[], { top, width }: Omit<Box, 'node'>): number {
  if (walk.viewport.isNarrow) return walkNarrowRow(walk, nodes, { top, width })
  const part = (node: LayoutNode) => Math.min(1, (node.meta.width ?? 4) / COLUMNS) * (width + GUTTER) - GUTTER
  return Math.max(0, ...nodes.map((node) => walkNode(walk, { node, top, width: part(node) })))
}

/**
 * Collects the charts in a box; returns the minimum height of the box. Heights known only after rendering, such as
 * those of texts, count as zero.
 */
function walkNode(walk: Walk, { node, ...at }: Box): number {
  const { layout, activeTabs } = walk.state
  const children = childrenOf(layout, node.id)
  switch (node.type) {
    case 'CHART':
      return walkChart(walk, { node, ...at })
    case 'MARKDOWN':
      return walk.viewport.isNarrow ? 0 : heightInPixels(node.meta.height ?? 50)
    case 'ROW':
      return walkRow(walk, children, at)
    case 'TABS': {
      const open = openTab(layout, node, activeTabs)
      return open === undefined ? 0 : stack(walk, childrenOf(layout, open), at)
    }
    default:
      return stack(walk, children, at)
  }
}

function walkChart({ state, found }: Walk, box: Box): number {
  const chart = state.charts[box.node.meta.chartId ?? -1]
  // A filter box may be replaced by native filters, and its height depends on its contents.
  if (isFilterBox(chart?.form_data.viz_type)) return 0
  if (chart) found.push(box)
  return heightInPixels(box.node.meta.height ?? 50)
}

/**
 * Returns the charts within one screen of the initial view, computed from the layout alone, so that they can be
 * requested before rendering. Nearest first, each once. No chart within that distance is missing, but one may turn out
 * to be slightly further down. Empty if the page opens scrolled to an anchor.
 */
export function openingCharts(state: DashboardState, viewport: Viewport): readonly OpeningChart[] {
  if (state.anchor !== undefined) return []
  const found: Box[] = []
  const all = childrenOf(state.layout, ROOT_ID).slice(0, 1)
  const tabs = viewport.hasTopTabs && all[0]?.type === 'TABS' ? TABS : 0
  const above = (viewport.hasTitle ? TITLE : 0) + tabs + SENTENCE + CARD_HEAD
  stack({ state, viewport, found }, all, { top: above, width: viewport.width - 2 * GUTTER })
  const charts = new Map<number, OpeningChart>()
  for (const { node, top, width } of found.toSorted((a, b) => a.top - b.top)) {
    const id = node.meta.chartId ?? -1
    const existing = charts.get(id)
    if (top < 2 * viewport.height)
      charts.set(id, {
        id,
        width: Math.max(width, existing?.width ?? 0),
        isSeen: existing?.isSeen ?? top < viewport.height,
      })
  }
  return [...charts.values()]
}
