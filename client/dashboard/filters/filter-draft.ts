import { controlsWithDefaults } from './filter-settings.ts'
import { type CheckedFilters, problemsOf } from './filter-problems.ts'
import { type Layout, ROOT_ID } from '#core/layout/node.ts'
import { chartsInScope } from '#core/scope/charts-in-scope.ts'
import { tabsInScope } from '#core/scope/tabs-in-scope.ts'
import type { FilterConfig } from '#filters/filter-type.ts'
import { filterType } from '#filters/index.ts'

/** How long a filter that was taken away can be brought back, in milliseconds. */
export const UNDO_MS = 5000

/** The filters of a dashboard as they are being configured, in the order of the bar. */
export interface FilterDraft extends CheckedFilters {
  /** Ids of those that were taken away and can still be brought back. */
  readonly removing: readonly string[]
  readonly selected: string | undefined
}

const hasDefault = ({ defaultDataMask }: FilterConfig) =>
  defaultDataMask?.filterState?.value !== undefined && defaultDataMask.filterState.value !== null

export function draftOf(filters: readonly FilterConfig[], selected = filters[0]?.id): FilterDraft {
  return { filters, removing: [], defaulted: filters.filter(hasDefault).map(({ id }) => id), selected }
}

/** A filter that says nothing yet; of a dataset it leaves out the charts of others. */
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

/** A title between filters. */
export function newDivider(suffix: string): FilterConfig {
  return {
    id: `NATIVE_FILTER_DIVIDER-${suffix}`,
    type: 'DIVIDER',
    title: '',
    description: '',
    scope: { rootPath: [ROOT_ID], excluded: [] },
  }
}

export function added(draft: FilterDraft, filter: FilterConfig): FilterDraft {
  return { ...draft, filters: [...draft.filters, filter], selected: filter.id }
}

export function changed(draft: FilterDraft, id: string, patch: Partial<FilterConfig>): FilterDraft {
  return { ...draft, filters: draft.filters.map((each) => (each.id === id ? { ...each, ...patch } : each)) }
}

const unset = { defaultDataMask: { extraFormData: {}, filterState: {}, ownState: {} } }

/** Another kind: its column, default and settings are chosen anew. */
export function withType(draft: FilterDraft, id: string, filterTypeName: string): FilterDraft {
  const filter = draft.filters.find((each) => each.id === id)
  const target = filterType(filterTypeName)?.target
  const datasetId = filter?.targets?.[0]?.datasetId
  return withDefault(
    changed(draft, id, {
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

/** Another dataset or column: the default is chosen anew, with another dataset all that names its columns. */
export function withTarget(draft: FilterDraft, id: string, target: NonNullable<FilterConfig['targets']>[number]) {
  const before = draft.filters.find((each) => each.id === id)?.targets?.[0]
  const isOther = before?.datasetId !== target.datasetId
  const own = isOther ? { adhoc_filters: [], sortMetric: null, granularity_sqla: null } : {}
  return withDefault(changed(draft, id, { ...unset, ...own, targets: [target] }), id, false)
}

/** Whether a filter shall have a default; taking it away forgets the one it had. */
export function withDefault(draft: FilterDraft, id: string, isOn: boolean): FilterDraft {
  const others = draft.defaulted.filter((each) => each !== id)
  return isOn ? { ...draft, defaulted: [...others, id] } : { ...changed(draft, id, unset), defaulted: others }
}

/** The filter stands at `index` among the others, from 0; what was taken away counts as long as it is seen. */
export function moved(draft: FilterDraft, id: string, index: number): FilterDraft {
  const filter = draft.filters.find((each) => each.id === id)
  if (!filter) return draft
  const others = draft.filters.filter((each) => each.id !== id)
  const at = Math.min(Math.max(0, index), others.length)
  return { ...draft, filters: others.toSpliced(at, 0, filter) }
}

/** Taken away for as long as it can be brought back. */
export function removing(draft: FilterDraft, id: string): FilterDraft {
  return draft.removing.includes(id) ? draft : { ...draft, removing: [...draft.removing, id] }
}

export function restored(draft: FilterDraft, id: string): FilterDraft {
  return { ...draft, removing: draft.removing.filter((each) => each !== id) }
}

/** Gone: filters that depended on it depend on it no longer. */
export function removed(draft: FilterDraft, id: string): FilterDraft {
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

/** The draft when it is saved: what was taken away is gone. */
function settled(draft: FilterDraft): FilterDraft {
  return draft.removing.reduce(removed, draft)
}

/** The first filter that cannot be saved as it is; the one in sight comes first. */
export function firstWrong(draft: FilterDraft): string | undefined {
  const wrong = settled(draft).filters.filter((each) => Object.keys(problemsOf(draft, each)).length > 0)
  return (wrong.find((each) => each.id === draft.selected) ?? wrong[0])?.id
}

/** The filters as they are stored. `chartsInScope` and `tabsInScope` are told to other readers of the file. */
export function filtersToSave(draft: FilterDraft, layout: Layout): readonly FilterConfig[] {
  return settled(draft).filters.map((filter): FilterConfig => {
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
