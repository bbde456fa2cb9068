import { useSyncExternalStore } from 'react'

/** Whether the window is of some size; asked once, for else every component would have it matched at every drawing. */
function sizeHook(condition: string): () => boolean {
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
export const useNarrow = sizeHook('(max-width: 720px)')

/** Whether the window is too low for two parts below each other, as that of a laptop at 200 % zoom. */
export const useShort = sizeHook('(max-height: 600px)')

/** Whether there is no room beside the work: what would stand there is a drawer. */
export const useDrawer = sizeHook('(max-width: 900px)')

/** Whether what stands beside the work takes too much of it. */
export const useTight = sizeHook('(max-width: 1100px)')
