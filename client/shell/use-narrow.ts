import { useSyncExternalStore } from 'react'

const narrow = () => window.matchMedia('(max-width: 720px)')

function subscribe(changed: () => void): () => void {
  const query = narrow()
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/** Whether the window has one column, as phones do. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => narrow().matches)
