import { type RefObject, useEffect, useRef } from 'react'
import type { FilterConfig } from '#filters/filter-type.ts'
import { filterType } from '#filters/index.ts'
import { toTable } from '#core/query/result.ts'
import { ancestorsOf } from '#core/scope/cascade.ts'
import { t } from '#core/text/t.ts'
import { toast } from '#ui/overlay/toast.ts'
import { filterBarOptions } from '../state/filter-bar-options.ts'
import { combinationOf, isUnchecked, parentsOf } from '../state/dependent-values.ts'
import { firstValue, defaultsToFirstOption } from '../state/first-values.ts'
import type { DashboardState } from '../state/hydrate.ts'
import { type SendQuery, useLoader } from '../state/loading.ts'
import { describeFilterValue, maskOf, type Masks } from '../state/masks.ts'
import { actions, type DashboardStore, useDashboard, useDashboardStore } from '../state/store.ts'

/** The mask combination to check next: combinations that charts wait for come first. */
function uncheckedMasks({ filters, masks, selected, checkedValues }: DashboardState, filter: FilterConfig) {
  const chain = filters.filter(({ id }) => ancestorsOf(filters, filter.id).includes(id))
  return [masks, selected].find(
    (all) =>
      isUnchecked(filters, all, checkedValues, filter) &&
      !chain.some((parent) => isUnchecked(filters, all, checkedValues, parent)),
  )
}

/** The result of a check: the value that replaces the one of the filter, and the part of it that does not exist. */
interface CheckResult {
  readonly next: unknown
  readonly removed: unknown
}

/** Checks in the engine which part of a filter's value exists under its parent filters. */
async function checkValue(
  ask: SendQuery,
  state: DashboardState,
  filter: FilterConfig,
  masks: Masks,
  signal: AbortSignal,
): Promise<CheckResult> {
  const type = filterType(filter.filterType)
  const parents = parentsOf(state.filters, masks, filter.id)
  const value = type?.parse(masks[filter.id]?.filterState?.value)
  const run = async (query: object | undefined) => {
    const datasource = { id: filter.targets?.[0]?.datasetId as number, type: 'table' } as const
    const [result] = await ask({ datasource, queries: query ? [query] : [] }, { signal })
    if (!result || result.error) throw new Error(result?.error ?? '')
    return toTable(result)
  }
  const answer = await run(type?.toExistenceQuery?.(filter, parents, value))
  const { retained, removed } = type?.splitValue?.(value, answer) ?? { retained: value, removed: undefined }
  const isRequired = defaultsToFirstOption(filter) || filter.controlValues?.['enableEmptyFilter'] === true
  if (retained !== undefined || !isRequired) return { next: retained, removed }
  const next = firstValue(filter, [await run(type?.toQueries?.(filter, parents)[0])])
  // The value may have been added between both queries.
  return { next, removed: JSON.stringify(next) === JSON.stringify(value) ? undefined : removed }
}

/**
 * Returns the masks that undo restores: those of the last valid state. If no state was valid, the removed values return
 * and the parents that exclude them become empty; undefined if a parent must not be empty.
 */
function masksBefore({ filters }: DashboardState, filter: FilterConfig, masks: Masks, last: Masks | undefined) {
  if (last) return last
  const ids = ancestorsOf(filters, filter.id)
  const isRequired = filters.some(({ id, controlValues }) => ids.includes(id) && controlValues?.['enableEmptyFilter'])
  return isRequired ? undefined : { [filter.id]: masks[filter.id] ?? maskOf(filter, undefined) }
}

/** Reports the removed values; undo restores the filter and its parents. */
function report(store: DashboardStore, filter: FilterConfig, removed: unknown, before: Masks | undefined) {
  const { filters, datasets } = store.getState()
  const ids = [filter.id, ...ancestorsOf(filters, filter.id)]
  const back = () => {
    for (const each of filters.filter(({ id }) => ids.includes(id)))
      actions.select(store, each.id, before?.[each.id] ?? maskOf(each, undefined))
    if (filterBarOptions(store.getState().info.metadata).isInstant) actions.apply(store)
  }
  const text = describeFilterValue(filter, maskOf(filter, removed), datasets)
  toast.show({
    text: t('%s: removed %s, not available under the other filters', filter.name ?? '', text),
    ...(before ? { action: { label: t('Undo'), onPress: back } } : {}),
    seconds: 10,
  })
}

/** Returns the masks of the filter bar when all values of a filter last existed; undefined if they never did. */
function useLastValid(filter: FilterConfig): RefObject<Masks | undefined> {
  const store = useDashboardStore()
  const last = useRef<Masks>(undefined)
  useEffect(() => {
    const keep = () => {
      const state = store.getState()
      if (!uncheckedMasks(state, filter)) last.current = state.selected
    }
    keep()
    return store.subscribe(keep)
  }, [store, filter])
  return last
}

function DependentValue({ filter }: { readonly filter: FilterConfig }) {
  const store = useDashboardStore()
  const { ask } = useLoader()
  const last = useLastValid(filter)
  const combination = useDashboard((state) => {
    const masks = uncheckedMasks(state, filter)
    return masks && combinationOf(state.filters, masks, filter)
  })
  useEffect(() => {
    const state = store.getState()
    const masks = uncheckedMasks(state, filter)
    if (!combination || !masks) return undefined
    const stop = new AbortController()
    const settle = ({ next, removed }: CheckResult) => {
      if (stop.signal.aborted) return
      if (removed === undefined) return actions.settleDependent(store, filter, combination)
      report(store, filter, removed, masksBefore(state, filter, masks, last.current))
      actions.settleDependent(store, filter, combination, maskOf(filter, next))
    }
    checkValue(ask, state, filter, masks, stop.signal).then(settle, () => {
      // A failed check removes no values.
      if (!stop.signal.aborted) actions.settleDependent(store, filter, combination)
    })
    return () => stop.abort()
  }, [store, ask, filter, combination, last])
  return null
}

/** Removes values of dependent filters that do not exist under their parent filters. */
export function DependentValues() {
  const filters = useDashboard((state) => state.filters)
  return filters
    .filter(({ cascadeParentIds }) => (cascadeParentIds ?? []).length > 0)
    .map((filter) => <DependentValue key={filter.id} filter={filter} />)
}
