import { useMemo } from 'react'
import { useDashboardStore } from '../state/store.ts'
import type { EditorStores } from './editor-actions.ts'
import { useSessionStore } from './session.ts'

/** Returns the stores that editor actions need. */
export function usePointerInput(): EditorStores {
  const store = useDashboardStore()
  const session = useSessionStore()
  return useMemo(() => ({ store, session }), [store, session])
}
