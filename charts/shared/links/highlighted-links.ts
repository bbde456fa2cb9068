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
  state: Partial<Pick<ChartViewProps, 'selectedMarks' | 'isSelectionExcluded'>>,
): HighlightState {
  const own = nodes.map(({ selection }) => isMarkHighlighted(state, selection))
  if (!state.selectedMarks?.length) return { nodes: own, links: links.map(() => true) }
  const isLeftOut = state.isSelectionExcluded === true
  const highlighted = links.map((link) => {
    const each = [isMarkHighlighted(state, link.selection), own[link.from] ?? true, own[link.to] ?? true]
    return isLeftOut ? each.every(Boolean) : each.some(Boolean)
  })
  const ends = new Set(links.flatMap(({ from, to }, index) => (highlighted[index] ? [from, to] : [])))
  return { nodes: isLeftOut ? own : own.map((isOn, index) => isOn || ends.has(index)), links: highlighted }
}
