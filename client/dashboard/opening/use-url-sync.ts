import { useEffect } from 'react'
import { oncePainted } from '#client/shell/once-painted.ts'
import { urlParam } from '#core/rest/url-params.ts'
import type { DashboardState } from '#client/dashboard/state/hydrate.ts'
import { openingView } from './opening-view.ts'
import { actions, type DashboardStore, useDashboardStore } from '#client/dashboard/state/store.ts'
import { addressOf, viewParams } from '#client/dashboard/state/url.ts'
import { isNextStep, stepOf, stepped } from './view-steps.ts'

/** Writes by no navigation: a reload in the next moment must find what is shown. */
function write(store: DashboardStore, shown: DashboardState, isStep: boolean): void {
  const { pathname, search, hash } = window.location
  const address = addressOf(search, viewParams(shown))
  if (address === `${search}${hash}`) return
  const { history } = window
  if (!isStep) return history.replaceState(history.state, '', `${pathname}${address}`)
  history.pushState(stepped(history.state), '', `${pathname}${address}`)
  actions.stepTo(store, stepOf(history.state), true)
}

/**
 * Keeps the address saying what the page shows, so that a reload or a copied address shows the same. What a person
 * filters by is a step of the browser's history: going back shows what was filtered by before.
 */
export function useUrlSync(): void {
  const store = useDashboardStore()
  useEffect(() => {
    const { pathname } = window.location
    const isHere = () => window.location.pathname === pathname
    let isFollowing = false
    // What is shown and not yet said: an address keeps the browser busy for as long as the picture of a tab does.
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
        if (!unsaid) oncePainted(say)
        unsaid = state
        return
      }
      // A step leaves behind it the address of what was shown before.
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
        // A link that cannot be followed leaves the page as it is.
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
