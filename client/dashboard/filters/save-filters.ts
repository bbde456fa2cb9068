import { withoutUndo } from '#client/dashboard/state/edit.ts'
import { metadataToSave } from '#client/dashboard/state/edit-save.ts'
import { storedFilters } from '#client/dashboard/state/filter-features.ts'
import { parseObject } from '#client/dashboard/state/dashboard-info.ts'
import { toAppliedMask, type Masks, maskOf } from '#client/dashboard/state/masks.ts'
import type { DashboardStore } from '#client/dashboard/state/store.ts'
import { fetchResource, updateResource } from '#calls/resources.ts'
import { hasErrorCode } from '#calls/call.ts'
import type { DashboardResponse } from '#core/rest/responses.ts'
import type { FilterConfig } from '#filters/filter-type.ts'

interface WrittenFilters {
  readonly version?: number | undefined
  readonly json_metadata?: string | null | undefined
}

/** Another user has changed the filters since this page was opened; `theirs` are the saved filters. */
export class FiltersChanged extends Error {
  readonly theirs: readonly FilterConfig[]
  constructor(theirs: readonly FilterConfig[]) {
    super('The filters were changed by another user')
    this.theirs = theirs
  }
}

const KEY = 'native_filter_configuration'
const print = (value: unknown) => JSON.stringify(value ?? [])

const filtersIn = (metadata: Readonly<Record<string, unknown>>) =>
  Array.isArray(metadata[KEY]) ? (metadata[KEY] as readonly FilterConfig[]) : []

function isSameSubject(a: FilterConfig, b: FilterConfig): boolean {
  return a.filterType === b.filterType && print(a.targets) === print(b.targets)
}

/**
 * Returns the masks after the filters change. A filter on the same column keeps its selection, any other gets its
 * default. Cross-filters stay.
 */
export function masksForFilters(
  filters: readonly FilterConfig[],
  before: readonly FilterConfig[],
  masks: Masks,
): Masks {
  const native = filters.filter(({ type }) => type === 'NATIVE_FILTER')
  const own = native.map((filter) => {
    const known = before.find(({ id }) => id === filter.id)
    const isRetained = known !== undefined && isSameSubject(known, filter)
    const state = isRetained ? masks[filter.id]?.filterState : filter.defaultDataMask?.filterState
    return [filter.id, maskOf(filter, state?.value)] as const
  })
  const removed = new Set(before.map(({ id }) => id))
  return { ...Object.fromEntries(Object.entries(masks).filter(([id]) => !removed.has(id))), ...Object.fromEntries(own) }
}

/** Shows the filters as stored on the server. */
function show(
  store: DashboardStore,
  { version, json_metadata }: WrittenFilters,
  sent: Readonly<Record<string, unknown>>,
): void {
  const metadata = json_metadata ? parseObject(json_metadata) : sent
  const filters = storedFilters(metadata, store.getState().info)
  withoutUndo(store, () =>
    store.setState((state) => ({
      info: { ...state.info, metadata, version: version ?? state.info.version },
      filters,
      masks: Object.fromEntries(
        Object.entries(masksForFilters(filters, state.filters, state.masks)).map(([id, mask]) => [
          id,
          toAppliedMask(mask),
        ]),
      ),
      selected: masksForFilters(filters, state.filters, state.selected),
      awaited: state.awaited.filter((id) => filters.some((each) => each.id === id)),
    })),
  )
}

type Metadata = Readonly<Record<string, unknown>>

/**
 * Writes some metadata keys and keeps the other stored ones. If another user saved in between, `check` inspects their
 * metadata and may throw; otherwise their changes are kept.
 */
async function write(store: DashboardStore, change: Metadata, check: (theirs: Metadata) => void): Promise<void> {
  const state = store.getState()
  const { id, version } = state.info
  const put = async (before: Metadata, ifVersion: number | undefined) => {
    const metadata = { ...before, ...change }
    const body = { json_metadata: JSON.stringify(metadata) }
    const answer = await updateResource('dashboard', id, body, ifVersion)
    show(store, { version: answer.version, ...(answer.result as WrittenFilters) }, metadata)
  }
  try {
    await put(metadataToSave(state), version)
  } catch (error) {
    if (!hasErrorCode(error, 'version-conflict')) throw error
    const stored = await fetchResource<DashboardResponse>('dashboard', id)
    const theirs = parseObject(stored.json_metadata)
    check(theirs)
    await put(theirs, stored.version)
  }
}

/**
 * Saves the filters of the dashboard. Other changes saved by another user are merged. If another user changed the
 * filters, throws `FiltersChanged`, unless `isForced`. A failure leaves the page unchanged.
 */
export function saveFilters(store: DashboardStore, filters: readonly FilterConfig[], isForced = false): Promise<void> {
  const before = print(store.getState().filters)
  return write(store, { [KEY]: filters }, (theirs) => {
    if (!isForced && print(filtersIn(theirs)) !== before) throw new FiltersChanged(filtersIn(theirs))
  })
}

/** Saves some metadata keys of the dashboard, regardless of changes by other users. */
export function saveMetadata(store: DashboardStore, change: Metadata): Promise<void> {
  return write(store, change, () => {})
}
