import { decodeParam } from '#core/rest/url-params.ts'
import { printRison } from '#core/rest/rison.ts'
import type { DataMask } from '#core/mask/mask.ts'
import type { DashboardState } from './hydrate.ts'
import { boxesForUrl } from './filter-box/filter-boxes.ts'
import { isCrossFilter, masksForUrl } from './masks.ts'
import { isFilterParam, printFilterParams } from './named-filters.ts'
import { isRangeParam, printRangeParam } from './range-params.ts'

/** The values of filters as readable parameters, and the other masks as rison. */
interface ReadableMasks {
  readonly named: readonly (readonly [string, string])[]
  readonly others: string | undefined
  /** True if a URL parameter of this name holds the value of a filter. */
  readonly isNamed: (param: string) => boolean
}

/** The view as URL parameters: masks as rison, open tabs as encoded ids joined by commas. */
export interface ViewParams {
  readonly native_filters: string | undefined
  readonly readable?: ReadableMasks
  readonly tabs: string | undefined
  /** The values of filter boxes, as JSON by chart and column. */
  readonly preselect_filters?: string | undefined
  /** The time that charts are compared with. */
  readonly compare?: string | undefined
}

type View = Pick<DashboardState, 'filters' | 'masks' | 'activeTabs'> &
  Partial<Pick<DashboardState, 'defaults' | 'filterBoxes' | 'openedBoxes' | 'comparison'>>

let lastParams: { readonly view: View; readonly params: ViewParams } | undefined

/** Returns the URL parameters of a state. The last result is cached because every chart of a page reads it. */
export function viewParams(of: View): ViewParams {
  const { filters, masks, activeTabs, defaults, filterBoxes, openedBoxes, comparison } = of
  const known = lastParams?.view
  const isSame = known?.masks === masks && known.filters === filters && known.activeTabs === activeTabs
  const isSameState = known?.filterBoxes === filterBoxes && known?.comparison === comparison
  if (lastParams && isSame && isSameState) return lastParams.params
  const boxes = filterBoxes && openedBoxes ? { filterBoxes, openedBoxes } : {}
  const view = { filters, masks, activeTabs, comparison, ...(defaults ? { defaults } : {}), ...boxes }
  lastParams = { view, params: print(view) }
  return lastParams.params
}

function print(state: View): ViewParams {
  const masks = masksForUrl(state.filters, state.masks, state.defaults)
  const boxes = boxesForUrl(state.filterBoxes ?? {}, state.openedBoxes ?? {})
  return {
    ...(boxes ? { preselect_filters: JSON.stringify(boxes) } : {}),
    ...(state.comparison ? { compare: state.comparison } : {}),
    native_filters: masks ? printRison(masks) : undefined,
    readable: readableOf(state, masks ?? {}),
    tabs: state.activeTabs.length > 0 ? state.activeTabs.map(encodeURIComponent).join(',') : undefined,
  }
}

function readableOf({ filters }: View, masks: Readonly<Record<string, unknown>>): ReadableMasks {
  const printed = printFilterParams(filters, masks)
  const ranges: (readonly [string, string])[] = []
  const others: Record<string, unknown> = {}
  for (const [id, mask] of Object.entries(printed.others)) {
    const range = isCrossFilter(id) ? printRangeParam(id, mask as Partial<DataMask>) : undefined
    if (range) ranges.push(range)
    else others[id] = mask
  }
  return {
    named: [...printed.named, ...ranges],
    others: Object.keys(others).length > 0 ? printRison(others) : undefined,
    isNamed: (param) => isRangeParam(param) || isFilterParam(filters, param),
  }
}

/** Returns the masks in a URL parameter; empty if it is absent or invalid. */
export function masksFromParam(text: string | null | undefined): Readonly<Record<string, unknown>> {
  const value = decodeParam(text, 'rison')
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}

function decodeText(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Returns the open tabs in a URL hash. */
export function tabsFromHash(hash: string): string[] {
  return hash.replace(/^#/, '').split(',').filter(Boolean).map(decodeText)
}

const WRITTEN = ['native_filters', 'native_filters_key', 'permalink_key', 'filter_set', 'preselect_filters', 'compare']

/**
 * Leaves characters unescaped that a query may contain (RFC 3986, 3.4) and that rison uses, so that the URL stays
 * readable.
 */
const encodeMinimal = (text: string) => encodeURIComponent(text).replace(/%(3A|2C|40|2F|24)/g, decodeURIComponent)

/** Query strings with a longer view have the key of a stored view instead. */
export const MAX_QUERY_LENGTH = 2000

const encodeReadable = (text: string) => encodeMinimal(text).replaceAll('%20', '+')

/**
 * Returns the query string and hash of a page with this view. Other parameters are retained; those that named a
 * previous view are removed. With the key of the stored view, it replaces the values of the filters.
 */
export function dashboardViewUrl(search: string, view: ViewParams, key?: string): string {
  const params = new URLSearchParams(search)
  const { isNamed = () => false, ...filters } = view.readable ?? { named: [], others: view.native_filters }
  for (const name of [...WRITTEN, ...[...params.keys()].filter(isNamed)]) params.delete(name)
  if (view.preselect_filters) params.set('preselect_filters', view.preselect_filters)
  if (view.compare) params.set('compare', view.compare)
  if (key !== undefined) params.set('native_filters_key', key)
  const values = filters.named.map(([name, text]) => `${encodeReadable(name)}=${encodeReadable(text)}`)
  const others = filters.others && `native_filters=${encodeMinimal(filters.others)}`
  const query = [params.toString(), ...(key === undefined ? [...values, others] : [])].filter(Boolean).join('&')
  return `${query && `?${query}`}${view.tabs ? `#${view.tabs}` : ''}`
}
