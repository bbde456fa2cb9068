import { createDashboardPermalink } from '#calls/dashboards.ts'
import { copyLink } from '#client/shell/copy-link.ts'
import { useDashboardStore } from '../state/store.ts'
import { viewParams } from '../state/url.ts'

/** Copies a link that shows the dashboard as it is now, at a place of it where one is named. */
export function useShare(): (anchor?: string) => void {
  const store = useDashboardStore()
  return (anchor) => {
    const state = store.getState()
    const { info, masks, activeTabs } = state
    const boxes = viewParams(state).preselect_filters
    const urlParams = { ...state.urlParams, ...(boxes ? { preselect_filters: boxes } : {}) }
    const view = { dataMask: masks, activeTabs, urlParams: Object.entries(urlParams), ...(anchor ? { anchor } : {}) }
    void copyLink(() => createDashboardPermalink(info.id, view))
  }
}
