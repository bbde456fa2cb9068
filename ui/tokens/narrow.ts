import { useSyncExternalStore } from 'react'

/** Whether the window is of some width; asked once, for else every component would have it matched at every drawing. */
function widthHook(condition: string): () => boolean {
  let asked: MediaQueryList | undefined
  const query = (): MediaQueryList => (asked ??= window.matchMedia(condition))
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

/** Whether the window is a phone's: one column, touch targets of 44 px. */
export const useNarrow = widthHook('(max-width: 720px)')

/** Whether there is no room beside the work: what would stand there is a drawer. */
export const useDrawer = widthHook('(max-width: 900px)')

/** Whether what stands beside the work takes too much of it. */
export const useTight = widthHook('(max-width: 1100px)')
