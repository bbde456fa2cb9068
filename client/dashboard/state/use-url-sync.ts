import { useEffect } from 'react'
import { openingView } from './opening-view.ts'
import { actions, type DashboardStore, useDashboardStore } from './store.ts'
import { addressOf, viewParams } from './url.ts'

/** Writes at once, not by a navigation: a reload in the next moment must find what is shown. */
function write(store: DashboardStore): void {
  const { pathname, search, hash } = window.location
  const address = addressOf(search, viewParams(store.getState()))
  if (address !== `${search}${hash}`) window.history.replaceState(window.history.state, '', `${pathname}${address}`)
}

/**
 * Keeps the address saying what the page shows, so that a reload or a copied address shows the same; going back to
 * another address of the page shows what that one says.
 */
export function useUrlSync(): void {
  const store = useDashboardStore()
  useEffect(() => {
    const { pathname } = window.location
    const isHere = () => window.location.pathname === pathname
    const stop = store.subscribe((state, before) => {
      if (isHere() && (state.masks !== before.masks || state.activeTabs !== before.activeTabs)) write(store)
    })
    const onPop = () => {
      if (!isHere()) return
      openingView(window.location, String(store.getState().info.id)).then(
        ({ masks, activeTabs }) => isHere() && actions.showView(store, masks, activeTabs),
        // A link that cannot be followed leaves the page as it is.
        () => undefined,
      )
    }
    window.addEventListener('popstate', onPop)
    return () => {
      stop()
      window.removeEventListener('popstate', onPop)
    }
  }, [store])
}
