import { createDashboardPermalink } from '#calls/dashboards.ts'
import { copyLink } from '#client/shell/copy-link.ts'
import { mailLink } from '#client/shell/mail-link.ts'
import { isFilterParam } from './named-filters.ts'
import { isRangeParam } from './range-params.ts'
import { type DashboardStore, useDashboardStore } from './store.ts'
import { viewParams } from './dashboard-url.ts'

/** Returns a link to the current view of the dashboard, at an anchor if one is given. */
function linkOf(store: DashboardStore, anchor?: string, bare?: Readonly<Record<string, string>>) {
  const state = store.getState()
  const { info, masks, activeTabs } = state
  const { preselect_filters: boxes, compare } = viewParams(state)
  const { compare: _opened, ...params } = state.urlParams
  // The data mask has the values of the filters.
  const others = Object.entries(params).filter(([name]) => !isRangeParam(name) && !isFilterParam(state.filters, name))
  const urlParams = {
    ...Object.fromEntries(others),
    ...bare,
    ...(boxes ? { preselect_filters: boxes } : {}),
    ...(compare ? { compare } : {}),
  }
  const view = { dataMask: masks, activeTabs, urlParams: Object.entries(urlParams), ...(anchor ? { anchor } : {}) }
  return createDashboardPermalink(info.id, view)
}

/** Functions that share the current view of the dashboard. */
export interface ShareActions {
  readonly copy: (anchor?: string) => void
  /** Opens an email draft; `title` is its subject. */
  readonly mail: (title: string, anchor?: string) => void
  /** Returns a link for an iframe on another page: the dashboard without navigation and title. */
  readonly frameLink: () => Promise<{ readonly url: string }>
}

export function useShare(): ShareActions {
  const store = useDashboardStore()
  return {
    copy: (anchor) => void copyLink(() => linkOf(store, anchor)),
    mail: (title, anchor) => void mailLink(title, () => linkOf(store, anchor)),
    frameLink: () => linkOf(store, undefined, { standalone: '2' }),
  }
}
