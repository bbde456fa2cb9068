import { createContext, useContext } from 'react'
import { createStore, type StoreApi, useStore } from 'zustand'
import type { Dragged } from './state/edit-apply.ts'
import type { Drop, Point } from './state/edit-drop.ts'
import type { Gesture } from '../state/edit.ts'

/** A node on its way by mouse. */
export interface Drag {
  readonly dragged: Dragged
  readonly name: string
  readonly detail: string | undefined
  readonly vizType: string | undefined
  readonly point: Point
  readonly drop: Drop | null
}

/** What the editor's hands are doing. Gone when the editor closes. */
export interface EditSession {
  readonly selected: string | undefined
  /** The row or box that charts chosen in the palette go to. */
  readonly target: string | undefined
  readonly drag: Drag | null
  /** The node picked up by keyboard. */
  readonly carried: { readonly id: string; readonly gesture: Gesture } | null
  /** The node whose size is being changed. */
  readonly resizing: string | undefined
  /** The node whose text is being edited. */
  readonly writing: string | undefined
  /** The styles of the dashboard stand in place of what can be added. */
  readonly isStyling: boolean
}

export type SessionStore = StoreApi<EditSession>

export function createSession(): SessionStore {
  return createStore<EditSession>(() => ({
    selected: undefined,
    target: undefined,
    drag: null,
    carried: null,
    resizing: undefined,
    writing: undefined,
    isStyling: false,
  }))
}

export const SessionContext = createContext<SessionStore | null>(null)

export function useSessionStore(): SessionStore {
  const found = useContext(SessionContext)
  if (!found) throw new Error('No editor around this component.')
  return found
}

export function useSession<T>(select: (state: EditSession) => T): T {
  return useStore(useSessionStore(), select)
}
