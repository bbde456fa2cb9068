import { childrenOf, type LayoutNode, ROOT_ID } from '#core/layout/node.ts'
import { COLUMNS, GUTTER, heightInPixels } from '#core/layout/units.ts'
import { isFilterBox } from '#client/dashboard/state/filter-box/filter-boxes.ts'
import type { DashboardState } from '#client/dashboard/state/hydrate.ts'
import { openTab } from '#client/dashboard/state/tabs.ts'

/** A window as it shows a dashboard, in CSS pixels. */
interface Sight {
  readonly width: number
  readonly height: number
  /** Whether rows have two columns instead of twelve. */
  readonly isNarrow: boolean
  readonly hasTitle: boolean
  readonly hasTopTabs: boolean
}

/** A chart that a dashboard opens with, near enough to the window to be asked for. */
interface OpeningChart {
  readonly id: number
  /** CSS pixels that its picture may have, at most. */
  readonly width: number
  /** Whether the window itself shows it, not only a screen beside it. */
  readonly isSeen: boolean
}

/** CSS pixels, at least: the title, the tabs at the top, what is said above the charts, the head of a card. */
const TITLE = 52
const TABS = 36
const SENTENCE = 40
const CARD_HEAD = 37
/** Between neighbours where it is narrow. */
const NARROW_GUTTER = 12
/** Units of height of tiles that stand two by two where it is narrow. */
const SMALL = 18

interface Box {
  readonly node: LayoutNode
  readonly top: number
  readonly width: number
}

interface Walk {
  readonly state: DashboardState
  readonly sight: Sight
  readonly found: Box[]
}

/** Boxes one below the other; gives how high they are together. */
function stack(walk: Walk, nodes: readonly LayoutNode[], at: Omit<Box, 'node'>): number {
  const gutter = walk.sight.isNarrow ? NARROW_GUTTER : GUTTER
  let high = 0
  for (const node of nodes) {
    const own = walkNode(walk, { ...at, node, top: at.top + high })
    if (own > 0) high += own + gutter
  }
  return Math.max(0, high - gutter)
}

/** Where it is narrow the boxes of a row stand one below the other, but for pairs of small ones. */
function walkNarrowRow(walk: Walk, nodes: readonly LayoutNode[], { top, width }: Omit<Box, 'node'>): number {
  let high = 0
  let pair: number | undefined
  for (const node of nodes) {
    const isSmall = node.type === 'CHART' && (node.meta.height ?? 50) <= SMALL
    const beside = isSmall ? pair : undefined
    const at = beside ?? high
    const own = walkNode(walk, { node, top: top + at, width })
    pair = isSmall && beside === undefined ? at : undefined
    if (own > 0) high = Math.max(high, at + own + NARROW_GUTTER)
  }
  return Math.max(0, high - NARROW_GUTTER)
}

function walkRow(walk: Walk, nodes: readonly LayoutNode[], { top, width }: Omit<Box, 'node'>): number {
  if (walk.sight.isNarrow) return walkNarrowRow(walk, nodes, { top, width })
  const part = (node: LayoutNode) => Math.min(1, (node.meta.width ?? 4) / COLUMNS) * (width + GUTTER) - GUTTER
  return Math.max(0, ...nodes.map((node) => walkNode(walk, { node, top, width: part(node) })))
}

/** Notes the charts in a box; gives how high it is at least. What only the page knows, as heights of texts, is nothing. */
function walkNode(walk: Walk, { node, ...at }: Box): number {
  const { layout, activeTabs } = walk.state
  const children = childrenOf(layout, node.id)
  switch (node.type) {
    case 'CHART':
      return walkChart(walk, { node, ...at })
    case 'MARKDOWN':
      return walk.sight.isNarrow ? 0 : heightInPixels(node.meta.height ?? 50)
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
  // A box may give way to filters of the bar, and has the height of what is in it.
  if (isFilterBox(chart?.form_data.viz_type)) return 0
  if (chart) found.push(box)
  return heightInPixels(box.node.meta.height ?? 50)
}

/**
 * The charts within a screen of what a dashboard opens with, told from its layout alone, so that they are asked for
 * before anything is drawn: the nearest first, each once. No chart that is so near is left out, but one may be named that
 * turns out to stand a little further below. None where the page opens somewhere in its middle.
 */
export function openingCharts(state: DashboardState, sight: Sight): readonly OpeningChart[] {
  if (state.anchor !== undefined) return []
  const found: Box[] = []
  const all = childrenOf(state.layout, ROOT_ID).slice(0, 1)
  const tabs = sight.hasTopTabs && all[0]?.type === 'TABS' ? TABS : 0
  const above = (sight.hasTitle ? TITLE : 0) + tabs + SENTENCE + CARD_HEAD
  stack({ state, sight, found }, all, { top: above, width: sight.width - 2 * GUTTER })
  const charts = new Map<number, OpeningChart>()
  for (const { node, top, width } of found.toSorted((a, b) => a.top - b.top)) {
    const id = node.meta.chartId ?? -1
    const known = charts.get(id)
    if (top < 2 * sight.height)
      charts.set(id, {
        id,
        width: Math.max(width, known?.width ?? 0),
        isSeen: known?.isSeen ?? top < sight.height,
      })
  }
  return [...charts.values()]
}
