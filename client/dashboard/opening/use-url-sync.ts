import { useEffect } from 'react'
import { afterPaint } from '#client/shell/after-paint.ts'
import { urlParam } from '#core/rest/url-params.ts'
import type { DashboardState } from '#client/dashboard/state/hydrate.ts'
import { openingView } from './opening-view.ts'
import { actions, type DashboardStore, useDashboardStore } from '#client/dashboard/state/store.ts'
import { addressOf, viewParams } from '#client/dashboard/state/url.ts'
import { isNextStep, stepOf, nextHistoryEntry } from './view-steps.ts'

/** Writes without a navigation, because an immediate reload must find the current state. */
function write(store: DashboardStore, shown: DashboardState, isStep: boolean): void {
  const { pathname, search, hash } = window.location
  const address = addressOf(search, viewParams(shown))
  if (address === `${search}${hash}`) return
  const { history } = window
  if (!isStep) return history.replaceState(history.state, '', `${pathname}${address}`)
  history.pushState(nextHistoryEntry(history.state), '', `${pathname}${address}`)
  actions.stepTo(store, stepOf(history.state), true)
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
        ({ masks, activeTabs, params }) => {
          if (!isHere()) return
          isFollowing = true
          actions.showView(store, masks, activeTabs, urlParam(params, 'preselect_filters'))
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
