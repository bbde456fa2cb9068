import { useCallback, useEffect, useRef } from 'react'
import { queryTriggered } from '#client/chart/chart-state.ts'
import { activeTabsFor, visibleCharts } from '#core/scope/tabs-in-scope.ts'
import { useLoader } from '../state/loading.ts'
import { staggeredDelays, autoRefreshedCharts } from '../state/refresh.ts'
import { actions, isWaiting, useDashboardStore } from '../state/store.ts'
import { formDataOf } from '#client/dashboard/state/chart-form.ts'

/**
 * Queries charts again. `seconds` is the auto-refresh interval of a chart, if refreshed automatically. Resolves when
 * all have loaded.
 */
export type Refresh = (seconds?: number) => Promise<void>

const waitMs = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** True if auto-refresh makes sense: the page is visible and the browser is online. */
export const isWatched = (): boolean => !document.hidden && navigator.onLine

/** Reloads the charts of the open tabs, bypassing all caches; the others when they become visible. */
export function useRefresh(): Refresh {
  const store = useDashboardStore()
  const { loader } = useLoader()
  const isLeft = useRef(false)
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
    }
  }, [])
  return useCallback(
    async (seconds) => {
      const { layout, activeTabs, charts, info } = store.getState()
      const open = new Set(visibleCharts(layout, activeTabsFor(layout, activeTabs)))
      const ids = Object.values(charts).map(({ id }) => id)
      const due = seconds === undefined ? ids : autoRefreshedCharts(info.metadata, ids)
      const isSeen = (id: number) => open.has(id) && store.getState().charts[id]?.queriesResponse
      const now = due.filter(isSeen)
      const delays = seconds === undefined ? now.map(() => 0) : staggeredDelays(info.metadata, now.length, seconds)
      for (const id of due.filter((each) => !isSeen(each)))
        actions.changeCharts(store, (all) => queryTriggered(all, id))
      actions.refreshing(store, true)
      const ask = async (id: number, at: number) => {
        const delay = delays[at] ?? 0
        if (delay > 0) await waitMs(delay)
        // Hours may have passed: charts that are no longer visible wait for the next refresh.
        if (isLeft.current || (seconds !== undefined && !isWatched())) return
        const state = store.getState()
        const form = formDataOf(state, id)
        if (isWaiting(state, id)) actions.changeCharts(store, (all) => queryTriggered(all, id))
        else if (form && !state.editMode)
          await loader.load(id, form, { force: true, dashboardId: state.info.id, sliceId: id })
      }
      try {
        await Promise.all(now.map(ask))
      } finally {
        actions.refreshing(store, false)
      }
    },
    [store, loader],
  )
}
