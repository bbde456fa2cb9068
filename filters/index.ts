import type { FilterType } from './filter-type.ts'
import { filterRange } from './filter_range/index.ts'
import { filterSelect } from './filter_select/index.ts'
import { filterTime } from './filter_time/index.ts'
import { filterTimecolumn } from './filter_timecolumn/index.ts'
import { filterTimegrain } from './filter_timegrain/index.ts'

/** All native filter types in display order. */
export const filters: readonly FilterType[] = [
  filterSelect,
  filterRange,
  filterTime,
  filterTimecolumn,
  filterTimegrain,
] as readonly FilterType[]

/** Returns the filter type with this wire name, or undefined. */
export function filterType(name: string | undefined): FilterType | undefined {
  return filters.find((each) => each.type === name)
}
