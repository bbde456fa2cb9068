import { createDashboardPermalink } from '#calls/dashboards.ts'
import { copyLink } from '#client/shell/copy-link.ts'
import { useDashboardStore } from '../state/store.ts'

/** Copies a link that shows the dashboard as it is now. */
export function useShare(): () => void {
  const store = useDashboardStore()
  return () => {
    const { info, masks, activeTabs, urlParams } = store.getState()
    const view = { dataMask: masks, activeTabs, urlParams: Object.entries(urlParams) }
    void copyLink(() => createDashboardPermalink(info.id, view))
  }
}
