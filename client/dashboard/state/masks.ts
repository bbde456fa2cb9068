import type { FilterConfig } from '#filters/filter-type.ts'
import { filterType } from '#filters/index.ts'
import type { Layout } from '#core/layout/node.ts'
import { clearMask, type DataMask, type ExtraFormData, mergeExtraFormData } from '#core/mask/mask.ts'
import type { DatasetAnswer } from '#core/rest/answers.ts'
import { ancestorsOf } from '#core/scope/cascade.ts'
import { chartsInScope, type Scope } from '#core/scope/charts-in-scope.ts'
import { type CrossFilters, scopeOfChart } from './cross-filter-scopes.ts'

/** Masks by filter id; a cross-filter's id is the id of the chart it comes from. */
export type Masks = Readonly<Record<string, DataMask>>

/** What decides whom a mask reaches. */
export interface ScopeContext {
  readonly layout: Layout
  readonly filters: readonly FilterConfig[]
  readonly crossFilters: CrossFilters
}

/** Whether an id is that of a cross-filter. */
export const isCrossFilter = (id: string): boolean => /^\d+$/.test(id)

const reached = new WeakMap<Layout, WeakMap<Scope, ReadonlySet<number>>>()

function isReached(layout: Layout, scope: Scope, chartId: number): boolean {
  const known = reached.get(layout) ?? new WeakMap<Scope, ReadonlySet<number>>()
  reached.set(layout, known)
  const charts = known.get(scope) ?? new Set(chartsInScope(layout, scope))
  known.set(scope, charts)
  return charts.has(chartId)
}

/** Whether a native filter reaches this chart. Dividers reach none. */
export function reaches(layout: Layout, filter: FilterConfig, chartId: number): boolean {
  return filter.type === 'NATIVE_FILTER' && Boolean(filter.scope) && isReached(layout, filter.scope, chartId)
}

/** The filter ids that have a mask and reach this chart: native filters in their order, then cross-filters. */
export function filtersOf(reach: ScopeContext, masks: Masks, chartId: number): string[] {
  const native = reach.filters
    .filter((filter) => masks[filter.id] && reaches(reach.layout, filter, chartId))
    .map((filter) => filter.id)
  const cross = Object.keys(masks)
    .filter((id) => isCrossFilter(id) && isNarrowing(masks[id]))
    .filter((id) => isReached(reach.layout, scopeOfChart(reach.crossFilters, Number(id)), chartId))
  return [...native, ...cross]
}

/** What all masks that reach a chart add to its form, merged. */
export function extraFormDataOf(reach: ScopeContext, masks: Masks, chartId: number): ExtraFormData {
  return mergeExtraFormData(filtersOf(reach, masks, chartId).map((id) => masks[id]?.extraFormData))
}

/** Whether a mask narrows anything. */
export function isNarrowing(mask: DataMask | undefined): boolean {
  return Object.values(mask?.extraFormData ?? {}).some((part) =>
    Array.isArray(part) ? part.length > 0 : part !== null && part !== undefined,
  )
}

/** Whether a person has chosen something: an emptied required filter narrows without a value. */
export function hasValue(mask: DataMask | undefined): boolean {
  const value = mask?.filterState?.value
  return value !== null && value !== undefined && isNarrowing(mask)
}

/** The mask of a value of a native filter. */
export function maskOf(filter: FilterConfig, value: unknown): DataMask {
  const type = filterType(filter.filterType)
  return type ? { id: filter.id, ownState: {}, ...type.toMask(type.parse(value), filter) } : { id: filter.id }
}

/** The datasets of a dashboard by id, those that are here. */
export type Datasets = Readonly<Record<number, DatasetAnswer>>

/** What a filter narrows to, in words. Values of a column whose dataset is not known here are told as they are sent. */
export function describeFilterValue(filter: FilterConfig, mask: DataMask | undefined, datasets: Datasets): string {
  const type = filterType(filter.filterType)
  const value = type?.parse(mask?.filterState?.value)
  const [target] = filter.targets ?? []
  const column = datasets[target?.datasetId ?? -1]?.columns?.find((each) => each.column_name === target?.column?.name)
  return (value === undefined ? undefined : type?.words?.(value, filter, column)) ?? mask?.filterState?.label ?? ''
}

/** Whether nothing but this filter and those it is chosen under narrows the page. */
export function isOnlyActiveFilter(filters: readonly FilterConfig[], masks: Masks, id: string): boolean {
  const own = new Set([id, ...ancestorsOf(filters, id)])
  return Object.entries(masks).every(([each, mask]) => own.has(each) || !isNarrowing(mask))
}

/** The mask of a chart in which nothing is picked any more; what it is drawn by stays. */
export const clearSelection = (id: string, mask: DataMask | undefined): DataMask => ({
  ...clearMask,
  id,
  ...(mask?.ownState ? { ownState: mask.ownState } : {}),
})

/** A mask as it is applied and stored: without what only the filter bar needs. */
export function applied(mask: DataMask): DataMask {
  if (mask.filterState?.validateStatus === undefined) return mask
  const { validateStatus: _status, ...filterState } = mask.filterState
  return { ...mask, filterState }
}

type Entries = Readonly<Record<string, unknown>>

function entriesOf(value: unknown): Entries | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Entries) : undefined
}

/** The state a mask of an address or a permalink carries; the first links called it `currentState`. */
function stateIn(mask: unknown): Entries | undefined {
  const said = entriesOf(mask)
  return entriesOf(said?.['filterState']) ?? entriesOf(said?.['currentState'])
}

/**
 * The masks a dashboard opens with: each filter's default, replaced by what the address says. `selected` is what the
 * filter bar shows of them.
 */
export function openedWith(filters: readonly FilterConfig[], given: Entries): { masks: Masks; selected: Masks } {
  const selected: Record<string, DataMask> = {}
  for (const filter of filters) {
    if (filter.type !== 'NATIVE_FILTER') continue
    const state = stateIn(given[filter.id]) ?? filter.defaultDataMask?.filterState
    selected[filter.id] = maskOf(filter, state?.['value'])
  }
  const masks = Object.fromEntries(Object.entries(selected).map(([id, mask]) => [id, applied(mask)]))
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
 * What the address needs to bring the masks back; undefined when they are those the dashboard opens with. `defaults` are
 * those of the filter set it opens with.
 */
export function masksForUrl(
  filters: readonly FilterConfig[],
  masks: Masks,
  defaults: Entries = {},
): Entries | undefined {
  const said: Record<string, unknown> = {}
  for (const filter of filters) {
    if (filter.type !== 'NATIVE_FILTER') continue
    const value = masks[filter.id]?.filterState?.value ?? null
    const opening = stateIn(defaults[filter.id]) ?? filter.defaultDataMask?.filterState
    const usual = maskOf(filter, opening?.['value']).filterState?.value ?? null
    if (JSON.stringify(value) !== JSON.stringify(usual)) said[filter.id] = { filterState: { value } }
  }
  for (const [id, mask] of Object.entries(masks)) {
    const hasOwn = Object.keys(mask.ownState ?? {}).length > 0
    if (!isCrossFilter(id) || !(isNarrowing(mask) || hasOwn)) continue
    const { extraFormData, filterState } = mask
    const pick = isNarrowing(mask) ? { extraFormData, filterState } : {}
    said[id] = { id, ...pick, ...(hasOwn ? { ownState: mask.ownState } : {}) }
  }
  return Object.keys(said).length > 0 ? said : undefined
}
