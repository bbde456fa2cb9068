import { readDashboardPermalink } from '#calls/dashboards.ts'
import { urlParam } from '#core/rest/url-params.ts'
import { masksFromParam, tabsFromHash } from './url.ts'

/** What an address says a dashboard shows. */
export interface OpeningView {
  readonly masks: Readonly<Record<string, unknown>>
  /** Ids of tabs to open, or of boxes to be seen. */
  readonly activeTabs: readonly string[]
  /** The parameters of the address when the page was opened. */
  readonly params: URLSearchParams
}

/** The view an address names: by permalink, or by itself. A `native_filters` parameter wins over the permalink's masks. */
export async function openingView({ search, hash }: Pick<Location, 'search' | 'hash'>): Promise<OpeningView> {
  const params = new URLSearchParams(search)
  const said = params.get('native_filters')
  const tabs = tabsFromHash(hash)
  const key = urlParam(params, 'permalink_key')
  if (!key) return { params, masks: masksFromParam(said), activeTabs: tabs }
  const { state } = await readDashboardPermalink(key)
  const anchor = state.anchor ? [state.anchor] : []
  return {
    params,
    masks: said === null ? (state.dataMask ?? {}) : masksFromParam(said),
    activeTabs: [...(state.activeTabs ?? []), ...anchor, ...tabs],
  }
}
