import { isCrossFilter, isNarrowing, type Masks } from '#client/dashboard/state/masks.ts'

/** The id of the chart in which something was picked last; undefined when nothing is picked. Masks stand in their order. */
export function newestPick(masks: Masks, order: readonly string[]): string | undefined {
  const picked = Object.keys(masks).filter((id) => isCrossFilter(id) && isNarrowing(masks[id]))
  return picked.toSorted((a, b) => order.lastIndexOf(a) - order.lastIndexOf(b)).at(-1)
}
