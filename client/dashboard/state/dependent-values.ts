import type { FilterConfig } from '#filters/filter-type.ts'
import { filterType } from '#filters/index.ts'
import { type ExtraFormData, mergeExtraFormData } from '#core/mask/mask.ts'
import { ancestorsOf } from '#core/scope/cascade.ts'
import { hasValue, type Masks } from './masks.ts'

/** Combinations of a filter's and its parents' values that were checked in the engine, by filter id. */
export type CheckedValues = Readonly<Record<string, readonly string[]>>

/** The maximum number of checked combinations retained per filter. */
export const MAX_CHECKED = 16

/** Returns the form data of a filter's parents, which limit its values. */
export function parentsOf(filters: readonly FilterConfig[], masks: Masks, id: string): ExtraFormData {
  const saying = ancestorsOf(filters, id).filter((each) => hasValue(masks[each]))
  return mergeExtraFormData(saying.map((each) => masks[each]?.extraFormData))
}

/** Returns a text that identifies the values of a dependent filter and its parents; undefined if no check is needed. */
export function combinationOf(
  filters: readonly FilterConfig[],
  masks: Masks,
  filter: FilterConfig,
): string | undefined {
  const [target] = filter.targets ?? []
  const type = filterType(filter.filterType)
  const isParented = ancestorsOf(filters, filter.id).some((id) => hasValue(masks[id]))
  if (!isParented || !hasValue(masks[filter.id]) || target?.datasetId === undefined || !type?.toExistenceQuery)
    return undefined
  const parents = parentsOf(filters, masks, filter.id)
  const value = type.parse(masks[filter.id]?.filterState?.value)
  const query = value === undefined ? undefined : type.toExistenceQuery(filter, parents, value)
  return query && JSON.stringify([value, query])
}

/** True if it is not yet known whether a filter's value exists under its parents. */
export function isUnchecked(
  filters: readonly FilterConfig[],
  masks: Masks,
  checked: CheckedValues,
  filter: FilterConfig,
): boolean {
  const combination = combinationOf(filters, masks, filter)
  return combination !== undefined && !(checked[filter.id] ?? []).includes(combination)
}
