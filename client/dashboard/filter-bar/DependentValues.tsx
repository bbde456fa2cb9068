import { type RefObject, useEffect, useRef } from 'react'
import type { FilterConfig } from '#filters/filter-type.ts'
import { filterType } from '#filters/index.ts'
import { toTable } from '#core/query/result.ts'
import { ancestorsOf } from '#core/scope/cascade.ts'
import { t } from '#core/text/t.ts'
import type { Value } from '#core/table/table.ts'
import { toast } from '#ui/overlay/toast.ts'
import { filterBarOptions } from '../state/filter-bar-options.ts'
import { combinationOf, existingValues, isUnchecked, parentsOf } from '../state/dependent-values.ts'
import { firstOption, defaultsToFirstOption } from '../state/first-values.ts'
import type { DashboardState } from '../state/hydrate.ts'
import { type SendQuery, useLoader } from '../state/loading.ts'
import { maskOf, type Masks } from '../state/masks.ts'
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

/** Returns the values of a filter that exist under its parent filters; its current values if all of them exist. */
async function valuesUnderParents(
  ask: SendQuery,
  state: DashboardState,
  filter: FilterConfig,
  masks: Masks,
  signal: AbortSignal,
) {
  const type = filterType(filter.filterType)
  const parents = parentsOf(state.filters, masks, filter.id)
  const value = type?.parse(masks[filter.id]?.filterState?.value) as readonly Value[]
  const run = async (query: object | undefined) => {
    const datasource = { id: filter.targets?.[0]?.datasetId as number, type: 'table' } as const
    const [result] = await ask({ datasource, queries: query ? [query] : [] }, { signal })
    if (!result || result.error) throw new Error(result?.error ?? '')
    return toTable(result)
  }
  const rest = existingValues(value, await run(type?.toExistenceQuery?.(filter, parents, value)))
  if (rest.length > 0 || !(defaultsToFirstOption(filter) || filter.controlValues?.['enableEmptyFilter'] === true))
    return { value, rest }
  const first = firstOption(filter, [await run(type?.toQueries?.(filter, parents)[0])])
  return { value, rest: first === undefined ? [] : [first] }
}

/** Reports the removed values; undo restores the filter and its parents to their last valid state. */
function report(store: DashboardStore, filter: FilterConfig, dropped: readonly Value[], before: Masks | undefined) {
  const { filters } = store.getState()
  const ids = [filter.id, ...ancestorsOf(filters, filter.id)]
  const back = () => {
    for (const each of filters.filter(({ id }) => ids.includes(id)))
      actions.select(store, each.id, before?.[each.id] ?? maskOf(each, undefined))
    if (filterBarOptions(store.getState().info.metadata).isInstant) actions.apply(store)
  }
  toast.show({
    text: t('%s: removed %s, not available under the other filters', filter.name ?? '', dropped.join(', ')),
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
    const settle = ({ value, rest }: { value: readonly Value[]; rest: readonly Value[] }) => {
      if (stop.signal.aborted) return
      const dropped = value.filter((each) => !rest.includes(each))
      if (dropped.length > 0) {
        report(store, filter, dropped, last.current)
        actions.settleDependent(store, filter, combination, maskOf(filter, rest.length > 0 ? rest : undefined))
      } else actions.settleDependent(store, filter, combination)
    }
    valuesUnderParents(ask, state, filter, masks, stop.signal).then(settle, () => {
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
