import type { FilterConfig } from '#filters/filter-type.ts'
import { filterType } from '#filters/index.ts'
import type { Layout } from '#core/layout/node.ts'
import { clearMask, type DataMask, type ExtraFormData, mergeExtraFormData } from '#core/mask/mask.ts'
import type { DatasetResponse } from '#core/rest/responses.ts'
import { ancestorsOf } from '#core/scope/cascade.ts'
import { chartsInScope, type Scope } from '#core/scope/charts-in-scope.ts'
import { type CrossFilters, scopeOfChart } from './cross-filter-scopes.ts'

/** Masks by filter id; a cross-filter's id is the id of the chart it comes from. */
export type Masks = Readonly<Record<string, DataMask>>

/** The state that decides which charts a mask applies to. */
export interface ScopeContext {
  readonly layout: Layout
  readonly filters: readonly FilterConfig[]
  readonly crossFilters: CrossFilters
}

/** True if the id is that of a cross-filter. */
export const isCrossFilter = (id: string): boolean => /^\d+$/.test(id)

const reachedChartsCache = new WeakMap<Layout, WeakMap<Scope, ReadonlySet<number>>>()

function isReached(layout: Layout, scope: Scope, chartId: number): boolean {
  const known = reachedChartsCache.get(layout) ?? new WeakMap<Scope, ReadonlySet<number>>()
  reachedChartsCache.set(layout, known)
  const charts = known.get(scope) ?? new Set(chartsInScope(layout, scope))
  known.set(scope, charts)
  return charts.has(chartId)
}

/** True if the chart is in the scope of the native filter. Dividers have no scope. */
export function isChartInFilterScope(layout: Layout, filter: FilterConfig, chartId: number): boolean {
  return filter.type === 'NATIVE_FILTER' && Boolean(filter.scope) && isReached(layout, filter.scope, chartId)
}

/** Returns the ids of filters with a mask and this chart in scope: native filters in order, then cross-filters. */
export function filtersOf(reach: ScopeContext, masks: Masks, chartId: number): string[] {
  const native = reach.filters
    .filter((filter) => masks[filter.id] && isChartInFilterScope(reach.layout, filter, chartId))
    .map((filter) => filter.id)
  const cross = Object.keys(masks)
    .filter((id) => isCrossFilter(id) && isFiltering(masks[id]))
    .filter((id) => isReached(reach.layout, scopeOfChart(reach.crossFilters, Number(id)), chartId))
  return [...native, ...cross]
}

/** Returns the merged form data of all masks with this chart in scope. */
export function extraFormDataOf(reach: ScopeContext, masks: Masks, chartId: number): ExtraFormData {
  return mergeExtraFormData(filtersOf(reach, masks, chartId).map((id) => masks[id]?.extraFormData))
}

/** True if a mask filters anything. */
export function isFiltering(mask: DataMask | undefined): boolean {
  return Object.values(mask?.extraFormData ?? {}).some((part) =>
    Array.isArray(part) ? part.length > 0 : part !== null && part !== undefined,
  )
}

/** True if the user has selected a value: a cleared required filter filters without one. */
export function hasValue(mask: DataMask | undefined): boolean {
  const value = mask?.filterState?.value
  return value !== null && value !== undefined && isFiltering(mask)
}

/** Returns the mask of a native filter with this value. */
export function maskOf(filter: FilterConfig, value: unknown): DataMask {
  const type = filterType(filter.filterType)
  return type ? { id: filter.id, ownState: {}, ...type.toDataMask(type.parse(value), filter) } : { id: filter.id }
}

/** The loaded datasets of a dashboard by id. */
export type Datasets = Readonly<Record<number, DatasetResponse>>

/** Returns the value of a filter as text. Values of a column with an unknown dataset are shown as sent. */
export function describeFilterValue(filter: FilterConfig, mask: DataMask | undefined, datasets: Datasets): string {
  const type = filterType(filter.filterType)
  const value = type?.parse(mask?.filterState?.value)
  const [target] = filter.targets ?? []
  const column = datasets[target?.datasetId ?? -1]?.columns?.find((each) => each.column_name === target?.column?.name)
  return (
    (value === undefined ? undefined : type?.describeValue?.(value, filter, column)) ?? mask?.filterState?.label ?? ''
  )
}

/** True if only this filter and its parents filter the page. */
export function isOnlyActiveFilter(filters: readonly FilterConfig[], masks: Masks, id: string): boolean {
  const own = new Set([id, ...ancestorsOf(filters, id)])
  return Object.entries(masks).every(([each, mask]) => own.has(each) || !isFiltering(mask))
}

/** Returns the mask of a chart without its selection; its own state, such as the sort order, stays. */
export const clearSelection = (id: string, mask: DataMask | undefined): DataMask => ({
  ...clearMask,
  id,
  ...(mask?.ownState ? { ownState: mask.ownState } : {}),
})

/** Returns a mask as it is applied and stored: without the parts that only the filter bar needs. */
export function toAppliedMask(mask: DataMask): DataMask {
  if (mask.filterState?.validateStatus === undefined) return mask
  const { validateStatus: _status, ...filterState } = mask.filterState
  return { ...mask, filterState }
}

type Entries = Readonly<Record<string, unknown>>

function entriesOf(value: unknown): Entries | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Entries) : undefined
}

/** Returns the state in a mask from a URL or a permalink; the oldest links call it `currentState`. */
function stateIn(mask: unknown): Entries | undefined {
  const maskEntries = entriesOf(mask)
  return entriesOf(maskEntries?.['filterState']) ?? entriesOf(maskEntries?.['currentState'])
}

/**
 * Returns the initial masks of a dashboard: each filter's default, replaced by the value from the URL. `selected` is
 * the state of the filter bar.
 */
export function initialMasks(filters: readonly FilterConfig[], given: Entries): { masks: Masks; selected: Masks } {
  const selected: Record<string, DataMask> = {}
  for (const filter of filters) {
    if (filter.type !== 'NATIVE_FILTER') continue
    const state = stateIn(given[filter.id]) ?? filter.defaultDataMask?.filterState
    selected[filter.id] = maskOf(filter, state?.['value'])
  }
  const masks = Object.fromEntries(Object.entries(selected).map(([id, mask]) => [id, toAppliedMask(mask)]))
  for (const [id, mask] of Object.entries(given)) {
    const extraFormData = entriesOf(entriesOf(mask)?.['extraFormData'])
    const ownState = entriesOf(entriesOf(mask)?.['ownState'])
    if (isCrossFilter(id) && (extraFormData || ownState))
      masks[id] = {
        id,
        extraFormData: extraFormData ?? {},
        filterState: stateIn(mask) ?? {},
        ...(ownState ? { ownState } : {}),
      }
  }
  return { masks, selected }
}

/**
 * Returns the masks as URL parameter; undefined if they equal the initial ones. `defaults` are the masks of the filter
 * set that the dashboard opens with.
 */
export function masksForUrl(
  filters: readonly FilterConfig[],
  masks: Masks,
  defaults: Entries = {},
): Entries | undefined {
  const masksByName: Record<string, unknown> = {}
  for (const filter of filters) {
    if (filter.type !== 'NATIVE_FILTER') continue
    const value = masks[filter.id]?.filterState?.value ?? null
    const opening = stateIn(defaults[filter.id]) ?? filter.defaultDataMask?.filterState
    const defaultValue = maskOf(filter, opening?.['value']).filterState?.value ?? null
    if (JSON.stringify(value) !== JSON.stringify(defaultValue)) masksByName[filter.id] = { filterState: { value } }
  }
  for (const [id, mask] of Object.entries(masks)) {
    const hasOwn = Object.keys(mask.ownState ?? {}).length > 0
    if (!isCrossFilter(id) || !(isFiltering(mask) || hasOwn)) continue
    const { extraFormData, filterState } = mask
    const pick = isFiltering(mask) ? { extraFormData, filterState } : {}
    masksByName[id] = { id, ...pick, ...(hasOwn ? { ownState: mask.ownState } : {}) }
  }
  return Object.keys(masksByName).length > 0 ? masksByName : undefined
}
