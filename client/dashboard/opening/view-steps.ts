import type { DashboardState } from '#client/dashboard/state/hydrate.ts'
import { masksForUrl } from '#client/dashboard/state/masks.ts'
import { viewParams } from '#client/dashboard/state/dashboard-url.ts'

const KEY = 'viewStep'
/** The key under which the router stores the index of a history entry. */
const INDEX = '__TSR_index'

type Entry = Readonly<Record<string, unknown>>

const entryOf = (state: unknown): Entry => (typeof state === 'object' && state !== null ? (state as Entry) : {})

const numberIn = (state: unknown, key: string): number => {
  const value = entryOf(state)[key]
  return typeof value === 'number' && value > 0 ? value : 0
}

/** Returns how many filter steps precede an entry of the browser's history. */
export const stepOf = (state: unknown): number => numberIn(state, KEY)

/**
 * Returns the state of the history entry one step later. It keeps the router's key, so that the scroll position stays.
 */
export function nextHistoryEntry(state: unknown): Entry {
  return { ...entryOf(state), [INDEX]: numberIn(state, INDEX) + 1, [KEY]: stepOf(state) + 1 }
}

/** Returns the filters as text. Pages and columns of a chart are in the URL too but do not count as a step. */
function filtersOf({ masks, filters, defaults }: DashboardState): string {
  const own = Object.entries(masks).map(([id, { ownState, ...mask }]) => {
    const drill = ownState?.['drill']
    return [id, drill === undefined ? mask : { ...mask, ownState: { drill } }] as const
  })
  return JSON.stringify(masksForUrl(filters, Object.fromEntries(own), defaults) ?? null)
}

/**
 * True if the change between two states is a step: the user has applied other filters or another comparison. Initial
 * values set by filters themselves are not steps.
 */
export function isNextStep(state: DashboardState, before: DashboardState): boolean {
  if (state.awaited.length < before.awaited.length || state.filters !== before.filters) return false
  const [was, is] = [viewParams(before), viewParams(state)]
  if (was.preselect_filters !== is.preselect_filters || was.compare !== is.compare) return true
  return was.native_filters !== is.native_filters && filtersOf(state) !== filtersOf(before)
}
