import { type Datasets, type Masks, maskOf, describeFilterValue } from '#client/dashboard/state/masks.ts'
import type { DataMask } from '#core/mask/mask.ts'
import type { FilterSetResponse } from '#core/rest/filter-set.ts'
import type { FilterConfig } from '#filters/filter-type.ts'

/** The contents of a filter set: each filter's configuration and applied mask, by filter id. */
export interface FilterSetParams {
  readonly nativeFilters: Readonly<Record<string, FilterConfig>>
  readonly dataMask: Readonly<Record<string, DataMask>>
}

const print = (value: unknown) => JSON.stringify(value ?? null)

const onlyNativeFilters = (filters: readonly FilterConfig[]) => filters.filter(({ type }) => type === 'NATIVE_FILTER')

/** Returns the contents of a new set: the current filters and their applied masks. */
export function filterSetOf(filters: readonly FilterConfig[], masks: Masks): FilterSetParams {
  const stored = onlyNativeFilters(filters)
  return {
    nativeFilters: Object.fromEntries(stored.map((filter) => [filter.id, filter])),
    dataMask: Object.fromEntries(stored.map(({ id }) => [id, { id, ...masks[id] }])),
  }
}

/** Returns the contents of a stored set; missing parts are empty. */
export function filterSetContents({ params }: Pick<FilterSetResponse, 'params'>): FilterSetParams {
  const record = (value: unknown) => (typeof value === 'object' && value !== null ? value : {})
  return {
    nativeFilters: record(params['nativeFilters']) as FilterSetParams['nativeFilters'],
    dataMask: record(params['dataMask']) as FilterSetParams['dataMask'],
  }
}

/**
 * Returns the part of a configuration that decides what a filter selects. Other changes leave its saved values valid.
 */
const subjectOf = ({ filterType, targets }: FilterConfig) => print([filterType, targets])

/** One filter of a set, as displayed. */
export interface SetPart {
  readonly id: string
  readonly name: string
  /** The selected values as text; empty without a selection. */
  readonly words: string
  /** True if the filter was deleted or has another type or target now. */
  readonly isInvalid: boolean
}

export function setParts(
  set: FilterSetParams,
  filters: readonly FilterConfig[],
  datasets: Datasets = {},
): readonly SetPart[] {
  const now = new Map(filters.map((filter) => [filter.id, filter]))
  return Object.entries(set.nativeFilters).map(([id, filter]) => {
    const present = now.get(id)
    return {
      id,
      name: present?.name ?? filter.name ?? id,
      words: describeFilterValue(present ?? filter, set.dataMask[id], datasets),
      isInvalid: present === undefined || subjectOf(present) !== subjectOf(filter),
    }
  })
}

/**
 * Returns the masks of the filter bar after a set is selected; filters that are not valid members of it keep their
 * masks.
 */
export function masksOfFilterSet(set: FilterSetParams, filters: readonly FilterConfig[], selected: Masks): Masks {
  const valid = new Set(setParts(set, filters).flatMap(({ id, isInvalid }) => (isInvalid ? [] : [id])))
  const chosen = onlyNativeFilters(filters)
    .filter(({ id }) => valid.has(id))
    .map((filter) => [filter.id, maskOf(filter, set.dataMask[filter.id]?.filterState?.value)] as const)
  return { ...selected, ...Object.fromEntries(chosen) }
}

const valueOf = (mask: DataMask | undefined) => print(mask?.filterState?.value)

/** True if the filters have exactly the values of the set. */
export function isFilterSetApplied(set: FilterSetParams, filters: readonly FilterConfig[], masks: Masks): boolean {
  const ids = onlyNativeFilters(filters).map(({ id }) => id)
  return (
    ids.length === Object.keys(set.nativeFilters).length &&
    ids.every((id) => set.nativeFilters[id] !== undefined && valueOf(masks[id]) === valueOf(set.dataMask[id]))
  )
}

/** The current filters and masks of a dashboard. */
interface FilterBarState {
  readonly filters: readonly FilterConfig[]
  readonly masks: Masks
  readonly datasets: Datasets
}

/** Returns the filters whose applied value differs from the set, with both values as text. */
export function filterSetDifferences(set: FilterSetParams, { filters, masks, datasets }: FilterBarState) {
  return onlyNativeFilters(filters)
    .filter(({ id }) => set.nativeFilters[id] !== undefined && valueOf(masks[id]) !== valueOf(set.dataMask[id]))
    .map((filter) => ({
      id: filter.id,
      name: filter.name ?? '',
      now: describeFilterValue(filter, masks[filter.id], datasets),
      kept: describeFilterValue(filter, set.dataMask[filter.id], datasets),
    }))
}

/** Returns the set without invalid members, with the current configurations of its filters. */
export function updatedFilterSet(set: FilterSetParams, filters: readonly FilterConfig[]): FilterSetParams {
  const valid = setParts(set, filters).filter(({ isInvalid }) => !isInvalid)
  const now = new Map(filters.map((filter) => [filter.id, filter]))
  return {
    nativeFilters: Object.fromEntries(
      valid.flatMap(({ id }) => (now.has(id) ? [[id, now.get(id) as FilterConfig]] : [])),
    ),
    dataMask: Object.fromEntries(valid.map(({ id }) => [id, set.dataMask[id] ?? { id }])),
  }
}

/** Returns another set with the same values for the same filters; the set with this id is excluded. */
export function identicalSet(
  sets: readonly FilterSetResponse[],
  params: FilterSetParams,
  id?: number,
): FilterSetResponse | undefined {
  const values = ({ dataMask, nativeFilters }: FilterSetParams) =>
    print(
      Object.keys(nativeFilters)
        .toSorted()
        .map((each) => [each, valueOf(dataMask[each])]),
    )
  return sets.find((each) => each.id !== id && values(filterSetContents(each)) === values(params))
}

/** Returns why a set name is invalid: it is empty or already used. Surrounding spaces are ignored. */
export function nameProblem(
  sets: readonly FilterSetResponse[],
  name: string,
  id?: number,
): 'blank' | 'taken' | undefined {
  const searchText = name.trim()
  if (searchText === '') return 'blank'
  return sets.some((each) => each.id !== id && each.name === searchText) ? 'taken' : undefined
}

/** Returns a name for a copy that no set has. */
export function copyName(sets: readonly FilterSetResponse[], name: string): string {
  const names = [`${name} copy`, ...Array.from({ length: sets.length }, (_, at) => `${name} copy ${at + 2}`)]
  return names.find((each) => nameProblem(sets, each) === undefined) ?? name
}

/** Returns the sets in the dashboard's order, followed by the others by age. */
export function orderFilterSets(sets: readonly FilterSetResponse[], order: unknown): readonly FilterSetResponse[] {
  const ids = Array.isArray(order) ? (order as readonly unknown[]) : []
  const rank = ({ id }: FilterSetResponse) => (ids.includes(id) ? ids.indexOf(id) : ids.length)
  return sets.toSorted((a, b) => rank(a) - rank(b) || a.id - b.id)
}
