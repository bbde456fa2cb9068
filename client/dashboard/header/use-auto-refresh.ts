import { useEffect } from 'react'
import { useDashboard, useDashboardStore } from '../state/store.ts'
import { isWatched, type Refresh } from './use-refresh.ts'

/**
 * Refreshes the dashboard at an interval. It pauses while the page is hidden or offline, in edit mode, and while the
 * last refresh is in progress.
 */
export function useAutoRefresh(refresh: Refresh): void {
  const store = useDashboardStore()
  const seconds = useDashboard(({ refreshFrequency }) => refreshFrequency)
  useEffect(() => {
    if (seconds <= 0) return
    const timer = setInterval(() => {
      const { isRefreshing, editMode } = store.getState()
      if (!isRefreshing && !editMode && isWatched()) void refresh(seconds)
    }, seconds * 1000)
    return () => clearInterval(timer)
  }, [store, seconds, refresh])
}
