import type { FilterConfig } from '#filters/filter-type.ts'
import { filterType } from '#filters/index.ts'
import { toTable } from '#core/query/result.ts'
import { ancestorsOf } from '#core/scope/cascade.ts'
import { t } from '#core/text/t.ts'
import { toast } from '#ui/overlay/toast.ts'
import { parentsOf } from '../state/dependent-values.ts'
import { firstValue, defaultsToFirstOption } from '../state/first-values.ts'
import { filterBarOptions } from '../state/filter-bar-options.ts'
import type { DashboardState } from '../state/hydrate.ts'
import type { SendQuery } from '../state/loading.ts'
import { describeFilterValue, maskOf, type Masks } from '../state/masks.ts'
import { actions, type DashboardStore } from '../state/store.ts'

/** The result of a check: the value that replaces the one of the filter, and the part of it that does not exist. */
export interface CheckResult {
  readonly next: unknown
  readonly removed: unknown
}

/** Checks in the engine which part of a filter's value exists under its parent filters. */
export async function checkValue(
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
export function masksBefore({ filters }: DashboardState, filter: FilterConfig, masks: Masks, last: Masks | undefined) {
  if (last) return last
  const ids = ancestorsOf(filters, filter.id)
  const isRequired = filters.some(({ id, controlValues }) => ids.includes(id) && controlValues?.['enableEmptyFilter'])
  return isRequired ? undefined : { [filter.id]: masks[filter.id] ?? maskOf(filter, undefined) }
}

/** Reports the removed values; undo restores the filter and its parents. */
export function reportRemoved(
  store: DashboardStore,
  filter: FilterConfig,
  removed: unknown,
  before: Masks | undefined,
) {
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
