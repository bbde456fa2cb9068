import { useMemo } from 'react'
import { useDashboardStore } from '../state/store.ts'
import type { Hands } from './editor-actions.ts'
import { useSessionStore } from './session.ts'

/** What acts of the editor need. */
export function usePointerInput(): Hands {
  const store = useDashboardStore()
  const session = useSessionStore()
  return useMemo(() => ({ store, session }), [store, session])
}
