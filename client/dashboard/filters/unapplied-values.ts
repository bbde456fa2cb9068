import { actions, type DashboardStore } from '#client/dashboard/state/store.ts'
import type { DashboardState } from '#client/dashboard/state/hydrate.ts'
import { masksForUrl, maskOf } from '#client/dashboard/state/masks.ts'

type Values = Readonly<Record<string, unknown>>
type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

interface UnappliedFilters {
  /** The applied filters, as in the URL, when the values were selected. */
  readonly view: string
  readonly values: Values
}

const print = (value: unknown) => JSON.stringify(value ?? null)
const viewOf = ({ filters, masks, defaults }: DashboardState) => print(masksForUrl(filters, masks, defaults))
const keyOf = ({ info }: DashboardState) => `facet:unapplied:${info.userId ?? 'anonymous'}:${info.id}`

/** Returns the selected but unapplied values of the filter bar, by filter id; undefined if there are none. */
export function unappliedValues({ filters, selected, masks }: DashboardState): Values | undefined {
  const waiting = filters
    .filter(({ type }) => type === 'NATIVE_FILTER')
    .map(({ id }) => [id, selected[id]?.filterState?.value, masks[id]?.filterState?.value] as const)
    .filter(([, chosen, applied]) => print(chosen) !== print(applied))
    .map(([id, chosen]) => [id, chosen ?? null] as const)
  return waiting.length > 0 ? Object.fromEntries(waiting) : undefined
}

/** Stores unapplied selections so that they survive a reload of this tab. */
export function storeUnappliedSelections(shelf: DraftStorage | undefined, state: DashboardState): void {
  const values = unappliedValues(state)
  try {
    if (values) shelf?.setItem(keyOf(state), print({ view: viewOf(state), values } satisfies UnappliedFilters))
    else shelf?.removeItem(keyOf(state))
  } catch {
    // Without storage, the selections last as long as the page.
  }
}

function readUnapplied(storage: DraftStorage | undefined, key: string): UnappliedFilters | undefined {
  try {
    const stored = JSON.parse(storage?.getItem(key) ?? 'null') as Partial<UnappliedFilters> | null
    return typeof stored?.view === 'string' && typeof stored.values === 'object' && stored.values !== null
      ? { view: stored.view, values: stored.values }
      : undefined
  } catch {
    return undefined
  }
}

/** Restores the selections from before a reload if the page still shows the same view. */
export function restoreUnappliedSelections(storage: DraftStorage | undefined, store: DashboardStore): void {
  const state = store.getState()
  const stored = readUnapplied(storage, keyOf(state))
  if (stored?.view !== viewOf(state)) return
  for (const filter of state.filters)
    if (filter.type === 'NATIVE_FILTER' && Object.hasOwn(stored.values, filter.id))
      actions.select(store, filter.id, maskOf(filter, stored.values[filter.id]))
}
