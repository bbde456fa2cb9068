import { useSyncExternalStore } from 'react'

const narrow = '(max-width: 720px)'

let asked: MediaQueryList | undefined

/** Asked once: every component that asks at every drawing would have the browser parse and match it again. */
function query(): MediaQueryList {
  asked ??= window.matchMedia(narrow)
  return asked
}

function subscribe(listener: () => void): () => void {
  query().addEventListener('change', listener)
  return () => query().removeEventListener('change', listener)
}

/** Whether the window is a phone's: one column, touch targets of 44 px. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => query().matches,
    () => false,
  )
}
