import { filterSetContents } from '#client/dashboard/filters/filter-sets.ts'
import { fetchDashboardPermalink, fetchFilterState } from '#calls/dashboards.ts'
import { listFilterSets } from '#calls/filter-sets.ts'
import { urlParam } from '#core/rest/url-params.ts'
import { masksOfFilterParams, filterParamsIn, type NameProblem } from '#client/dashboard/state/named-filters.ts'
import { masksOfRanges } from '#client/dashboard/state/range-params.ts'
import { masksFromParam, tabsFromHash } from '#client/dashboard/state/dashboard-url.ts'
import type { FilterConfig } from '#filters/filter-type.ts'

/** The dashboard view described by a URL. */
export interface OpeningView {
  readonly masks: Readonly<Record<string, unknown>>
  /** The values of filters by name, such as `f.Region=EMEA`; the filters of the dashboard say whose they are. */
  readonly named: readonly (readonly [string, string])[]
  /** The masks of `masks` that take precedence over `named`. */
  readonly stored: Readonly<Record<string, unknown>>
  /** Ids of tabs to open, or of boxes to scroll to. */
  readonly activeTabs: readonly string[]
  /** The URL parameters when the page was opened. */
  readonly params: URLSearchParams
}

type ViewMasks = OpeningView['masks']

/** State that no longer exists counts as empty. */
const undefinedIfEmpty = (answer: Promise<ViewMasks>): Promise<ViewMasks> => answer.catch(() => ({}))

/** Returns the filter masks stored under a key. The oldest keys store the masks themselves. */
async function masksOfKey(dashboard: string, key: string): Promise<ViewMasks> {
  const value: unknown = JSON.parse(await fetchFilterState(dashboard, key))
  const record = typeof value === 'object' && value !== null ? (value as ViewMasks) : {}
  return (record['dataMask'] as ViewMasks | undefined) ?? record
}

/** Returns the masks of a filter set in URL form; empty if the set does not exist. */
export async function filterSetMasks(dashboard: string, id: number): Promise<ViewMasks> {
  const set = (await listFilterSets(dashboard)).find((each) => each.id === id)
  return set ? filterSetContents(set).dataMask : {}
}

/**
 * Returns the view named by a URL. For each filter, the first source with a mask wins: the permalink, the state stored
 * under `native_filters_key`, the values by name and the ranges of charts, `native_filters`, the filter set.
 */
export async function openingView(
  { search, hash }: Pick<Location, 'search' | 'hash'>,
  dashboard: string,
): Promise<OpeningView> {
  const params = new URLSearchParams(search)
  const tabs = tabsFromHash(hash)
  const masksInUrl = masksFromParam(params.get('native_filters'))
  const [stored, set] = [params.get('native_filters_key'), Number(params.get('filter_set'))]
  const ofKey = stored ? await undefinedIfEmpty(masksOfKey(dashboard, stored)) : {}
  const ofSet = set > 0 ? await undefinedIfEmpty(filterSetMasks(dashboard, set)) : {}
  const own = { ...ofSet, ...masksInUrl, ...masksOfRanges(params), ...ofKey }
  const key = urlParam(params, 'permalink_key')
  const named = filterParamsIn(params)
  if (!key) return { params, masks: own, named, stored: ofKey, activeTabs: tabs }
  const { state } = await fetchDashboardPermalink(key)
  const anchor = state.anchor ? [state.anchor] : []
  return {
    params,
    masks: { ...own, ...state.dataMask },
    named,
    stored: { ...ofKey, ...state.dataMask },
    activeTabs: [...(state.activeTabs ?? []), ...anchor, ...tabs],
  }
}

/** Returns the masks of a view for the filters of a dashboard, and the names in its URL that could not be applied. */
export function viewMasks(
  { masks, named, stored }: Pick<OpeningView, 'masks' | 'named' | 'stored'>,
  filters: readonly FilterConfig[],
): { readonly masks: ViewMasks; readonly problems: readonly NameProblem[] } {
  const byName = masksOfFilterParams(filters, named)
  return { masks: { ...masks, ...byName.masks, ...stored }, problems: byName.problems }
}
