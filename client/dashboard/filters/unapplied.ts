import { actions, type DashboardStore } from '#client/dashboard/state/store.ts'
import type { DashboardState } from '#client/dashboard/state/hydrate.ts'
import { masksForUrl, maskOf } from '#client/dashboard/state/masks.ts'

type Values = Readonly<Record<string, unknown>>
type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

interface Kept {
  /** What was applied when the choices were made, as the address says it. */
  readonly view: string
  readonly values: Values
}

const print = (value: unknown) => JSON.stringify(value ?? null)
const viewOf = ({ filters, masks, defaults }: DashboardState) => print(masksForUrl(filters, masks, defaults))
const keyOf = ({ info }: DashboardState) => `facet:unapplied:${info.userId ?? 'anonymous'}:${info.id}`

/** The values chosen in the filter bar and not applied yet, by filter id; undefined when there are none. */
export function unappliedValues({ filters, selected, masks }: DashboardState): Values | undefined {
  const waiting = filters
    .filter(({ type }) => type === 'NATIVE_FILTER')
    .map(({ id }) => [id, selected[id]?.filterState?.value, masks[id]?.filterState?.value] as const)
    .filter(([, chosen, applied]) => print(chosen) !== print(applied))
    .map(([id, chosen]) => [id, chosen ?? null] as const)
  return waiting.length > 0 ? Object.fromEntries(waiting) : undefined
}

/** Writes what is chosen and not applied where a reload of this tab finds it. */
export function keepUnapplied(shelf: Shelf | undefined, state: DashboardState): void {
  const values = unappliedValues(state)
  try {
    if (values) shelf?.setItem(keyOf(state), print({ view: viewOf(state), values } satisfies Kept))
    else shelf?.removeItem(keyOf(state))
  } catch {
    // A browser without room keeps the choices as long as the page is open.
  }
}

function readKept(shelf: Shelf | undefined, key: string): Kept | undefined {
  try {
    const kept = JSON.parse(shelf?.getItem(key) ?? 'null') as Partial<Kept> | null
    return typeof kept?.view === 'string' && typeof kept.values === 'object' && kept.values !== null
      ? { view: kept.view, values: kept.values }
      : undefined
  } catch {
    return undefined
  }
}

/** Chooses again what was chosen before a reload, if the page still shows the same view. */
export function restoreUnapplied(shelf: Shelf | undefined, store: DashboardStore): void {
  const state = store.getState()
  const kept = readKept(shelf, keyOf(state))
  if (kept?.view !== viewOf(state)) return
  for (const filter of state.filters)
    if (filter.type === 'NATIVE_FILTER' && Object.hasOwn(kept.values, filter.id))
      actions.select(store, filter.id, maskOf(filter, kept.values[filter.id]))
}
