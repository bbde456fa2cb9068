import { useSyncExternalStore } from 'react'

/** Creates a hook for a media query. The query is created once instead of at every render. */
function sizeHook(condition: string): () => boolean {
  let requested: MediaQueryList | undefined
  const query = (): MediaQueryList => (requested ??= window.matchMedia(condition))
  const subscribe = (listener: () => void): (() => void) => {
    query().addEventListener('change', listener)
    return () => query().removeEventListener('change', listener)
  }
  return () =>
    useSyncExternalStore(
      subscribe,
      () => query().matches,
      () => false,
    )
}

/** True for the width of a phone: one column, touch targets of 44 px. */
export const useIsNarrow = sizeHook('(max-width: 720px)')

/** True if the window is too low for two stacked parts, like a laptop at 200 % zoom. */
export const useIsShort = sizeHook('(max-height: 600px)')

/** True if there is no room next to the content, so that side panels become drawers. */
export const useHasDrawers = sizeHook('(max-width: 900px)')

/** True if a side panel takes too much of the width. */
export const useIsCompact = sizeHook('(max-width: 1100px)')
