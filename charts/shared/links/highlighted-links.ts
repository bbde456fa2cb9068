import type { ChartViewProps } from '#charts/chart.ts'
import { isMarkHighlighted } from '#charts/shared/timeseries/timeseries-marks.ts'
import type { Links } from './links.ts'

/** The nodes and links drawn with full opacity. */
export interface HighlightState {
  readonly nodes: readonly boolean[]
  readonly links: readonly boolean[]
}

/**
 * Highlights the selection: a selected node with its links, a selected link with its ends. All if nothing is selected.
 */
export function highlightOf(
  { nodes, links }: Links,
  picked: Partial<Pick<ChartViewProps, 'picked' | 'isPickLeftOut'>>,
): HighlightState {
  const own = nodes.map(({ pick }) => isMarkHighlighted(picked, pick))
  if (!picked.picked?.length) return { nodes: own, links: links.map(() => true) }
  const isLeftOut = picked.isPickLeftOut === true
  const highlighted = links.map((link) => {
    const each = [isMarkHighlighted(picked, link.pick), own[link.from] ?? true, own[link.to] ?? true]
    return isLeftOut ? each.every(Boolean) : each.some(Boolean)
  })
  const ends = new Set(links.flatMap(({ from, to }, at) => (highlighted[at] ? [from, to] : [])))
  return { nodes: isLeftOut ? own : own.map((isOn, at) => isOn || ends.has(at)), links: highlighted }
}
