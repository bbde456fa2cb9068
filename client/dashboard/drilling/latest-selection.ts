import { isCrossFilter, isFiltering, type Masks } from '#client/dashboard/state/masks.ts'

/**
 * Returns the id of the chart with the newest selection; undefined without any. `order` lists mask ids, oldest first.
 */
export function latestSelection(masks: Masks, order: readonly string[]): string | undefined {
  const picked = Object.keys(masks).filter((id) => isCrossFilter(id) && isFiltering(masks[id]))
  return picked.toSorted((a, b) => order.lastIndexOf(a) - order.lastIndexOf(b)).at(-1)
}
