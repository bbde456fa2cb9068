import { useEffect } from 'react'
import { storeFilterState } from '#calls/dashboards.ts'
import { afterPaint } from '#client/shell/after-paint.ts'
import { urlParam } from '#core/rest/url-params.ts'
import type { DashboardState } from '#client/dashboard/state/hydrate.ts'
import { openingView, viewMasks } from './opening-view.ts'
import { comparisons } from '#client/dashboard/state/comparison.ts'
import { actions, type DashboardStore, useDashboardStore } from '#client/dashboard/state/store.ts'
import {
  dashboardViewUrl,
  MAX_QUERY_LENGTH,
  masksFromParam,
  viewParams,
} from '#client/dashboard/state/dashboard-url.ts'
import { isNextStep, stepOf, nextHistoryEntry } from './view-steps.ts'

/** The keys of views that were too long for a URL, by their masks; the latest last. */
const storedViews = new Map<string, string>()
const MAX_STORED_VIEWS = 50

/**
 * Stores the masks of a view that is too long for a URL, and replaces them by its key. Until then, and if it cannot be
 * stored, the URL has the masks.
 */
function storeMasksForUrl(shown: DashboardState, address: string): void {
  const view = viewParams(shown)
  const { native_filters: text } = view
  if (text === undefined || address.length <= MAX_QUERY_LENGTH || storedViews.has(text)) return
  const isShown = () => `${window.location.search}${window.location.hash}` === address
  storeFilterState(shown.info.id, JSON.stringify(masksFromParam(text))).then(
    (key) => {
      storedViews.set(text, key)
      for (const oldest of [...storedViews.keys()].slice(0, -MAX_STORED_VIEWS)) storedViews.delete(oldest)
      const { history, location } = window
      const { pathname, search } = location
      if (isShown()) history.replaceState(history.state, '', `${pathname}${dashboardViewUrl(search, view, key)}`)
    },
    () => undefined,
  )
}

/** Writes without a navigation, because an immediate reload must find the current state. */
function write(store: DashboardStore, shown: DashboardState, isStep: boolean): void {
  const { pathname, search, hash } = window.location
  const view = viewParams(shown)
  const long = dashboardViewUrl(search, view)
  const key = long.length > MAX_QUERY_LENGTH ? storedViews.get(view.native_filters ?? '') : undefined
  const address = key === undefined ? long : dashboardViewUrl(search, view, key)
  if (address === `${search}${hash}`) return
  const { history } = window
  if (!isStep) history.replaceState(history.state, '', `${pathname}${address}`)
  else {
    history.pushState(nextHistoryEntry(history.state), '', `${pathname}${address}`)
    actions.stepTo(store, stepOf(history.state), true)
  }
  storeMasksForUrl(shown, address)
}

/**
 * Keeps the URL in sync with the page, so that a reload or a copied link shows the same. Each filter change by the user
 * is a step in the browser's history: Back restores the previous filters.
 */
export function useUrlSync(): void {
  const store = useDashboardStore()
  useEffect(() => {
    const { pathname } = window.location
    const isHere = () => window.location.pathname === pathname
    let isFollowing = false
    // The state not yet written to the URL: updating the URL blocks the browser as long as drawing a tab does.
    let unsaid: DashboardState | undefined
    const say = () => {
      const shown = unsaid
      unsaid = undefined
      if (shown && isHere()) write(store, shown, false)
    }
    actions.stepTo(store, stepOf(window.history.state), true)
    const stop = store.subscribe((state, before) => {
      const isSame = state.masks === before.masks && state.filterBoxes === before.filterBoxes
      const isSameView = state.activeTabs === before.activeTabs && state.comparison === before.comparison
      if (!isHere() || (isSame && isSameView)) return
      if (isSame && state.comparison === before.comparison) {
        if (!unsaid) afterPaint(say)
        unsaid = state
        return
      }
      // A step leaves the URL of the previous state in the history.
      say()
      write(store, state, !isFollowing && isNextStep(state, before))
    })
    const onPop = () => {
      unsaid = undefined
      if (!isHere()) return
      actions.stepTo(store, stepOf(window.history.state), false)
      openingView(window.location, String(store.getState().info.id)).then(
        (view) => {
          if (!isHere()) return
          const { activeTabs, params } = view
          const { masks } = viewMasks(view, store.getState().filters)
          const comparison = comparisons.find((each) => each === params.get('compare'))
          isFollowing = true
          actions.showView(store, masks, activeTabs, urlParam(params, 'preselect_filters'), comparison)
          isFollowing = false
        },
        // An invalid link leaves the page unchanged.
        () => undefined,
      )
    }
    window.addEventListener('popstate', onPop)
    return () => {
      stop()
      say()
      window.removeEventListener('popstate', onPop)
    }
  }, [store])
}
