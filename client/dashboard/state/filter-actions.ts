import type { FilterConfig } from '#filters/filter-type.ts'
import { filterType } from '#filters/index.ts'
import { hasValue, type Masks, maskOf } from './masks.ts'

const isSameValue = (a: unknown, b: unknown) => JSON.stringify(a ?? {}) === JSON.stringify(b ?? {})

interface FilterActions {
  readonly canApply: boolean
  readonly canClear: boolean
  readonly canReset: boolean
  /** The number of filters with unapplied changes. */
  readonly changes: number
}

/**
 * Returns the enabled actions of the filter bar. Apply: something differs and no required value is missing. Clear: a
 * filter has a value. Reset: the page has default values (`opening`) and something else is selected.
 */
export function filterActions(
  filters: readonly FilterConfig[],
  selected: Masks,
  masks: Masks,
  opening: Masks = {},
): FilterActions {
  const native = filters.filter((filter) => filter.type === 'NATIVE_FILTER' && filterType(filter.filterType))
  const isMissing = native.some((filter) => selected[filter.id]?.filterState?.validateStatus === 'error')
  const changes = native.filter(
    (filter) => !isSameValue(selected[filter.id]?.extraFormData, masks[filter.id]?.extraFormData),
  ).length
  const hasDefault = native.some((filter) => hasValue(opening[filter.id]))
  const isElse = native.some(
    (filter) => !isSameValue(selected[filter.id]?.extraFormData, opening[filter.id]?.extraFormData),
  )
  return {
    changes,
    canApply: changes > 0 && !isMissing,
    canClear: native.some((filter) => hasValue(selected[filter.id])),
    canReset: hasDefault && isElse,
  }
}

/** Returns the masks of an empty filter bar. Defaults do not come back; cross-filters stay. */
export function clearedMasks(filters: readonly FilterConfig[], selected: Masks): Masks {
  const native = filters.filter((filter) => filter.type === 'NATIVE_FILTER')
  return { ...selected, ...Object.fromEntries(native.map((filter) => [filter.id, maskOf(filter, undefined)])) }
}
