import type { FilterConfig } from '#filters/filter-type.ts'
import { filterType } from '#filters/index.ts'
import { hasValue, type Masks, maskOf } from './masks.ts'

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? {}) === JSON.stringify(b ?? {})

/** What the filter bar may do: apply when something differs and nothing required is missing, clear when there is a value. */
export function filterActs(
  filters: readonly FilterConfig[],
  selected: Masks,
  masks: Masks,
): { readonly canApply: boolean; readonly canClear: boolean } {
  const native = filters.filter((filter) => filter.type === 'NATIVE_FILTER' && filterType(filter.filterType))
  const isMissing = native.some((filter) => selected[filter.id]?.filterState?.validateStatus === 'error')
  const isChanged = native.some((filter) => !same(selected[filter.id]?.extraFormData, masks[filter.id]?.extraFormData))
  return { canApply: isChanged && !isMissing, canClear: native.some((filter) => hasValue(selected[filter.id])) }
}

/** The masks of a bar in which nothing is chosen. Defaults do not come back; cross-filters stay. */
export function cleared(filters: readonly FilterConfig[], selected: Masks): Masks {
  const native = filters.filter((filter) => filter.type === 'NATIVE_FILTER')
  return { ...selected, ...Object.fromEntries(native.map((filter) => [filter.id, maskOf(filter, undefined)])) }
}
