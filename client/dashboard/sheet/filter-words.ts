import { t } from '#core/text/t.ts'
import { boxWords } from '../state/filter-box/box-words.ts'
import type { DashboardState } from '../state/hydrate.ts'
import { hasValue, isCrossFilter, isNarrowing, describeFilterValue } from '../state/masks.ts'

/** Returns the applied filters of a dashboard as one sentence. */
export function filterWords({ filters, masks, slices, filterBoxes, datasets }: DashboardState): string {
  const chosen = filters
    .filter(({ id }) => hasValue(masks[id]))
    .map((filter) => t('%s: %s', filter.name ?? filter.id, describeFilterValue(filter, masks[filter.id], datasets)))
  const picked = Object.keys(masks)
    .filter((id) => isCrossFilter(id) && isNarrowing(masks[id]))
    .map((id) => t('%s: %s', slices[Number(id)]?.slice_name ?? id, masks[id]?.filterState?.label ?? ''))
  const boxes = boxWords(filterBoxes, datasets).map(({ label, text }) => t('%s: %s', label, text))
  const all = [...chosen, ...picked, ...boxes]
  return all.length === 0 ? t('All rows, no filter') : t('Filtered by %s', all.join('; '))
}
