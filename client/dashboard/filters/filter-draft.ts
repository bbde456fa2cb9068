import { controlsWithDefaults } from './filter-settings.ts'
import { type CheckedFilters, filterProblems } from './filter-problems.ts'
import { type Layout, ROOT_ID } from '#core/layout/node.ts'
import { chartsInScope } from '#core/scope/charts-in-scope.ts'
import { tabsInScope } from '#core/scope/tabs-in-scope.ts'
import type { FilterConfig } from '#filters/filter-type.ts'
import { filterType } from '#filters/index.ts'

/** Milliseconds during which a removed filter can be restored. */
export const UNDO_MS = 5000

/** The filters of a dashboard during configuration, in the order of the bar. */
export interface FilterDraft extends CheckedFilters {
  /** Ids of removed filters that can still be restored. */
  readonly removing: readonly string[]
  readonly selected: string | undefined
}

const hasDefault = ({ defaultDataMask }: FilterConfig) =>
  defaultDataMask?.filterState?.value !== undefined && defaultDataMask.filterState.value !== null

export function draftOf(filters: readonly FilterConfig[], selected = filters[0]?.id): FilterDraft {
  return { filters, removing: [], defaulted: filters.filter(hasDefault).map(({ id }) => id), selected }
}

/** Returns an empty filter. With a dataset, charts of other datasets are excluded from its scope. */
export function newFilter(suffix: string, datasetId?: number, others: readonly number[] = []): FilterConfig {
  return {
    id: `NATIVE_FILTER-${suffix}`,
    type: 'NATIVE_FILTER',
    name: '',
    description: '',
    filterType: 'filter_select',
    targets: datasetId === undefined ? [{}] : [{ datasetId }],
    controlValues: controlsWithDefaults('filter_select'),
    requiredFirst: false,
    cascadeParentIds: [],
    defaultDataMask: { extraFormData: {}, filterState: {}, ownState: {} },
    scope: { rootPath: [ROOT_ID], excluded: others },
    adhoc_filters: [],
    time_range: 'No filter',
    granularity_sqla: null,
    sortMetric: null,
  }
}

/** Returns a divider: a title between filters. */
export function newDivider(suffix: string): FilterConfig {
  return {
    id: `NATIVE_FILTER_DIVIDER-${suffix}`,
    type: 'DIVIDER',
    title: '',
    description: '',
    scope: { rootPath: [ROOT_ID], excluded: [] },
  }
}

export function withAddedFilter(draft: FilterDraft, filter: FilterConfig): FilterDraft {
  return { ...draft, filters: [...draft.filters, filter], selected: filter.id }
}

export function withChangedFilter(draft: FilterDraft, id: string, patch: Partial<FilterConfig>): FilterDraft {
  return { ...draft, filters: draft.filters.map((each) => (each.id === id ? { ...each, ...patch } : each)) }
}

const unset = { defaultDataMask: { extraFormData: {}, filterState: {}, ownState: {} } }

/** Changes the filter type; column, default and settings are reset. */
export function withType(draft: FilterDraft, id: string, filterTypeName: string): FilterDraft {
  const filter = draft.filters.find((each) => each.id === id)
  const target = filterType(filterTypeName)?.target
  const datasetId = filter?.targets?.[0]?.datasetId
  return withDefault(
    withChangedFilter(draft, id, {
      ...unset,
      filterType: filterTypeName,
      targets: target === 'none' || datasetId === undefined ? [{}] : [{ datasetId }],
      controlValues: controlsWithDefaults(filterTypeName, filter?.controlValues),
      sortMetric: null,
      adhoc_filters: [],
    }),
    id,
    false,
  )
}

/**
 * Changes the dataset or column. The default is reset; a new dataset also resets all settings that name its columns.
 */
export function withTarget(draft: FilterDraft, id: string, target: NonNullable<FilterConfig['targets']>[number]) {
  const before = draft.filters.find((each) => each.id === id)?.targets?.[0]
  const isOther = before?.datasetId !== target.datasetId
  const own = isOther ? { adhoc_filters: [], sortMetric: null, granularity_sqla: null } : {}
  return withDefault(withChangedFilter(draft, id, { ...unset, ...own, targets: [target] }), id, false)
}

/** Sets whether a filter has a default; turning it off discards the value. */
export function withDefault(draft: FilterDraft, id: string, isOn: boolean): FilterDraft {
  const others = draft.defaulted.filter((each) => each !== id)
  return isOn ? { ...draft, defaulted: [...others, id] } : { ...withChangedFilter(draft, id, unset), defaulted: others }
}

/** Moves the filter to `index` (from 0); removed filters count while they are listed. */
export function withMovedFilter(draft: FilterDraft, id: string, index: number): FilterDraft {
  const filter = draft.filters.find((each) => each.id === id)
  if (!filter) return draft
  const others = draft.filters.filter((each) => each.id !== id)
  const at = Math.min(Math.max(0, index), others.length)
  return { ...draft, filters: others.toSpliced(at, 0, filter) }
}

/** Marks the filter as removed; it can still be restored. */
export function withFilterMarkedRemoved(draft: FilterDraft, id: string): FilterDraft {
  return draft.removing.includes(id) ? draft : { ...draft, removing: [...draft.removing, id] }
}

export function withRestoredFilter(draft: FilterDraft, id: string): FilterDraft {
  return { ...draft, removing: draft.removing.filter((each) => each !== id) }
}

/** Removes the filter, also from the parents of dependent filters. */
export function withoutFilter(draft: FilterDraft, id: string): FilterDraft {
  const at = draft.filters.findIndex((each) => each.id === id)
  if (at < 0 || !draft.removing.includes(id)) return draft
  const filters = draft.filters
    .filter((each) => each.id !== id)
    .map((each) =>
      each.cascadeParentIds?.includes(id)
        ? { ...each, cascadeParentIds: each.cascadeParentIds.filter((parent) => parent !== id) }
        : each,
    )
  const next = filters[Math.min(at, filters.length - 1)]?.id
  return {
    filters,
    removing: draft.removing.filter((each) => each !== id),
    defaulted: draft.defaulted.filter((each) => each !== id),
    selected: draft.selected === id ? next : draft.selected,
  }
}

/** Returns the draft to save, without removed filters. */
function withoutRemoved(draft: FilterDraft): FilterDraft {
  return draft.removing.reduce(withoutFilter, draft)
}

/** Returns the first filter that cannot be saved; the selected one comes first. */
export function firstInvalidFilter(draft: FilterDraft): string | undefined {
  const invalidFilter = withoutRemoved(draft).filters.filter(
    (each) => Object.keys(filterProblems(draft, each)).length > 0,
  )
  return (invalidFilter.find((each) => each.id === draft.selected) ?? invalidFilter[0])?.id
}

/** Returns the filters as stored. `chartsInScope` and `tabsInScope` are written for other consumers of the file. */
export function filtersToSave(draft: FilterDraft, layout: Layout): readonly FilterConfig[] {
  return withoutRemoved(draft).filters.map((filter): FilterConfig => {
    const description = filter.description?.trim() ?? ''
    if (filter.type === 'DIVIDER') return { ...filter, title: filter.title?.trim() ?? '', description }
    const charts = chartsInScope(layout, filter.scope)
    return {
      ...filter,
      name: filter.name?.trim() ?? '',
      description,
      requiredFirst: filter.controlValues?.['defaultToFirstItem'] === true,
      chartsInScope: charts,
      tabsInScope: tabsInScope(layout, charts),
    }
  })
}
