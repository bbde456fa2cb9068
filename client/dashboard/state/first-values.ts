import type { FilterConfig } from '#filters/filter-type.ts'
import { filterType } from '#filters/index.ts'
import type { Table, Value } from '#core/table/table.ts'
import { hasValue, type Masks } from './masks.ts'

/** True if a filter without a value takes its first option. */
export function defaultsToFirstOption(filter: FilterConfig): boolean {
  return (
    filter.type === 'NATIVE_FILTER' &&
    filter.controlValues?.['defaultToFirstItem'] === true &&
    filter.targets?.[0]?.datasetId !== undefined &&
    (filterType(filter.filterType)?.toQueries?.(filter, {}).length ?? 0) > 0
  )
}

/**
 * Returns the ids of the filters whose first option must load when a dashboard opens. A filter in the URL is excluded,
 * even if empty.
 */
export function filtersAwaitingFirstValue(
  filters: readonly FilterConfig[],
  masks: Masks,
  given: Readonly<Record<string, unknown>>,
): string[] {
  return filters
    .filter(
      (filter) => defaultsToFirstOption(filter) && !hasValue(masks[filter.id]) && !Object.hasOwn(given, filter.id),
    )
    .map((filter) => filter.id)
}

/** Returns the value that a filter takes by itself: the first option in display order; undefined if there is none. */
export function firstValue(filter: FilterConfig, options: readonly Table[]): unknown {
  return filterType(filter.filterType)?.firstValue?.(filter, options)
}

/** True if none of the values is among the options any more. */
export function isMissingFromOptions(value: unknown, options: readonly Table[]): boolean {
  const listed = options[0]?.columns[0]?.values ?? []
  const chosen = Array.isArray(value) ? (value as readonly Value[]) : []
  return chosen.length > 0 && listed.length > 0 && !chosen.some((each) => listed.includes(each))
}
