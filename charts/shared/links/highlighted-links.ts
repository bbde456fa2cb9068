import type { Canvas } from '#charts/chart.ts'
import { isLit } from '#charts/shared/timeseries/timeseries-marks.ts'
import type { Links } from './links.ts'

/** Which nodes and links are drawn at full strength. */
export interface HighlightState {
  readonly nodes: readonly boolean[]
  readonly links: readonly boolean[]
}

/** What is picked is lit, with the links of a picked node and the ends of a picked link; all where nothing is. */
export function highlightOf(
  { nodes, links }: Links,
  picked: Partial<Pick<Canvas, 'picked' | 'isPickLeftOut'>>,
): HighlightState {
  const own = nodes.map(({ pick }) => isLit(picked, pick))
  if (!picked.picked?.length) return { nodes: own, links: links.map(() => true) }
  const isLeftOut = picked.isPickLeftOut === true
  const lit = links.map((link) => {
    const each = [isLit(picked, link.pick), own[link.from] ?? true, own[link.to] ?? true]
    return isLeftOut ? each.every(Boolean) : each.some(Boolean)
  })
  const ends = new Set(links.flatMap(({ from, to }, at) => (lit[at] ? [from, to] : [])))
  return { nodes: isLeftOut ? own : own.map((isOn, at) => isOn || ends.has(at)), links: lit }
}
