import { fetchPart } from '#client/shell/on-demand.tsx'
import { usePageSearch } from '#client/shell/page-search.ts'
import { useLoader } from '../state/loading.ts'
import { useDashboardStore } from '../state/store.ts'
import { useQuickFilter } from './use-quick-filter.ts'

/** Lets the palette find time ranges, columns and filter values of the dashboard. */
export function useDashboardSearch(): void {
  const store = useDashboardStore()
  const { ask } = useLoader()
  const onAddFilter = useQuickFilter()
  usePageSearch(async (typed, signal) => {
    const { searchDashboard } = await fetchPart(() => import('./search-dashboard.ts'))
    return searchDashboard({ store, ask, onAddFilter }, typed, signal)
  })
}
