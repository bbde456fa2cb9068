import type { DashboardState } from '#client/dashboard/state/hydrate.ts'
import { masksForUrl } from '#client/dashboard/state/masks.ts'
import { viewParams } from '#client/dashboard/state/url.ts'

const KEY = 'viewStep'
/** Where the router keeps how far an entry is from the first. */
const INDEX = '__TSR_index'

type Entry = Readonly<Record<string, unknown>>

const entryOf = (state: unknown): Entry => (typeof state === 'object' && state !== null ? (state as Entry) : {})

const numberIn = (state: unknown, key: string): number => {
  const value = entryOf(state)[key]
  return typeof value === 'number' && value > 0 ? value : 0
}

/** How many steps lie before an entry of the browser's history. */
export const stepOf = (state: unknown): number => numberIn(state, KEY)

/** The state of the entry one step after another. It keeps the router's key: the page stays where it was scrolled to. */
export function stepped(state: unknown): Entry {
  return { ...entryOf(state), [INDEX]: numberIn(state, INDEX) + 1, [KEY]: stepOf(state) + 1 }
}

/** What filters by: pages and columns of a chart are said by the address, and are no step. */
function filtersOf({ masks, filters, defaults }: DashboardState): string {
  const own = Object.entries(masks).map(([id, { ownState, ...mask }]) => {
    const drill = ownState?.['drill']
    return [id, drill === undefined ? mask : { ...mask, ownState: { drill } }] as const
  })
  return JSON.stringify(masksForUrl(filters, Object.fromEntries(own), defaults) ?? null)
}

/**
 * Whether going from one state to the next is a step: a person has applied other filters. First values that filters gave
 * themselves are none.
 */
export function isNextStep(state: DashboardState, before: DashboardState): boolean {
  if (state.awaited.length < before.awaited.length || state.filters !== before.filters) return false
  const [was, is] = [viewParams(before), viewParams(state)]
  if (was.preselect_filters !== is.preselect_filters) return true
  return was.native_filters !== is.native_filters && filtersOf(state) !== filtersOf(before)
}
