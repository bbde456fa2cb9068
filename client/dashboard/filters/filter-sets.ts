import { type Datasets, type Masks, maskOf, describeFilterValue } from '#client/dashboard/state/masks.ts'
import type { DataMask } from '#core/mask/mask.ts'
import type { FilterSetAnswer } from '#core/rest/filter-set.ts'
import type { FilterConfig } from '#filters/filter-type.ts'

/** What a filter set keeps: each filter as it was configured, and what was applied in it, by filter id. */
export interface FilterSetParams {
  readonly nativeFilters: Readonly<Record<string, FilterConfig>>
  readonly dataMask: Readonly<Record<string, DataMask>>
}

const print = (value: unknown) => JSON.stringify(value ?? null)

const native = (filters: readonly FilterConfig[]) => filters.filter(({ type }) => type === 'NATIVE_FILTER')

/** What a set made now would keep: the filters there are, and what is applied in them. */
export function filterSetOf(filters: readonly FilterConfig[], masks: Masks): FilterSetParams {
  const kept = native(filters)
  return {
    nativeFilters: Object.fromEntries(kept.map((filter) => [filter.id, filter])),
    dataMask: Object.fromEntries(kept.map(({ id }) => [id, { id, ...masks[id] }])),
  }
}

/** The parts of a stored set; empty for what it does not say. */
export function partsOf({ params }: Pick<FilterSetAnswer, 'params'>): FilterSetParams {
  const record = (value: unknown) => (typeof value === 'object' && value !== null ? value : {})
  return {
    nativeFilters: record(params['nativeFilters']) as FilterSetParams['nativeFilters'],
    dataMask: record(params['dataMask']) as FilterSetParams['dataMask'],
  }
}

/** What a filter narrows by: other changes of its configuration leave what was chosen in it as good as it was. */
const subjectOf = ({ filterType, targets }: FilterConfig) => print([filterType, targets])

/** One filter of a set, as it is shown. */
export interface SetPart {
  readonly id: string
  readonly name: string
  /** What is chosen, in words; empty where nothing is. */
  readonly words: string
  /** The filter is gone, or is of something else than it was. */
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

/** The masks of the filter bar once a set is chosen; filters that are not valid members of it stay as they are. */
export function selectedBy(set: FilterSetParams, filters: readonly FilterConfig[], selected: Masks): Masks {
  const valid = new Set(setParts(set, filters).flatMap(({ id, isInvalid }) => (isInvalid ? [] : [id])))
  const chosen = native(filters)
    .filter(({ id }) => valid.has(id))
    .map((filter) => [filter.id, maskOf(filter, set.dataMask[filter.id]?.filterState?.value)] as const)
  return { ...selected, ...Object.fromEntries(chosen) }
}

const valueOf = (mask: DataMask | undefined) => print(mask?.filterState?.value)

/** Whether the filters say what the set keeps, each of them and no other. */
export function isShowing(set: FilterSetParams, filters: readonly FilterConfig[], masks: Masks): boolean {
  const ids = native(filters).map(({ id }) => id)
  return (
    ids.length === Object.keys(set.nativeFilters).length &&
    ids.every((id) => set.nativeFilters[id] !== undefined && valueOf(masks[id]) === valueOf(set.dataMask[id]))
  )
}

/** What a dashboard is filtered by now. */
interface Saying {
  readonly filters: readonly FilterConfig[]
  readonly masks: Masks
  readonly datasets: Datasets
}

/** The filters whose applied value is not that of the set, with both in words. */
export function differences(set: FilterSetParams, { filters, masks, datasets }: Saying) {
  return native(filters)
    .filter(({ id }) => set.nativeFilters[id] !== undefined && valueOf(masks[id]) !== valueOf(set.dataMask[id]))
    .map((filter) => ({
      id: filter.id,
      name: filter.name ?? '',
      now: describeFilterValue(filter, masks[filter.id], datasets),
      kept: describeFilterValue(filter, set.dataMask[filter.id], datasets),
    }))
}

/** The set without members that are not valid any more, its filters as they are configured now. */
export function rebuilt(set: FilterSetParams, filters: readonly FilterConfig[]): FilterSetParams {
  const valid = setParts(set, filters).filter(({ isInvalid }) => !isInvalid)
  const now = new Map(filters.map((filter) => [filter.id, filter]))
  return {
    nativeFilters: Object.fromEntries(
      valid.flatMap(({ id }) => (now.has(id) ? [[id, now.get(id) as FilterConfig]] : [])),
    ),
    dataMask: Object.fromEntries(valid.map(({ id }) => [id, set.dataMask[id] ?? { id }])),
  }
}

/** The set that keeps the same values for the same filters, beside the one of this id. */
export function identicalSet(
  sets: readonly FilterSetAnswer[],
  params: FilterSetParams,
  id?: number,
): FilterSetAnswer | undefined {
  const values = ({ dataMask, nativeFilters }: FilterSetParams) =>
    print(
      Object.keys(nativeFilters)
        .toSorted()
        .map((each) => [each, valueOf(dataMask[each])]),
    )
  return sets.find((each) => each.id !== id && values(partsOf(each)) === values(params))
}

/** Why a set cannot be called so: it has no name, or another has it. Compared without the spaces around it. */
export function nameProblem(
  sets: readonly FilterSetAnswer[],
  name: string,
  id?: number,
): 'blank' | 'taken' | undefined {
  const wanted = name.trim()
  if (wanted === '') return 'blank'
  return sets.some((each) => each.id !== id && each.name === wanted) ? 'taken' : undefined
}

/** A name for a copy that no set has. */
export function copyName(sets: readonly FilterSetAnswer[], name: string): string {
  const names = [`${name} copy`, ...Array.from({ length: sets.length }, (_, at) => `${name} copy ${at + 2}`)]
  return names.find((each) => nameProblem(sets, each) === undefined) ?? name
}

/** The sets in the order of the dashboard, those it does not order after them by age. */
export function ordered(sets: readonly FilterSetAnswer[], order: unknown): readonly FilterSetAnswer[] {
  const ids = Array.isArray(order) ? (order as readonly unknown[]) : []
  const rank = ({ id }: FilterSetAnswer) => (ids.includes(id) ? ids.indexOf(id) : ids.length)
  return sets.toSorted((a, b) => rank(a) - rank(b) || a.id - b.id)
}
