import type { FilterConfig } from '#filters/filter-type.ts'
import { filterType } from '#filters/index.ts'
import { type ExtraFormData, mergeExtraFormData } from '#core/mask/mask.ts'
import { ancestorsOf } from '#core/scope/cascade.ts'
import type { Table, Value } from '#core/table/table.ts'
import { hasValue, type Masks } from './masks.ts'

/** Combinations of a filter and its parents that were checked in the engine, by filter id. */
export type CheckedValues = Readonly<Record<string, readonly string[]>>

/** Checked combinations that are remembered for each filter. */
export const MAX_CHECKED = 16

/** What the parents of a filter narrow its values to. */
export function parentsOf(filters: readonly FilterConfig[], masks: Masks, id: string): ExtraFormData {
  const saying = ancestorsOf(filters, id).filter((each) => hasValue(masks[each]))
  return mergeExtraFormData(saying.map((each) => masks[each]?.extraFormData))
}

/** Returns a text that names the value of a dependent filter and of its parents; undefined where nothing is to check. */
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

/** Whether a filter's value is not yet known to exist under its parents. */
export function isUnchecked(
  filters: readonly FilterConfig[],
  masks: Masks,
  checked: CheckedValues,
  filter: FilterConfig,
): boolean {
  const combination = combinationOf(filters, masks, filter)
  return combination !== undefined && !(checked[filter.id] ?? []).includes(combination)
}

/**
 * Returns the values that exist by the answer to the existence query. The engine may print a value in another form than
 * the URL: where rows came and none matches by text, all values stay.
 */
export function existingValues(value: readonly Value[], answer: Table): readonly Value[] {
  if (answer.rowCount >= new Set(value).size) return value
  const found = new Set((answer.columns[0]?.values ?? []).map((each) => (each === null ? null : String(each))))
  const rest = value.filter((each) => found.has(each === null ? null : String(each)))
  return answer.rowCount > 0 && rest.length === 0 ? value : rest
}
